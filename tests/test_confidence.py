"""Probabilities of boundaries against listing every segmentation."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import naive
import naive_confidence
from embed_kcpd import Limits
from embed_kcpd.annotations.confidence import matched_posterior, posterior
from embed_kcpd.errors import InfeasibleError, OptionsError
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.kernels import Cosine
from embed_kcpd.problem.objectives import Contrast, Problem
from embed_kcpd.result.posterior import Posterior
from embed_kcpd.solvers import cheapest_with_count
from test_exact import problems


@settings(max_examples=200)
@given(problems(), st.sampled_from([0.02, 0.3, 3.0]))
def test_probabilities_are_those_of_listing_every_segmentation(problem, temperature):
    """Marginals, nearness and silence, under every limit together."""
    rows, weights, ridge, prices, limits = problem
    cost = LinearCost(rows, weights, ridge)

    def one(start, end):
        return naive.linear_cost(rows, weights, ridge, start, end)

    if naive.cheapest(len(rows), one, prices, limits) is None:
        with pytest.raises(InfeasibleError):
            posterior(cost, prices, temperature, limits)
        return
    at, near, none = naive_confidence.posterior(len(rows), one, prices, temperature, limits)
    found = posterior(cost, prices, temperature, limits)
    assert found.at == pytest.approx(at, abs=1e-8)
    assert found.near == pytest.approx(near, abs=1e-8)
    assert found.none == pytest.approx(none, abs=1e-8)


@pytest.mark.parametrize(("min_size", "ridge"), [(1, 0.0), (1, 1.0), (4, 1.0)])
def test_dropping_starts_changes_nothing_that_can_be_seen(min_size, ridge):
    """On a text long enough to prune, every marginal is that of the sum over all starts."""
    rng = np.random.default_rng(3)
    topics = rng.normal(size=(12, 8))[np.repeat(np.arange(12), 10)]
    rows = topics + 0.3 * rng.normal(size=topics.shape)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    cost, prices = LinearCost(rows, ridge=ridge), rng.uniform(0.8, 1.2, 120)
    found = posterior(cost, prices, 0.1, Limits(min_size=min_size))
    at = naive_confidence.marginals(cost, prices, 0.1, min_size)
    assert found.at == pytest.approx(at, abs=1e-8)
    assert found.at[10::10].mean() > 0.8


def test_cold_is_certain_and_hot_is_even():
    """A low temperature repeats the optimum, a high one forgets it."""
    rows = np.repeat(np.eye(2), 3, axis=0)
    cold = posterior(LinearCost(rows), np.full(6, 0.5), 0.01)
    hot = posterior(LinearCost(rows), np.full(6, 0.5), 1e6)
    assert cold.at[3] == pytest.approx(1.0)
    assert hot.at[1:] == pytest.approx(np.full(5, 0.5), abs=1e-3)


def test_an_empty_text_has_no_boundary_for_certain():
    found = posterior(LinearCost(np.zeros((0, 2))), np.zeros(0), 1.0)
    assert (found.none, len(found.at)) == (1.0, 0)


def test_one_unit_has_no_boundary_for_certain():
    assert posterior(LinearCost(np.ones((1, 2))), np.zeros(1), 1.0).none == pytest.approx(1.0)


@pytest.mark.parametrize("temperature", [0.0, -1.0, float("nan"), float("inf")])
def test_a_temperature_must_be_positive(temperature):
    with pytest.raises(OptionsError, match="temperature"):
        posterior(LinearCost(np.eye(2)), np.zeros(2), temperature)


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
    found = cheapest_with_count(whole.cost, 2)
    matched = matched_posterior(whole, found, np.zeros(len(rows)), temperature)
    assert matched.at.sum() == pytest.approx(1.0, rel=0.08)
