"""Similarity by distance, reach and price against pair-by-pair sums."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_granularity as naive
from embed_kcpd import native
from embed_kcpd.granularity.text_scale import bands
from embed_kcpd.granularity.text_scale.bands import striped_curves, window_sums
from embed_kcpd.granularity.text_scale.pairs import AllPairs
from embed_kcpd.granularity.text_scale.price import (
    USUAL_REACH,
    boundary_prices,
    drawn_reaches,
    prose_reaches,
)
from embed_kcpd.granularity.text_scale.reach import (
    ONE_WINDOW,
    curve_of,
    horizon,
    reach,
    reach_profile,
    usual_reach,
)
from embed_kcpd.problem.contrast import contrast_rows, length_weights

SINGLE = 5e-7
"""How near the windows that C transforms in float32 come to sums in float64."""


def text_of_blocks(n, length, seed=0, dim=24, noise=1.0):
    """Rows and weights of a text that changes its subject every ``length`` units."""
    rng = np.random.default_rng(seed)
    subject = np.arange(n) // length
    vectors = rng.normal(size=(subject[-1] + 1, dim))[subject] + noise * rng.normal(size=(n, dim))
    words = rng.integers(1, 60, n).astype(float)
    weights = length_weights(words)
    return contrast_rows(vectors, weights), weights, words


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 40), st.integers(0, 10**6))
def test_the_curve_is_the_mean_over_pairs(n, seed):
    """k(l) and the reach, pair by pair, for every short text."""
    rows, weights, _ = text_of_blocks(n, 4, seed, dim=5)
    expected = naive.similarity_by_distance(rows, weights)
    curve = curve_of(AllPairs.of(rows[:], weights))
    assert curve == pytest.approx(expected, abs=1e-9)
    assert reach(curve) == pytest.approx(naive.reach(list(expected)))


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6), st.integers(1, 9), st.integers(1, 9), st.integers(0, 10**6))
def test_shared_stripes_sum_what_each_window_holds(stride, n_windows, at_once, seed):
    """No pair is lost or counted twice where windows overlap, whatever lies past the end."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(stride * (n_windows + 3) + int(rng.integers(0, 3)), 3))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bands, "STRIPES_AT_ONCE", at_once)
        sums = window_sums(rows, stride, n_windows)
    for window in range(n_windows):
        part = rows[window * stride : (window + 4) * stride]
        gram = part @ part.T
        expected = [np.trace(gram, distance) for distance in range(1, 2 * stride + 1)]
        assert sums[window] == pytest.approx(np.array(expected), abs=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 10**6))
def test_each_window_has_the_curve_of_its_own_units(stride, n_windows, seed):
    """NumPy and every engine in C: one pass gives what each window gives by itself."""
    rng = np.random.default_rng(seed)
    n = stride * (n_windows + 3) + int(rng.integers(0, 3))
    values = rng.normal(size=(n, int(rng.choice([1, 7, 33]))))
    rows = contrast_rows(values.astype(rng.choice([np.float32, np.float64])), np.ones(n))
    weights = rng.uniform(0, 2, n)
    expected = [
        naive.similarity_by_distance(
            rows[start : start + 4 * stride], weights[start:][: 4 * stride]
        )
        for start in range(0, n_windows * stride, stride)
    ]
    # Sums of products are rounded by a share of the squares, then divided by their mass.
    masses = [
        np.correlate(part, part, "full")[4 * stride :][: 2 * stride] / (part @ part)
        for part in (
            weights[start:][: 4 * stride] for start in range(0, n_windows * stride, stride)
        )
    ]
    allowed = SINGLE / np.minimum(masses, 1.0)
    for name in ("numpy", *(native.available_engines() if native.native_available() else ())):
        with pytest.MonkeyPatch.context() as patch:
            if name == "numpy":
                patch.setenv(native.SWITCH, "0")
            else:
                patch.setenv(native.ENGINE, name)
            curves = striped_curves(rows, weights, stride, n_windows)
        if name == "numpy":
            assert curves == pytest.approx(np.array(expected), rel=1e-9, abs=1e-9)
        assert np.all(np.abs(curves - expected) <= allowed)


@pytest.mark.parametrize("n", [3, 100, ONE_WINDOW, ONE_WINDOW + 1, 384, 433])
@pytest.mark.parametrize(
    ("dim", "prose", "topics"), [(6, 0.0, 1.0), (90, 0.4, 1.0), (90, 1.0, 1.5), (90, 1.0, 0.6)]
)
def test_prices_follow_the_windows(n, dim, prose, topics):
    """One price for a short text, log-linear between windows in a long one."""
    rows, weights, words = text_of_blocks(n, 9, seed=n, dim=dim)
    expected = naive.prices(rows, weights, words, prose, topics)
    profile = reach_profile(rows, weights, words, topic_sharpness=topics)
    measured = profile.prices_of(prose)
    assert measured == pytest.approx(expected, rel=1e-9 if n <= ONE_WINDOW else SINGLE)


