"""The exact solver against enumeration."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from embed_kcpd import Budget, Limits
from embed_kcpd.errors import InfeasibleError, TooFewUnitsError
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.kernels import Rbf
from embed_kcpd.solvers import cheapest, cheapest_with_count


@st.composite
def problems(draw, max_units=8):
    """A small cost with prices and limits of every kind."""
    n = draw(st.integers(1, max_units))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    rows = rng.normal(size=(n, 2)).round(1)
    weights, ridge = rng.uniform(0.1, 2.0, n), draw(st.sampled_from([0.0, 1.0]))
    prices = rng.uniform(0.0, 2.0, n)
    min_size = draw(st.integers(1, min(3, n)))
    sizes = tuple(rng.integers(0, 4, n).astype(float))
    starts = range(1, n)
    limits = Limits(
        min_size=min_size,
        max_size=draw(st.none() | st.integers(min_size, 8)),
        budgets=draw(st.sampled_from([(), (Budget(sizes, 1.0, 7.0),), (Budget(sizes, 0, 5.0),)])),
        forced=frozenset(s for s in starts if rng.random() < 0.1),
    )
    forbidden = frozenset(s for s in starts if rng.random() < 0.2) - limits.forced
    limits = Limits(min_size, limits.max_size, limits.budgets, limits.forced, forbidden)
    return rows, weights, ridge, prices, limits


@given(problems())
def test_the_cheapest_is_as_cheap_as_trying_everything(problem):
    """Every limit together, weights, ridge and uneven prices."""
    rows, weights, ridge, prices, limits = problem
    n = len(rows)

    def one(start, end):
        return naive.linear_cost(rows, weights, ridge, start, end)

    expected = naive.cheapest(n, one, prices, limits)
    if expected is None:
        with pytest.raises(InfeasibleError):
            cheapest(LinearCost(rows, weights, ridge), prices, limits)
        return
    found = cheapest(LinearCost(rows, weights, ridge), prices, limits)
    assert found.objective == pytest.approx(expected, abs=1e-9)
    assert naive.admissible(found.edges, limits)


@given(problems(), st.integers(1, 8))
def test_a_fixed_count_is_as_cheap_as_trying_everything(problem, n_segments):
    """Exactly that many segments, or an error."""
    rows, weights, ridge, prices, limits = problem
    n = len(rows)

    def one(start, end):
        return naive.linear_cost(rows, weights, ridge, start, end)

    expected = naive.cheapest_with_count(n, one, prices, n_segments, limits)
    cost = LinearCost(rows, weights, ridge)
    if expected is None:
        with pytest.raises(InfeasibleError):
            cheapest_with_count(cost, n_segments, prices, limits)
        return
    found = cheapest_with_count(cost, n_segments, prices, limits)
    assert found.objective == pytest.approx(expected, abs=1e-9)
    assert len(found.spans) == n_segments


@given(problems())
def test_the_rbf_cost_is_the_block_cost_of_the_paper(problem):
    """Prefix sums of the Gram matrix give the double sum over the block."""
    rows = problem[0]
    gram = Rbf().gram(rows)
    cost = GramCost(gram)
    for end in range(1, len(rows) + 1):
        expected = [naive.gram_cost(gram, s, end) for s in range(end)]
        assert cost.column(np.arange(end), end) == pytest.approx(np.array(expected), abs=1e-9)


@given(problems())
def test_a_gain_is_what_merging_would_add(problem):
    """Each boundary's gain is the objective without it, minus the objective."""
    rows, weights, ridge, prices, _ = problem
    found = cheapest(LinearCost(rows, weights, ridge), prices)

    def one(start, end):
        return naive.linear_cost(rows, weights, ridge, start, end)

    for k, gain in enumerate(found.gains):
        edges = found.edges[: k + 1] + found.edges[k + 2 :]
        assert naive.objective(edges, one, prices) - found.objective == pytest.approx(
            gain, abs=1e-9
        )
        assert gain >= -1e-9


def test_no_units_give_no_segments():
    assert cheapest(LinearCost(np.zeros((0, 3))), 1.0).spans == ()


def test_fewer_units_than_min_size_is_an_error_that_says_so():
    with pytest.raises(TooFewUnitsError, match="lower min_size to 2"):
        cheapest(LinearCost(np.eye(2)), 1.0, Limits(min_size=3))
