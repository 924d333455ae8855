"""The price level that a long text is walked at first."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd import Contrast
from embed_kcpd.annotations.confidence import boundary, first_level
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers.exact import cheapest


def problem_of(n, block, seed, dim=12):
    rng = np.random.default_rng(seed)
    topics = rng.normal(size=(n // block + 1, dim))
    vectors = topics[np.arange(n) // block] + 0.8 * rng.normal(size=(n, dim))
    return Contrast().problem(vectors, rng.integers(3, 40, n).astype(float), UNLIMITED)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 200), st.integers(5, 60), st.integers(0, 10**6))
def test_one_more_boundary_saves_what_the_costs_say(n, block, seed):
    problem = problem_of(n, block, seed)
    prices = 2.0 + problem.evidence
    found = cheapest(problem.cost, prices)
    ends = [0, *found.boundaries, n]
    costs = problem.cost.matrix()
    expected = [
        costs[ends[k + 1], ends[k]] - costs[t, ends[k]] - costs[ends[k + 1], t] - prices[t]
        for k in range(len(ends) - 1)
        for t in range(ends[k] + 1, ends[k + 1])
        if t % first_level.STEP == first_level.STEP // 2
    ]
    gains = first_level.gains_of_more(problem.cost, found, prices)
    assert gains == pytest.approx(np.array(expected), abs=1e-4)


@pytest.mark.parametrize("block", [30, 300, 5000])
def test_where_the_first_walk_begins_does_not_decide_what_is_expected(block, monkeypatch):
    """From level zero or from a guess: as many boundaries are expected as were found."""
    problem = problem_of(1500, block, 3)
    prices = 4.0 + problem.evidence
    found = cheapest(problem.cost, prices)
    target = max(len(found.boundaries), boundary.EXPECTED_WHEN_UNCUT)
    for longest in (4000, 100):
        monkeypatch.setattr(boundary, "LONG", longest)
        law = boundary.matched_posterior(problem, found, prices, 0.5)
        assert law.at.sum() == pytest.approx(target, rel=0.06)


def test_a_price_far_above_the_temperature_need_not_rise():
    problem = problem_of(500, 100, 1)
    prices = 9.0 + problem.evidence
    found = cheapest(problem.cost, prices)
    target = float(len(found.boundaries))
    assert first_level.first_level(problem.cost, found, prices, 0.1, target) == 0.0
    assert first_level.first_level(problem.cost, found, prices, 3.0, target) > 0.0
