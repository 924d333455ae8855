"""The calibration counts what it says it counts, and states what it promises."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd import Contrast, Penalty, Settings, segment_vectors
from embed_kcpd.annotations.confidence.calibration import (
    LOG_SIZES,
    MOST_LOG_REACH,
    TYPICAL,
    Calibration,
    TextTraits,
    calibrated,
    chance_near,
    rising_with_gain,
    stated,
    text_traits,
)
from embed_kcpd.evaluation.calibration import (
    CutText,
    claims,
    claims_below_chance,
    cut_text,
    fitted,
    left_out,
)
from embed_kcpd.evaluation.calibration_page import calibration_result
from embed_kcpd.evaluation.claims import Claims
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.result.certainty import LIKELY, SURE, certainty
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
    expected = calibrated(near, text_traits(near, n, reach)).sum()
    assert (probabilities >= chance_near(expected, n) - 1e-12).all()
    assert (probabilities <= 1).all()


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.integers(0, 999))
def test_pooling_keeps_the_mean_and_leaves_rising_values_alone(values, seed):
    gains = np.random.default_rng(seed).permutation(len(values)).astype(float)
    pooled = rising_with_gain(np.array(values), tuple(gains))
    assert pooled.mean() == pytest.approx(np.mean(values))
    ordered = np.sort(values)
    assert rising_with_gain(ordered, tuple(range(len(values)))) == pytest.approx(ordered)


@pytest.mark.parametrize("log_size", LOG_SIZES)
@pytest.mark.parametrize("log_reach", [0.0, MOST_LOG_REACH])
@pytest.mark.parametrize("typical", TYPICAL)
def test_a_clearer_law_is_never_stated_lower(log_size, log_reach, typical):
    """At the corners of all texts, where the fitted slope itself may fall below zero."""
    traits = TextTraits(log_size, log_reach, typical, 0.0)
    assert (np.diff(calibrated(np.linspace(0.01, 0.99, 40), traits)) > 0).all()


@given(
    st.lists(st.floats(0, 1), max_size=6),
    st.integers(1, 10**9),
    st.floats(1e-3, 1e9),
)
def test_the_traits_of_any_text_are_within_their_ranges(near, n_units, reach):
    traits = text_traits(np.array(near), n_units, reach)
    assert LOG_SIZES[0] <= traits.log_size <= LOG_SIZES[1]
    assert 0 <= traits.log_reach <= MOST_LOG_REACH
    assert TYPICAL[0] <= traits.typical <= TYPICAL[1]


def test_a_row_of_like_texts_has_the_traits_of_one():
    """A stream of a hundred texts is no less sure than each of them."""
    near = np.array([0.3, 0.6, 0.8])
    alone, stream = text_traits(near, 40, 2.0), text_traits(np.tile(near, 100), 3010, 2.0)
    assert stream.log_size == pytest.approx(alone.log_size)
    assert stream.typical == pytest.approx(alone.typical)


def test_statements_that_come_true_have_the_error_of_chance():
    rng = np.random.default_rng(4)
    stated_here = rng.uniform(0, 1, 60)
    errors = [
        Claims(stated_here, (rng.random(60) < stated_here).astype(float)).error()
        for _ in range(200)
    ]
    chance = Claims(stated_here, np.zeros(60)).error_by_chance()
    assert chance == pytest.approx(np.mean(errors), rel=0.1)
    assert Claims(np.tile(stated_here, 100), np.zeros(6000)).error_by_chance() < chance / 5


def test_claims_told_the_hit_rate_have_it_as_their_mean():
    made = Claims(np.array([0.9, 0.8, 0.6, 0.9]), np.array([1.0, 0.0, 0.0, 0.0]))
    assert made.told().stated.mean() == pytest.approx(0.25)
    assert (np.argsort(made.told().stated) == np.argsort(made.stated)).all()
    assert made.told().error() < made.error()


def test_equal_bins_hold_equally_many_claims():
    """Two halves that are wrong the opposite way are told apart."""
    close = np.linspace(0.41, 0.49, 20)
    made = Claims(close, np.r_[np.ones(10), np.zeros(10)])
    assert made.error() == pytest.approx(0.05)
    assert made.error_in_equal_bins() > 0.4
    assert Claims(np.zeros(0), np.zeros(0)).error_in_equal_bins() == 0.0


def test_the_words_follow_the_thresholds():
    assert certainty(SURE) == "sure"
    assert certainty(SURE - 1e-9) == certainty(LIKELY) == "likely"
    assert certainty(LIKELY - 1e-9) == "a guess"


def made_up(calibration, reach, seed, n_boundaries=4000, size=10):
    """A text whose boundaries are hit as often as ``calibration`` says."""
    rng = np.random.default_rng(seed)
    near = rng.uniform(0.01, 0.99, n_boundaries)
    n = size * (n_boundaries + 1)
    chances = calibrated(near, text_traits(near, n, reach), calibration)
    hit = (rng.random(n_boundaries) < chances).astype(float)
    places = tuple(range(size, n, size))
    segmentation = Segmentation(n, places, 0.0, (0.0,) * (n_boundaries + 1), tuple(near))
    return CutText(segmentation, near, reach, hit)


TRUE = Calibration(0.9, 0.8, -0.3, -0.2, 0.0)


def test_the_fit_finds_the_constants_that_made_the_hits():
    kinds = [(1.5, 4), (3.0, 50), (5.0, 9), (8.0, 25)]
    sets = {f"set{k}": [made_up(TRUE, reach, k, size=n)] for k, (reach, n) in enumerate(kinds)}
    constants = fitted(sets)
    for log_size, log_reach in ((1.5, 0.5), (3.0, 1.8)):
        traits = TextTraits(log_size, log_reach, 0.0, 0.0)
        near = np.array([0.1, 0.5, 0.9])
        assert calibrated(near, traits, constants) == pytest.approx(
            calibrated(near, traits, TRUE), abs=0.03
        )


def test_each_set_is_judged_by_constants_of_other_families():
    low, high = Calibration(-1.0, 1.0, 0.0, 0.0, 0.0), Calibration(1.0, 1.0, 0.0, 0.0, 0.0)
    sets = {
        "choi-1": [made_up(low, 2.0, 1)],
        "choi-2": [made_up(low, 2.0, 2)],
        "wiki": [made_up(high, 2.0, 3)],
    }
    chosen = left_out(sets)
    traits = text_traits(sets["wiki"][0].near, 40_010, 2.0)
    assert chosen["choi-1"] == chosen["choi-2"]
    assert calibrated(np.array([0.5]), traits, chosen["choi-1"])[0] > 0.6
    assert calibrated(np.array([0.5]), traits, chosen["wiki"])[0] < 0.4


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
    sets = {name: [made_up(TRUE, 3.0, 5)] for name in ("a-1", "b-1")}
    result = calibration_result(sets, "command")
    assert "left out" in result["notes"][0]
    assert "By chance alone" in result["notes"][1]
    assert "sure" in result["notes"][2]
    assert all(len(row) == len(result["columns"]) for row in result["rows"])


def test_boundaries_below_chance_are_counted_where_they_would_be_stated_so():
    """Two boundaries that the law hardly believes, and one that it does."""
    segmentation = Segmentation(40, (10, 20, 30), 0.0, (0.0,) * 4, (1.0, 2.0, 3.0))
    law = np.array([0.002, 0.002, 0.99])
    text = CutText(segmentation, law, 1.0, np.array([0.0, 1.0, 1.0]))
    chance = chance_near(calibrated(law, text_traits(law, 40, 1.0)).sum(), 40)
    below = claims_below_chance([text])
    assert below.hit.tolist() == [0.0, 1.0]
    assert (below.stated < chance).all()
    assert (claims([text]).stated >= chance).all()


@pytest.mark.parametrize("n_units", [8, 12, 16, 24])
def test_a_text_of_few_units_is_stated_lower_and_one_of_32_as_before(n_units):
    """So that what is found in a mail is called sure less often; longer texts do not change."""
    near = np.full(2, 0.9)
    short, enough, long = (text_traits(near, n, 2.0) for n in (n_units, 32, 3200))
    assert enough.log_short == long.log_short == 0.0
    assert calibrated(near, short)[0] < calibrated(near, replace(short, log_short=0.0))[0]


def test_a_text_cut_at_every_other_unit_is_not_sure_for_that():
    """The floor counts the boundaries that are expected to be true, not all that were found."""
    boundaries = tuple(range(1, 17, 2))
    near = np.full(len(boundaries), 0.3)
    cuts = Segmentation(17, boundaries, 0.0, (0.0,) * 9, (1.0,) * len(boundaries))
    assert chance_near(len(boundaries), 17) > SURE - 0.01
    assert (stated(near, cuts, 2.0) < 0.65).all()


def test_every_claim_has_one_of_the_three_words():
    made = Claims(np.array([0.2, 0.5, 0.85, 1.0]), np.array([0.0, 1.0, 1.0, 1.0]))
    assert made.between(0.0, LIKELY) == (1, 0.0)
    assert made.between(LIKELY, SURE) == (1, 1.0)
    assert made.above(SURE) == (2, 1.0)
    assert Claims(np.zeros(0), np.zeros(0)).above(SURE) == (0, None)
