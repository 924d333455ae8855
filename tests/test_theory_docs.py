"""docs/explanation/theory.md says what the code says."""

import re
from pathlib import Path

import pytest

from embed_kcpd.evaluation.page_parts import part_of
from embed_kcpd.theory import quantities, sharper
from embed_kcpd.theory.experiments.registry import EXPERIMENTS
from embed_kcpd.theory.experiments.study import command_of, markdown
from embed_kcpd.theory.requirements import requirements

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "theory.md"
TEXT = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
pytestmark = pytest.mark.skipif(
    not TEXT, reason="docs/explanation/theory.md is not part of this installation"
)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_study_is_in_the_page_at_its_usual_size(name):
    """The command beside a table is the one that a plain run repeats, and every promise held."""
    assert command_of(name, EXPERIMENTS[name].plan) in part_of(TEXT, name)


def test_the_requirements_in_the_page_are_those_of_today():
    """The one table that is computed in a moment is computed again."""
    assert part_of(TEXT, "requirements").strip() == markdown(requirements()).strip()


def test_every_picture_of_the_page_is_there_and_small():
    names = re.findall(r"\]\((\.\./figures/[^)]+)\)", TEXT)
    assert len(names) == len(EXPERIMENTS) + 2
    for name in names:
        assert 0 < (PAGE.parent / name).stat().st_size < 150_000


def test_every_function_that_the_page_names_exists():
    """Names in the table of symbols, and the tests that a remark points to."""
    named = re.findall(r"`quantities\.(\w+)`", TEXT)
    assert len(named) >= 12
    assert all(callable(getattr(quantities, name)) for name in named)
    source = (Path(__file__).parent / "test_theory_truth.py").read_text(encoding="utf-8")
    assert all(f"def {name}(" in source for name in re.findall(r"`(test_\w+)`", TEXT))


def test_the_numbers_in_the_text_are_those_of_the_functions():
    """Numbers quoted in sentences, recomputed."""
    first = requirements((0,), (2.0,)).rows[0]
    assert f"{first[2]:,} units" in TEXT
    assert "4.3 million units" in TEXT
    assert round(first[3] / 1e6, 1) == 4.3
    ratio = quantities.deviation_level(100, 0) / sharper.sharper_deviation_level(100, 0)
    assert round(ratio, 1) == 3.7
    assert quantities.oracle_remainder(3, 0) / 3 > 26
