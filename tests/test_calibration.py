"""The calibration counts what it says it counts, and states what it promises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd import Contrast, Penalty, Settings, segment_vectors
from embed_kcpd.annotations.confidence import certainty
from embed_kcpd.annotations.confidence.calibration import (
    MOST_LOG_REACH,
    SHIPPED,
    Calibration,
    calibrated,
    chance_near,
    rising_with_gain,
    stated,
)
from embed_kcpd.evaluation.calibration import (
    Claims,
    CutText,
    claims,
    cut_text,
    fitted,
    left_out,
)
from embed_kcpd.evaluation.calibration_page import calibration_result
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.result.certainty import LIKELY, SURE
from embed_kcpd.result.segmentation import Segmentation
from test_sure_and_nested import topics


def constant(error):
    """Claims that are off by ``error`` and nothing else."""
    hit = np.r_[np.ones(50), np.zeros(50)]
    return Claims(np.full(100, 0.5 + error), hit)


def test_the_error_is_the_gap_between_stated_and_observed():
    assert constant(0.0).error() == pytest.approx(0.0)
    assert constant(0.13).error() == pytest.approx(0.13)
    assert Claims(np.zeros(0), np.zeros(0)).error() == 0.0


def test_a_bin_with_both_kinds_of_mistake_forgives_them():
    """Two claims of one half, one hit: calibrated, although each was wrong by a half."""
    assert Claims(np.array([0.5, 0.5]), np.array([1.0, 0.0])).error() == 0.0


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(-5, 50)), min_size=1, max_size=12),
    st.floats(1, 200),
)
def test_within_a_text_probabilities_rise_with_gain_and_never_fall_below_chance(pairs, reach):
    near, gains = (np.array(values) for values in zip(*pairs, strict=True))
    n = 4 * len(pairs)
    boundaries = tuple(range(1, len(pairs) + 1))
    segmentation = Segmentation(n, boundaries, 0.0, (0.0,) * (len(pairs) + 1), tuple(gains))

    probabilities = stated(near, segmentation, reach)

    by_gain = probabilities[np.argsort(gains, kind="stable")]
    assert (np.diff(by_gain) >= -1e-12).all()
    assert (probabilities >= chance_near(len(pairs), n) - 1e-12).all()
    assert (probabilities <= 1).all()


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.integers(0, 999))
def test_pooling_keeps_the_mean_and_leaves_rising_values_alone(values, seed):
    gains = np.random.default_rng(seed).permutation(len(values)).astype(float)
    pooled = rising_with_gain(np.array(values), tuple(gains))
    assert pooled.mean() == pytest.approx(np.mean(values))
    ordered = np.sort(values)
    assert rising_with_gain(ordered, tuple(range(len(values)))) == pytest.approx(ordered)


@pytest.mark.parametrize("reach", [1.0, 3.0, 9.0, 80.0])
def test_a_clearer_law_is_never_stated_lower(reach):
    assert (np.diff(calibrated(np.linspace(0, 1, 40), reach)) >= 0).all()
    assert SHIPPED.slope + SHIPPED.slope_per_log_reach * MOST_LOG_REACH > 0


def test_the_words_follow_the_thresholds():
    assert certainty(SURE) == "sure"
    assert certainty(SURE - 1e-9) == certainty(LIKELY) == "likely"
    assert certainty(LIKELY - 1e-9) == "a guess"


def made_up(calibration, reach, seed, n_boundaries=4000):
    """A text whose boundaries are hit as often as ``calibration`` says."""
    rng = np.random.default_rng(seed)
    near = rng.uniform(0.01, 0.99, n_boundaries)
    hit = (rng.random(n_boundaries) < calibrated(near, reach, calibration)).astype(float)
    gains = tuple(near)
    n = 1000 * n_boundaries
    places = tuple(range(10, 10 * n_boundaries + 1, 10))
    segmentation = Segmentation(n, places, 0.0, (0.0,) * (n_boundaries + 1), gains)
    return CutText(segmentation, near, reach, hit)


def test_the_fit_finds_the_constants_that_made_the_hits():
    true = Calibration(0.5, 0.8, -0.4, -0.2)
    sets = {f"set{k}": [made_up(true, reach, k)] for k, reach in enumerate([1.5, 3.0, 5.0, 8.0])}
    found = fitted(sets)
    for reach in (2.0, 6.0):
        near = np.array([0.1, 0.5, 0.9])
        assert calibrated(near, reach, found) == pytest.approx(
            calibrated(near, reach, true), abs=0.03
        )
    assert claims(sets["set1"], found).error() < 0.03


def test_each_set_is_judged_by_constants_of_other_families():
    low, high = Calibration(-1.0, 1.0, 0.0, 0.0), Calibration(1.0, 1.0, 0.0, 0.0)
    sets = {
        "choi-1": [made_up(low, 2.0, 1)],
        "choi-2": [made_up(low, 2.0, 2)],
        "wiki": [made_up(high, 2.0, 3)],
    }
    chosen = left_out(sets)
    assert chosen["choi-1"] == chosen["choi-2"]
    assert calibrated(np.array([0.5]), 2.0, chosen["choi-1"])[0] > 0.6
    assert calibrated(np.array([0.5]), 2.0, chosen["wiki"])[0] < 0.4


def test_clear_documents_are_claimed_and_hit():
    rows, true = topics([10, 8, 12])
    document = Document("d", tuple("a b c" for _ in range(30)), true)
    text = cut_text(document, rows)
    assert text.hit.tolist() == [1.0, 1.0]
    assert claims([text]).above(0.85) == (2, 1.0)


def test_the_page_states_what_the_library_states():
    """The bench and ``segment_vectors`` give one boundary one probability."""
    rows, true = topics([10, 8, 12])
    document = Document("d", tuple("a b c" for _ in range(30)), true)
    result = segment_vectors(rows, words=np.full(30, 3.0), texts=document.units)
    assert result.probabilities == pytest.approx(claims([cut_text(document, rows)]).stated)


def test_probabilities_keep_their_order_and_bounds_at_every_gap():
    rows, _ = topics([10, 8, 12, 6], noise=2.0)
    result = segment_vectors(rows, Settings(granularity=Penalty(0.3), objective=Contrast()))
    law = result.confidence
    assert law is not None
    assert (law.at <= law.near + 1e-9).all()
    assert ((law.near >= 0) & (law.near <= 1)).all()
    assert law.near[0] == law.at[0] == 0.0


def test_the_table_says_how_large_the_error_is_on_average():
    true = Calibration(0.5, 0.8, -0.4, -0.2)
    sets = {name: [made_up(true, 3.0, 5)] for name in ("a-1", "b-1")}
    result = calibration_result(sets, "command")
    assert "left out" in result["notes"][0]
    assert all(len(row) == len(result["columns"]) for row in result["rows"])