@pytest.mark.parametrize("length", [4, 8, 16, 32])
def test_the_horizon_is_about_the_length_of_a_block(length):
    """Similarity by distance reaches the background where blocks end."""
    rows, weights, _ = text_of_blocks(256, length, seed=length, dim=100)
    assert horizon(curve_of(AllPairs.of(rows[:], weights))) == pytest.approx(length, rel=0.3)


def test_reach_does_not_depend_on_the_length_of_the_text():
    """Ten times the units of the same kind have the same price."""
    short, long = (
        np.median(reach_profile(*text_of_blocks(n, 10, seed=5, dim=100)).prices)
        for n in (400, 4000)
    )
    assert long == pytest.approx(short, rel=0.1)


def test_the_price_follows_a_change_of_pace():
    """Where blocks grow from 5 to 60 units the price grows with them."""
    quick, words = text_of_blocks(600, 5, seed=1, dim=60)[0], np.full(1200, 20.0)
    slow = text_of_blocks(600, 60, seed=2, dim=60)[0]
    prices = reach_profile(np.vstack([quick, slow]), np.ones(1200), words).prices
    assert prices[1100] > 3 * prices[100]


@pytest.mark.parametrize("dim", [8, 90, 400])
def test_where_alike_units_stand_out_less_from_chance_short_texts_pay_less(dim):
    """The usual reach follows the spread of the similarities, down to a least one."""
    rows, _, words = text_of_blocks(40, 4, seed=3, dim=dim)
    spread = AllPairs.of(rows[:], np.ones(40)).measured().spread
    usual = usual_reach(spread, float(words.mean()))
    assert usual == pytest.approx(naive.usual_reach(rows, words))
    assert usual <= USUAL_REACH
    assert usual_reach(0.0) == pytest.approx(USUAL_REACH * 0.7**4)


def test_a_small_spread_of_few_words_says_nothing():
    """Short sentences of which no two are alike; in between the reach rises with the words."""
    reaches = [usual_reach(0.1, words) for words in (1.0, 6.0, 6.7, 7.5, 8.2, 9.0, 40.0)]
    assert reaches[0] == reaches[1] == USUAL_REACH
    assert reaches == sorted(reaches, reverse=True)
    assert reaches[-2] == reaches[-1] == usual_reach(0.1)


def price(reach, words):
    return boundary_prices(np.array([reach]), np.array([float(words)]))[0]


def test_longer_units_cost_less_and_shorter_ones_more():
    """Times (20 / words)^(1/3), held between 5 and 200 words."""
    plain = price(10.0, 20)
    assert price(10.0, 160) == pytest.approx(plain / 2)
    assert price(10.0, 1) == price(10.0, 5)
    assert price(10.0, 10**6) == price(10.0, 200)


def test_few_units_are_drawn_to_the_usual_reach():
    """With 32 units the measured reach weighs half, on a logarithmic scale."""
    drawn = drawn_reaches(np.array([10.0]), 32, USUAL_REACH)
    assert drawn == pytest.approx(math.sqrt(10 * math.e))


def of_prose(reach, n_units, words=20.0, sharpness=1.0):
    arrays = (np.array([value]) for value in (reach, words, sharpness))
    drawn, per_unit, sharp = arrays
    return prose_reaches(drawn, n_units, per_unit, USUAL_REACH, sharp)[0]


def test_the_usual_reach_of_prose_grows_with_its_length():
    """Ten times the units, 10^0.8 times the reach; texts up to 32 units stay as measured."""
    assert of_prose(2.5, 32) == of_prose(2.5, 4) == 2.5
    assert of_prose(2.5, 48) == pytest.approx(math.sqrt(2.5 * USUAL_REACH * 1.5**0.8))
    assert of_prose(10.0, 320) == pytest.approx(USUAL_REACH * 10**0.8)
    assert of_prose(9.0, 320, words=40.0) == pytest.approx(USUAL_REACH * 10**0.8 / 2**0.25)


def test_a_long_reach_and_sharp_topics_are_taken_as_measured_and_none_is_raised_far():
    assert of_prose(40.0, 320) == 40.0
    assert of_prose(1.0, 320) == pytest.approx(2.5)
    assert of_prose(1.0, 320, sharpness=1.9) == 1.0
    assert of_prose(1.0, 320, sharpness=1.75) == pytest.approx(math.sqrt(2.5))


def test_a_curve_without_likeness_has_reach_one():
    assert reach(np.array([-0.1, -0.2])) == 1.0
    assert reach(np.zeros(0)) == 1.0
