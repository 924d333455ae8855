"""Probabilities of boundaries against listing every segmentation."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import naive
import naive_confidence
from embed_kcpd import Limits, SegmentCount, TextScale
from embed_kcpd.annotations.confidence import (
    boundary,
    matched_posterior,
    price_level,
)
from embed_kcpd.annotations.confidence.gibbs import gibbs
from embed_kcpd.annotations.confidence.gibbs_numpy import NumpyGibbs
from embed_kcpd.annotations.confidence.protocol import NEAR, Walk
from embed_kcpd.errors import InfeasibleError, OptionsError
from embed_kcpd.native import SWITCH
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.kernels import Cosine
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast, Problem
from embed_kcpd.result.posterior import Posterior
from embed_kcpd.solvers import cheapest_with_count
from embed_kcpd.solvers.exact import priced_segmentation
from test_exact import problems


@pytest.fixture(params=["native", "numpy"])
def engine(request, monkeypatch):
    """C where it was built, and NumPy in any case."""
    monkeypatch.setenv(SWITCH, "0" if request.param == "numpy" else "1")


@settings(max_examples=200)
@given(problems(), st.sampled_from([0.02, 0.3, 3.0]))
def test_probabilities_are_those_of_listing_every_segmentation(problem, temperature):
    """Marginals, nearness and silence, under every limit together, in NumPy and in C."""
    rows, weights, ridge, prices, limits = problem
    cost = LinearCost(rows, weights, ridge)

    def segment_cost(start, end):
        return naive.linear_cost(rows, weights, ridge, start, end)

    for walks in (gibbs(cost, temperature, limits), NumpyGibbs(cost, temperature, limits)):
        if naive.cheapest(len(rows), segment_cost, prices, limits) is None:
            with pytest.raises(InfeasibleError):
                walks.posterior(prices)
            continue
        at, near, none, variance = naive_confidence.posterior(
            len(rows), segment_cost, prices, temperature, limits
        )
        walk = walks.walk(prices, 0.0, np.inf)
        assert walk.expected == pytest.approx(sum(at), abs=1e-8)
        assert walk.variance == pytest.approx(variance, abs=1e-8)
        assert walk.posterior.at == pytest.approx(at, abs=1e-8)
        assert walk.posterior.near == pytest.approx(near, abs=1e-8)
        assert walk.posterior.none == pytest.approx(none, abs=1e-8)


def test_marginals_are_computed_only_where_the_expected_number_is_wanted(engine):
    """Looking for the right price level needs no way back."""
    rows = np.repeat(np.eye(3), 5, axis=0)
    walks, prices = gibbs(LinearCost(rows), 0.1), np.full(15, 1.0)
    walk = walks.walk(prices, 0.0, np.inf)
    assert walks.walk(prices, walk.expected + 0.1, np.inf).posterior is None
    assert walks.walk(prices, 0.0, walk.expected - 0.1).posterior is None
    assert walk.posterior.at.sum() == pytest.approx(walk.expected)


@pytest.mark.parametrize(("min_size", "ridge"), [(1, 0.0), (1, 1.0), (4, 1.0)])
def test_dropping_starts_changes_nothing_that_can_be_seen(engine, min_size, ridge):
    """On a text long enough to prune, every marginal is that of the sum over all starts."""
    rng = np.random.default_rng(3)
    topics = rng.normal(size=(12, 8))[np.repeat(np.arange(12), 10)]
    rows = topics + 0.3 * rng.normal(size=topics.shape)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    cost, prices = LinearCost(rows, ridge=ridge), rng.uniform(0.8, 1.2, 120)
    result = gibbs(cost, 0.1, Limits(min_size=min_size)).posterior(prices)
    at = naive_confidence.marginals(cost, prices, 0.1, min_size)
    assert result.at == pytest.approx(at, abs=1e-8)
    assert result.at[10::10].mean() > 0.8


def test_cold_is_certain_and_hot_is_even(engine):
    """A low temperature repeats the optimum, a high one forgets it."""
    rows = np.repeat(np.eye(2), 3, axis=0)
    cold = gibbs(LinearCost(rows), 0.01).posterior(np.full(6, 0.5))
    hot = gibbs(LinearCost(rows), 1e6).posterior(np.full(6, 0.5))
    assert cold.at[3] == pytest.approx(1.0)
    assert hot.at[1:] == pytest.approx(np.full(5, 0.5), abs=1e-3)


def test_an_empty_text_has_no_boundary_for_certain(engine):
    result = gibbs(LinearCost(np.zeros((0, 2))), 1.0).posterior(np.zeros(0))
    assert (result.none, len(result.at)) == (1.0, 0)


def test_one_unit_has_no_boundary_for_certain(engine):
    assert gibbs(LinearCost(np.ones((1, 2))), 1.0).posterior(np.zeros(1)).none == pytest.approx(1.0)


@pytest.mark.parametrize("temperature", [0.0, -1.0, float("nan"), float("inf")])
def test_a_temperature_must_be_positive(temperature):
    with pytest.raises(OptionsError, match="temperature"):
        gibbs(LinearCost(np.eye(2)), temperature)


def test_an_interval_stops_where_no_probability_is_left():
    at = np.array([0.0, 0.0, 0.3, 0.4, 0.0, 0.9])
    assert Posterior(at, at, 0.0).interval(3) == (2, 3)


@given(problems(), st.sampled_from([5.0, 50.0]))
def test_heat_spreads_boundaries_and_makes_no_more_of_them(problem, temperature):
    """As many are expected as were found, however hot it is, unless limits forbid it."""
    rows, weights, _, _, _ = problem
    assume(len(rows) >= 3)
    whole = Problem(
        LinearCost(rows, weights, 1.0),
        np.zeros(len(rows)),
        weights,
        rows,
        weights,
        Cosine(),
        Contrast(),
    )
    segmentation = cheapest_with_count(whole.cost, 2)
    matched = matched_posterior(whole, segmentation, np.zeros(len(rows)), temperature)
    assert matched.at.sum() == pytest.approx(1.0, rel=price_level.COUNT_TOLERANCE * 1.1)


@pytest.mark.parametrize("rule", [*map(SegmentCount, (3, 5, 12)), *map(TextScale, (2, 4, 6))])
def test_a_given_number_of_segments_is_expected(rule):
    """120 sharp topics in a few segments: at the prices that the search for the level began at,
    120 boundaries were expected, and it ended before it came down to a few."""
    rng = np.random.default_rng(4)
    rows = rng.normal(size=(120, 32))[np.arange(1200) // 10] + 0.3 * rng.normal(size=(1200, 32))
    problem = Contrast().problem(rows, np.full(1200, 20.0), UNLIMITED)
    decision = rule.decide(problem)
    found = decision.segmentation
    temperature = boundary.text_temperature(boundary.text_order(problem), 1200)
    law = matched_posterior(problem, found, decision.prices, temperature, decision.penalty)
    expected = len(found.boundaries)
    assert law.at.sum() == pytest.approx(expected, rel=1.1 * price_level.COUNT_TOLERANCE)


class _Curve:
    """A distribution of which only the expected number at each price level is known."""

    temperature = 2.0

    def __init__(self, expected):
        self.expected, self.levels = expected, []

    def walk(self, prices, fewest, most):
        self.levels.append(float(prices[0]))
        level, step = self.levels[-1], 1e-4
        expected = self.expected(level)
        fall = (self.expected(level - step) - self.expected(level + step)) / (2.0 * step)
        is_wanted = fewest <= expected <= most
        posterior = self.posterior(prices) if is_wanted else None
        return Walk(expected, fall * self.temperature, posterior)

    def posterior(self, prices):
        return Posterior(prices, prices, 0.0)


@pytest.mark.parametrize("target", [0.5, 3.0, 40.0])
@pytest.mark.parametrize("power", [0.3, 1.0, 3.0])
def test_the_price_level_is_reached_in_a_few_moves(target, power):
    """However steeply the expected number falls with the price."""
    curve = _Curve(lambda level: 200.0 * np.exp(-power * level / 2.0))
    level = price_level.level_prices(curve, np.zeros(1), target).at[0]
    assert abs(np.log(curve.expected(level) / target)) <= price_level.COUNT_TOLERANCE
    assert len(curve.levels) <= 4


@pytest.mark.parametrize("above", [50.0, 400.0, 1000.0])
def test_prices_at_which_nothing_is_expected_fall_in_longer_and_longer_moves(above):
    """A text that was left uncut at prices hundreds of temperatures too high."""
    curve = _Curve(lambda level: 200.0 * np.exp(-(level + above) / 2.0))
    level = price_level.level_prices(curve, np.zeros(1), 0.5).at[0]
    assert abs(np.log(curve.expected(level) / 0.5)) <= price_level.COUNT_TOLERANCE
    assert len(curve.levels) < price_level.MOST_MOVES


@pytest.mark.parametrize("fall", [0.003, 0.01, 0.04])
def test_a_number_that_hardly_falls_with_the_price_is_followed(fall):
    """Slow drift: many boundaries too sure to go; twelve short moves did not get there."""
    curve = _Curve(lambda level: 52.0 * np.exp(-fall * level / 2.0))
    level = price_level.level_prices(curve, np.zeros(1), 46.0, gains=(9.0,) * 46).at[0]
    assert abs(np.log(curve.expected(level) / 46.0)) <= price_level.COUNT_TOLERANCE
    assert len(curve.levels) <= 7


@pytest.mark.parametrize("fall", [0.5, 0.65, 0.9])
@pytest.mark.parametrize("n_others", [1.0, 30.0, 900.0])
def test_sure_boundaries_stay_and_only_the_others_have_to_become_rare(n_others, fall):
    """The first guess knows which ones are sure; a line through logarithms takes longer."""
    slow, fast = (
        _Curve(lambda level: 6.0 + n_others * np.exp(-fall * level / 2.0)) for _ in range(2)
    )
    price_level.level_prices(slow, np.zeros(1), 6.0)
    level = price_level.level_prices(fast, np.zeros(1), 6.0, gains=(90.0,) * 6).at[0]
    assert abs(np.log(fast.expected(level) / 6.0)) <= price_level.COUNT_TOLERANCE
    assert len(fast.levels) <= min(4, len(slow.levels))


@pytest.mark.parametrize("n_places", [100, 1000, 5000])
@pytest.mark.parametrize("chance", [0.01, 0.1, 0.3])
@pytest.mark.parametrize("n_sure", [0, 6])
def test_one_move_is_enough_where_all_other_places_are_alike(n_places, chance, n_sure):
    """Noise: how much their number varies tells how many places there are."""

    def expected(level):
        odds = chance / (1.0 - chance) * np.exp(-level / _Curve.temperature)
        return n_sure + n_places * odds / (1.0 + odds)

    curve = _Curve(expected)
    price_level.level_prices(curve, np.zeros(1), max(n_sure, 0.5), gains=(90.0,) * n_sure)
    assert len(curve.levels) <= 2


def test_prices_that_are_hundreds_of_temperatures_too_high_fall_in_one_move():
    """So few boundaries are expected there that each is alone: their odds are their number."""
    curve = _Curve(lambda level: 200.0 * np.exp(-(level + 400.0) / _Curve.temperature))
    price_level.level_prices(curve, np.zeros(1), 0.5)
    assert len(curve.levels) == 2


@given(
    st.lists(st.floats(-50.0, 50.0), min_size=1, max_size=20),
    st.integers(1, 500),
    st.floats(0.001, 0.8),
)
def test_the_guess_is_where_its_own_model_expects_the_number(gains, n_places, chance):
    """Boundaries found by their odds, and places with equal odds, added up one by one."""

    def chances(move):
        found = [1.0 / (1.0 + np.exp(min(move - gain, 500.0))) for gain in gains]
        odds = chance / (1.0 - chance) * np.exp(-(1.0 - price_level.ODDS_LAG * chance) * move)
        return np.array(found + [odds / (1.0 + odds)] * n_places)

    now = chances(0.0)
    if now.sum() > len(gains) * 1.05:
        variance = float((now * (1.0 - now)).sum())
        move = price_level.guessed_move(now.sum(), variance, np.array(gains), len(gains))
        assert chances(move).sum() == pytest.approx(len(gains), rel=0.06)


@given(st.integers(1, 500), st.floats(0.001, 0.999), st.floats(1e-3, 0.9))
def test_without_gains_the_guess_is_exact_where_all_places_have_equal_odds(n_places, now, share):
    """From fewer and from more boundaries than wanted."""
    target = n_places * share
    move = price_level.guessed_move(
        n_places * now, n_places * now * (1.0 - now), np.zeros(0), target
    )
    odds = now / (1.0 - now) * np.exp(-(1.0 - price_level.ODDS_LAG * now) * move)
    if now < 1.0 - price_level.FALLS[0]:
        assert n_places * odds / (1.0 + odds) == pytest.approx(target, rel=1e-6)


def test_a_number_that_jumps_over_the_target_ends_beside_the_jump():
    """No level expects the target: the last one tried is next to where the number falls."""
    curve = _Curve(lambda level: 100.0 if level < 7.3 else 1.0)
    level = price_level.level_prices(curve, np.zeros(1), 10.0).at[0]
    assert level == pytest.approx(7.3, abs=0.5)
    assert len(curve.levels) == price_level.MOST_MOVES


def test_near_means_within_so_many_units():
    """``near`` counts a boundary at the unit or next to it, however many there are."""
    assert NEAR == 1
    result = gibbs(LinearCost(np.eye(6)), 1.0).posterior(np.full(6, -50.0))
    assert result.at[1:] == pytest.approx(np.ones(5))
    assert result.near[1:] == pytest.approx(np.ones(5))


def test_places_of_a_long_uncut_text_are_equally_likely():
    """No law is computed where nothing is stated of any place."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(boundary.LONGEST_UNCUT + 1, 4))
    n = len(rows)
    whole = Problem(
        LinearCost(rows),
        np.zeros(n),
        np.ones(n),
        rows,
        np.ones(n),
        Cosine(),
        Contrast(),
        Limits(forbidden=frozenset({7, 8, 9})),
    )
    law = matched_posterior(whole, priced_segmentation(whole.cost, np.ones(n), ()), np.ones(n), 1.0)
    places = [unit for unit in range(1, n) if unit not in (7, 8, 9)]
    assert law.at[places] == pytest.approx(0.5 / len(places))
    assert law.at.sum() == pytest.approx(boundary.EXPECTED_WHEN_UNCUT)
    assert law.at[[0, 7, 8, 9]].sum() == law.near[0] == law.near[8] == 0.0
    assert law.none == pytest.approx(np.exp(-0.5), rel=1e-3)


