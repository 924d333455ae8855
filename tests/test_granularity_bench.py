"""The measurements behind the page about granularity."""

import json
from dataclasses import asdict

import numpy as np
import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.baselines.percentile_rule import PercentileRule
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.granularity_bench import Measured, merged, read_measured
from embed_kcpd.evaluation.granularity_page import tables
from embed_kcpd.evaluation.granularity_table import (
    TRUE_COUNT,
    RuleRow,
    errors_table,
    regret,
    rule_row,
    rules,
)
from embed_kcpd.evaluation.long_texts import LongRow, long_row
from embed_kcpd.evaluation.page_parts import with_parts
from embed_kcpd.evaluation.shuffled import ShuffledRow, shuffled_row
from test_granularity import blocks


class Letters:
    """Counts of letters as vectors: enough for a rule that embeds its own windows."""

    def encode(self, texts):
        return np.array([[1.0 + text.count(letter) for letter in "abcd"] for text in texts])


def test_the_percentile_rule_cuts_the_widest_gap_in_twenty():
    """Windows of three units; a boundary after the unit whose window differs most from the next."""
    units = ("aaaaaaaa",) * 10 + ("dddddddd",) * 10
    found = PercentileRule(Letters()).segment(Document("x", units, ()), None)
    assert found == (10,)


def test_the_percentile_rule_leaves_a_single_unit_alone():
    assert PercentileRule(Letters()).segment(Document("x", ("a",), ()), None) == ()


def test_regret_is_the_mean_over_families_of_the_ratio_of_errors():
    """Two Choi sets are one family beside arXiv: ((1.5 + 2.5) / 2 + 3) / 2 - 1."""
    rows = [
        RuleRow(name, rule, 1, pk, 2 * pk, 0.0)
        for name, told, found in (("choi-3-5", 2, 3), ("choi-6-8", 2, 5), ("arxiv", 1, 3))
        for rule, pk in ((TRUE_COUNT, told), ("mine", found))
    ]
    assert regret(rows, "mine").pk == pytest.approx(1.5)
    assert regret(rows, TRUE_COUNT).wd == 0.0
    assert "| mine | 3.0/6.0 | 5.0/10.0 | 3.0/6.0 | 1.500 / 1.500 |" in errors_table(rows)


def test_a_rule_measured_on_some_sets_only_has_no_regret():
    rows = [RuleRow(name, TRUE_COUNT, 1, 2.0, 2.0, 0.0) for name in ("arxiv", "cities")]
    table = errors_table([*rows, RuleRow("arxiv", "mine", 1, 3.0, 3.0, 0.0)])
    assert "| mine | 3.0/3.0 | - | - |" in table


def test_every_rule_cuts_a_text_of_clear_blocks():
    """Told the number, the objectives find them; so does the default."""
    units = tuple(f"{'abcd'[t // 8 % 4] * 9} word word" for t in range(40))
    document = Document("x", units, (8, 16, 24, 32))
    vectors = blocks([8] * 5, noise=0.3)
    found = {
        name: rule_row("arxiv", name, rule, [document], [vectors], on_progress=lambda _: None)
        for name, rule in rules(Letters()).items()
    }
    assert found["text scale (default)"].pk == 0.0
    assert found[TRUE_COUNT].pk == 0.0
    assert found["cosine, true number"].pk == 0.0
    assert found["even, true number"].pk == 0.0
    assert found["no boundary"].extra_boundaries == -4.0


def test_shuffled_texts_under_sixteen_units_are_left_out():
    words = np.full(40, 20.0)
    texts = [(blocks([8] * 5), words), (blocks([5]), words[:5])]
    row = shuffled_row("arxiv", texts, draws=4)
    assert (row.documents, row.draws) == (1, 4)
    assert row.uncut in (0.0, 25.0, 50.0, 75.0, 100.0)
    assert (row.boundaries == 0.0) == (row.uncut == 100.0)


def test_a_long_text_is_repeated_and_timed():
    row = long_row(blocks([10] * 30, dim=60), np.full(300, 20.0), 600, repeats=1)
    assert row.units_per_segment == pytest.approx(10, rel=0.2)
    assert row.ratio == pytest.approx(row.default_s / row.one_solve_s)


def test_only_the_parts_between_markers_are_replaced():
    page = "kept <!-- begin long -->old<!-- end long --> kept too"
    measured = Measured(long=(LongRow(1000, 9.94, 0.5, 2.0),))
    assert with_parts(page, tables(measured)).startswith("kept <!-- begin long -->\n| units ")
    assert "| 1,000 | 9.9 | 0.500 | 2.000 | 4.0 |" in with_parts(page, tables(measured))
    assert with_parts(page, tables(measured)).endswith("<!-- end long --> kept too")


def test_a_page_without_the_markers_is_refused():
    measured = Measured(shuffled=(ShuffledRow("arxiv", 20, 3, 99.0, 0.01),))
    with pytest.raises(InputError, match="begin shuffled"):
        with_parts("nothing here", tables(measured))


def test_rows_that_are_measured_again_replace_the_old_ones(tmp_path):
    """A set can be measured at a time, and the file grows."""
    old = Measured(errors=(RuleRow("arxiv", "x", 1, 1.0, 1.0, 0.0),))
    again = RuleRow("arxiv", "x", 1, 2.0, 2.0, 0.0)
    other = RuleRow("cities", "x", 1, 3.0, 3.0, 0.0)
    together = merged(old, Measured(errors=(again, other)))
    assert together.errors == (again, other)
    path = tmp_path / "rows.json"
    assert read_measured(path) == Measured()
    path.write_text(json.dumps(asdict(together)))
    assert read_measured(path) == together


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "rows.json"
    path.write_text("[1]")
    with pytest.raises(InputError, match=r"rows.json is no result"):
        read_measured(path)
