"""Which assumptions could hold for a data set, judged on sets whose truth is known."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import naive_theory
from embed_kcpd.cli import choices
from embed_kcpd.cli.app import app
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.page_parts import part_of
from embed_kcpd.evaluation.paper import PAPER_SETS
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.theory import quantities
from embed_kcpd.theory.assumptions import check_assumptions
from embed_kcpd.theory.documents import document_facts, least_signal
from embed_kcpd.theory.memory import CutVectors
from embed_kcpd.theory.set_facts import (
    SetFacts,
    dependent_lag,
    dominance_ratio,
    first_n,
    growth_exponent,
    penalty_ratio,
    remainder_ratio,
    set_facts,
)
from embed_kcpd.theory.set_study import COLUMNS, set_study
from embed_kcpd.theory.setting import setting
from embed_kcpd.theory.sphere import sphere_means
from embed_kcpd.theory.truths import topic_change
from test_cli_bench import Hashing

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "explanation" / "theory.md"


def simulated(memory=0, n_documents=30, sizes=(40, 40)):
    """Documents of two topics, and the truth they are drawn from."""
    rng = np.random.default_rng(memory)
    truth = topic_change(sum(sizes), (sizes[0],), dim=16, noise=1.0, memory=memory)
    return [CutVectors(truth.draw(rng), (sizes[0],)) for _ in range(n_documents)], truth


@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(2, 6), st.integers(1, 5))
def test_the_least_signal_is_that_of_a_walk_over_all_pairs(seed, first, second, third):
    """A segment of one unit is left out of it."""
    n = first + second + third
    rows = np.random.default_rng(seed).normal(size=(n, 3))
    edges = (0, first, first + second, n)
    for kernel in (Cosine(), Rbf(0.5)):
        gram = kernel.gram(rows)
        expected = naive_theory.least_signal(gram.tolist(), edges)
        assert least_signal(gram, edges) == pytest.approx(expected, abs=1e-12)


def test_the_signal_is_estimated_without_bias():
    """The mean over documents is the distance of the mean embeddings of the population."""
    documents, truth = simulated(n_documents=300)
    seen = np.array([document_facts(each).signals["cosine"] for each in documents])
    exact = sphere_means(truth, Cosine()).signals[0]
    assert abs(seen.mean() - exact) < 4 * seen.std() / np.sqrt(len(seen))


def test_a_document_without_a_change_or_with_two_units_says_nothing():
    rows = np.eye(4)
    assert document_facts(CutVectors(rows, ())) is None
    assert document_facts(CutVectors(rows[:2], (1,))) is None
    with pytest.raises(InputError, match="documents with a change"):
        set_facts([CutVectors(rows, ())])


def test_segments_of_one_unit_have_no_signal_to_estimate():
    facts = document_facts(CutVectors(np.eye(3), (1, 2)))
    assert np.isnan(facts.signals["cosine"])
    assert facts.spacing == 1


@given(st.integers(3, 4000), st.integers(0, 20), st.floats(0.01, 0.5))
def test_the_ratios_say_what_the_checked_assumptions_say(n, memory, share):
    """Above or below one exactly where the verdict of ``theory check`` changes."""
    case = setting(n, memory, spacing=share * n)
    verdicts = {each.name: each for each in check_assumptions(case).verdicts}
    assert (dominance_ratio(case) > 1) == verdicts["A7'"].holds
    assert (penalty_ratio(case) < 1) == verdicts["a boundary can pay"].holds
    assert remainder_ratio(case) == pytest.approx(2 * quantities.deviation_level(n, memory))
    assert first_n(case) == verdicts["A7'"].smallest_n


def test_the_memory_that_is_refuted_is_the_true_one():
    """A set with memory five shows it at lag five and not far beyond."""
    documents, _ = simulated(5, n_documents=60)
    facts = set_facts(documents)
    assert 4 <= dependent_lag(facts.memory) <= 9
    assert facts.least_memory <= 5


def test_the_exponent_is_that_of_how_the_shortest_segment_grows():
    """Half the text: one.  The same length always: zero, which A4 excludes."""

    def facts(spacing):
        documents = [
            document_facts(CutVectors(np.random.default_rng(n).normal(size=(n, 4)), (spacing(n),)))
            for n in range(20, 120, 4)
        ]
        return SetFacts(tuple(documents), None)

    value, low, high = growth_exponent(facts(lambda n: n // 2))
    assert low <= value <= high
    assert value == pytest.approx(1.0)
    assert growth_exponent(facts(lambda _: 5))[0] == pytest.approx(0.0)
    alike = [document_facts(CutVectors(np.eye(6), (3,)))] * 30
    assert growth_exponent(SetFacts(tuple(alike), None)) is None


def test_a_row_has_every_assumption_and_short_texts_cannot():
    """Two segments of forty units: A7 is empty, A5 and A7' are out of reach."""
    study = set_study({"mine": set_facts(simulated()[0])}, "command")
    (row,) = study.rows
    cells = dict(zip(COLUMNS, row, strict=True))
    assert len(row) == len(COLUMNS)
    assert cells["T"] == "80 (80 to 80)"
    assert cells["A4: exponent of l_T"] == "one length"
    assert cells["A5: asked / can pay"].startswith("cannot: ")
    assert cells["A7': signal / needed"].startswith("cannot: 0.0")
    assert cells["A7: one change"] == "could: 30 of 30"
    assert cells["A6: delta_T up to"] == "could: 13.3 (30 of 30 allow 2)"