@pytest.mark.parametrize("seed", range(3))
def test_the_law_of_noise_is_nearly_flat(seed):
    """So little is lost where the places of a long uncut text are not weighed."""
    n = boundary.LONGEST_UNORDERED
    rows = np.random.default_rng(seed).normal(size=(n, 384))
    whole = Contrast().problem(rows, np.full(n, 20.0), UNLIMITED)
    prices = whole.evidence + 2.0
    uncut = priced_segmentation(whole.cost, prices, ())
    near = matched_posterior(whole, uncut, prices, boundary.text_temperature(0.0, n)).near[2:-2]
    assert near.mean() / 3 < near.min() < near.max() < 3 * near.mean()


@pytest.mark.parametrize("excess", [0, 1])
def test_without_order_the_places_of_an_uncut_text_are_equally_likely_sooner(excess):
    """The highest temperature is that of a text whose order says nothing."""
    n = boundary.LONGEST_UNORDERED + excess
    rows = np.random.default_rng(1).normal(size=(n, 4))
    whole = Contrast().problem(rows, np.full(n, 20.0), UNLIMITED)
    uncut = priced_segmentation(whole.cost, np.full(n, 50.0), ())
    hottest = boundary.text_temperature(-3.0, n)
    for temperature, is_flat in ((hottest, excess == 1), (0.9 * hottest, False)):
        law = matched_posterior(whole, uncut, np.full(n, 50.0), temperature)
        assert (np.ptp(law.at[1:]) == 0.0) == is_flat
        assert law.at.sum() == pytest.approx(boundary.EXPECTED_WHEN_UNCUT, rel=0.06)
