"""The calibration counts what it says it counts."""

import numpy as np
import pytest

from embed_kcpd.annotations.confidence import TEMPERATURE_SCALE
from embed_kcpd.evaluation.calibration import WARMTHS, Claims, best_warmth, claims, left_out
from embed_kcpd.evaluation.calibration_page import calibration_result, calibration_rows
from embed_kcpd.evaluation.datasets import Document
from test_sure_and_nested import topics


def perfect(error):
    """Claims that are off by ``error`` and nothing else."""
    hit = np.r_[np.ones(50), np.zeros(50)]
    return Claims(np.full(100, 0.5 + error), hit)


def test_the_error_is_the_gap_between_stated_and_observed():
    assert perfect(0.0).error() == pytest.approx(0.0)
    assert perfect(0.13).error() == pytest.approx(0.13)
    assert Claims(np.zeros(0), np.zeros(0)).error() == 0.0


def test_a_bin_with_both_kinds_of_mistake_forgives_them():
    """Two claims of one half, one hit: calibrated, although each was wrong by a half."""
    assert Claims(np.array([0.5, 0.5]), np.array([1.0, 0.0])).error() == 0.0


def test_each_set_is_judged_with_a_warmth_chosen_on_other_families():
    cold, hot = {0.1: perfect(0.0), 0.2: perfect(0.3)}, {0.1: perfect(0.3), 0.2: perfect(0.0)}
    assert best_warmth([cold, cold, hot]) == 0.1
    chosen = left_out({"choi-1": cold, "choi-2": cold, "wiki": hot})
    assert chosen == {"choi-1": 0.2, "choi-2": 0.2, "wiki": 0.1}


def test_clear_documents_are_claimed_and_hit():
    rows, true = topics([10, 8, 12])
    document = Document("d", tuple("a b c" for _ in range(30)), true)
    found = claims([document], [rows])
    assert list(found) == list(WARMTHS)
    assert found[TEMPERATURE_SCALE].hit.tolist() == [1.0, 1.0]
    assert found[TEMPERATURE_SCALE].above(0.9) == (2, 1.0)
    assert found[WARMTHS[0]].stated.min() >= found[WARMTHS[-1]].stated.min()


def test_the_table_says_how_large_the_error_is_on_average():
    sets = {"a-1": {TEMPERATURE_SCALE: perfect(0.1)}, "b-1": {TEMPERATURE_SCALE: perfect(0.2)}}
    result = calibration_result(calibration_rows(sets), "command")
    assert "0.150 left out" in result["notes"][0]
    assert all(len(row) == len(result["columns"]) for row in result["rows"])