def test_a_handful_of_documents_does_not_decide_about_a4_or_a1():
    """Resamples of two documents have one slope: no verdict may rest on an interval of width 0."""
    rng = np.random.default_rng(0)
    two = [CutVectors(rng.normal(size=(n, 6)), (5,)) for n in (11, 12)]
    cells = dict(zip(COLUMNS, set_study({"two": set_facts(two)}, "command").rows[0], strict=True))
    assert cells["A4: exponent of l_T"] == "unknown: fewer than 10 documents"
    one = [CutVectors(rng.normal(size=(12, 6)), (2,))]
    cells = dict(zip(COLUMNS, set_study({"one": set_facts(one)}, "command").rows[0], strict=True))
    assert cells["A1: m at least"] == "unknown: one segment"
    assert cells["m"].endswith("(one segment, no interval)")


def test_the_command_prints_the_table_and_writes_it_into_a_page(tmp_path, monkeypatch):
    monkeypatch.setattr(choices, "named_encoder", lambda *_, **__: Hashing())
    page = tmp_path / "page.md"
    page.write_text("<!-- begin sets --><!-- end sets -->\n")
    small = str(ROOT / "examples" / "small-set.jsonl")
    arguments = ["theory", "sets", small, "--into", str(page), "--json"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.exception
    (row,) = json.loads(result.output)["rows"]
    assert row["set"] == small
    assert f"`embed-kcpd theory sets {small}`" in page.read_text()
    refused = CliRunner().invoke(app, ["theory", "sets", "no-such-set"])
    assert isinstance(refused.exception, InputError)


@pytest.mark.skipif(not PAGE.exists(), reason="the page is not part of this installation")
def test_the_page_has_the_columns_of_today_for_every_set():
    text = PAGE.read_text("utf-8")
    part = part_of(text, "sets")
    assert "| " + " | ".join(COLUMNS) + " |" in part
    named = re.search(r"`embed-kcpd theory sets ([^`]*) --encoder minilm-fp32`", part).group(1)
    for name in named.split():
        assert f"\n| {name} |" in part


@pytest.mark.skipif(not PAGE.exists(), reason="the page is not part of this installation")
def test_what_the_page_says_of_the_papers_sets_is_in_its_table():
    """The numbers quoted in sentences, counted again in the rows of these sets."""
    text = PAGE.read_text("utf-8")
    lines = [line.strip("| ").split(" | ") for line in part_of(text, "sets").splitlines()]
    papers = set(PAPER_SETS) - {"cities"}
    rows = [dict(zip(COLUMNS, cells, strict=True)) for cells in lines if cells[0] in papers]
    assert len(rows) == len(papers) == 8
    dominance = [cells["A7': signal / needed"].split() for cells in rows]
    assert {verdict for verdict, _ in dominance} == {"cannot:"}
    assert 550 <= 1 / max(float(value) for _, value in dominance) < 560
    asked = [float(cells["A5: asked / can pay"].removeprefix("cannot: ")) for cells in rows]
    assert f"A5 asks for {min(asked):.0f} to {max(asked):.0f} times" in text
    assert sum(cells["A4: exponent of l_T"].startswith("cannot") for cells in rows) == 4
    assert "in four of the eight sets" in text
    assert sum(cells["A1: m at least"].endswith("+") for cells in rows) == 6
    assert "in six of the paper's eight sets" in text
