"""The block-lazy search and the cost matrix against plain dynamic programming."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import naive_search
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.solvers.search.block_lazy import Search
from embed_kcpd.solvers.search.engine import Engine, Table, traced
from embed_kcpd.solvers.search.linear import LinearFrontier
from embed_kcpd.solvers.search.rbf import RbfFrontier
from embed_kcpd.solvers.windows import Windows
from solver_cases import objective, some_case

CASES = 20
"""Random problems in one example."""

JUDGE = 1e-10
"""Rounding of the naive table, whose rows are not centred."""


def searched(case, frontier=None):
    """The table of the block-lazy search, whatever the length."""
    lists = len(case.prices)
    if frontier is None:
        kind = LinearFrontier if isinstance(case.cost, LinearCost) else RbfFrontier
        frontier = kind(case.cost, lists, case.block)
    search = Search(case.prices, Windows.of(case.limits, case.n), frontier)
    search.run(case.block)
    return Table(search.value, search.previous)


def assert_exact(case, table):
    for index, prices in enumerate(case.prices):
        expected = naive_search.least_objective(case.table, prices, case.limits)
        value = table.value[index, -1]
        if expected is None:
            assert np.isinf(value)
            continue
        boundaries = traced(table.previous[index])
        assert value == pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert objective(case, boundaries, prices) == pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert naive.admissible((0, *boundaries, case.n), case.limits)


@given(st.integers(0, 2**32))
@settings(max_examples=40)
def test_the_search_is_as_cheap_as_trying_every_pair(seed):
    """Every kernel, weights, ridge, uneven and negative prices, every limit, any block."""
    rng = np.random.default_rng(seed)
    for _ in range(CASES):
        case = some_case(rng)
        assert_exact(case, searched(case))


@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_one_cost_matrix_is_as_cheap_as_trying_every_pair(seed):
    """The way short inputs go; long enough that starts are dropped on the way."""
    rng = np.random.default_rng(seed)
    for _ in range(CASES):
        case = some_case(rng, max_units=80 if rng.random() < 0.2 else 30)
        assert_exact(case, Engine(case.cost, case.limits)._by_matrix(case.prices))


class Watched(LinearFrontier):
    """A frontier that compares each of its claims with the truth."""

    def __init__(self, case):
        super().__init__(case.cost, len(case.prices), case.block)
        self.table = case.table
        self.value = None
        self.claims = 0

    def drop(self, value, ready):
        self.value = value
        totals = value[:, : self._end] + self.table[: self._end, self._end]
        for block in self._live:
            members = slice(block * self.block, (block + 1) * self.block)
            known = self._blocks.known[block] + self._chain
            alive = np.isfinite(self._blocks.total[block])
            least = np.where(alive, totals[:, members], np.inf).min(axis=1)
            finite = np.isfinite(known)
            assert (known[finite] <= least[finite] + self.margin + JUDGE).all()
            self.claims += 1
        super().drop(value, ready)

    def contenders(self, ceilings):
        starts, wanted = super().contenders(ceilings)
        edges = np.arange(self._start + 1, self._end + 1)
        for index in range(len(ceilings)):
            chosen = set(starts[wanted[index]].tolist())
            for block in self._live:
                if not np.isfinite(self._blocks.least[block, index]):
                    continue
                for start in range(block * self.block, (block + 1) * self.block):
                    alive = np.isfinite(self._blocks.total[block, index, start % self.block])
                    if alive and start not in chosen:
                        totals = self.value[index, start] + self.table[start, edges]
                        assert (totals >= ceilings[index] - self.margin - JUDGE).all()
        return starts, wanted


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_no_bound_exceeds_the_truth(seed):
    """A start that is not named never goes below the ceiling; a block's bound is never too high."""
    rng = np.random.default_rng(seed)
    claims = 0
    for _ in range(CASES):
        case = some_case(rng)
        if isinstance(case.cost, LinearCost):
            watched = Watched(case)
            searched(case, watched)
            claims += watched.claims
    assert claims > 0


@given(st.integers(0, 2**32))
@settings(max_examples=15)
def test_splitting_costs_at_most_the_slack(seed):
    """C(s, t) + C(t, u) <= C(s, u) + slack, and C(s, t) + C0(t, u) <= C(s, u) without a ridge."""
    rng = np.random.default_rng(seed)
    for _ in range(CASES):
        case = some_case(rng)
        if not isinstance(case.cost, LinearCost) or case.n < 2:
            continue
        free = naive_search.cost_matrix(case.cost.rows, case.cost.weights, 0.0)
        s, t, u = sorted(rng.choice(case.n + 1, 3, replace=False)) if case.n > 1 else (0, 0, 0)
        whole, left = case.table[s, u], case.table[s, t]
        room = 1e-9 * max(1.0, whole)
        assert left + case.table[t, u] <= whole + case.cost.slack + room
        assert left + free[t, u] <= whole + room


@pytest.mark.slow
def test_thousands_of_longer_inputs_are_exact():
    """The soak: the same promise on many more and longer problems."""
    for seed in range(3000):
        case = some_case(np.random.default_rng(seed), max_units=150)
        assert_exact(case, searched(case))
        assert_exact(case, Engine(case.cost, case.limits)._by_matrix(case.prices))
