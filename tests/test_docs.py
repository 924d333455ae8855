"""The documentation cannot drift: links lead somewhere, tables are the measured ones."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.fixture(scope="module")
def generate():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_between_pages_leads_somewhere(page):
    """A relative link names a file that exists."""
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_benchmark_page_shows_the_committed_results(generate):
    """`make docs` was run after the last benchmark."""
    page = ROOT / "docs" / "benchmarks.md"
    assert page.read_text(encoding="utf-8") == generate.benchmarks()


def test_the_reference_knows_every_public_name(generate):
    """`make docs` was run after the last public name was added."""
    written = set(re.findall(r"^## `(\w+)`", (ROOT / "docs" / "reference.md").read_text(), re.M))
    assert written == set(re.findall(r"^## `(\w+)`", generate.reference(), re.M))


def test_generated_parts_are_those_of_the_committed_results(generate):
    """The README's table, the verdict on confidence and the study are what was measured."""
    for path, (name, text) in generate.PARTS.items():
        page = path.read_text(encoding="utf-8")
        assert generate.filled(page, name, text()) == page
        assert text() in page
