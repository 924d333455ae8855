"""A segment cost of one's own: number of units, slack and columns, and nothing else."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import naive_search
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.problem.costs.protocol import ColumnCost, CompleteCost, completed
from embed_kcpd.solvers import cheapest, cheapest_each, cheapest_with_count, count, penalty_path
from embed_kcpd.solvers.exact import priced_segmentation
from embed_kcpd.solvers.search import engine
from embed_kcpd.solvers.search.columns import ColumnSearch
from embed_kcpd.solvers.search.engine import traced
from embed_kcpd.solvers.windows import Windows
from solver_cases import objective, some_case


class OwnCost:
    """The columns of another cost; everything else is hidden."""

    def __init__(self, cost):
        self.n_units, self.slack, self._cost = cost.n_units, cost.slack, cost

    def column(self, starts, end):
        assert (np.diff(starts) > 0).all()
        assert (starts < end).all()
        return self._cost.column(starts, end)


class Median:
    """Absolute deviations of numbers from their median: no kernel, no prefix sums."""

    slack = 0.0

    def __init__(self, numbers):
        self._numbers = numbers

    @property
    def n_units(self):
        return len(self._numbers)

    def column(self, starts, end):
        parts = (self._numbers[start:end] for start in starts)
        return np.array([np.abs(part - np.median(part)).sum() for part in parts])


@given(st.integers(0, 2**32))
@settings(max_examples=40)
def test_columns_alone_are_as_cheap_as_trying_every_pair(seed):
    """Every kernel, ridge, uneven and negative prices, every limit, many price lists."""
    rng = np.random.default_rng(seed)
    for _ in range(10):
        case = some_case(rng)
        search = ColumnSearch(OwnCost(case.cost), case.prices, Windows.of(case.limits, case.n))
        search.run()
        for index, prices in enumerate(case.prices):
            expected = naive_search.least_objective(case.table, prices, case.limits)
            value = search.value[index, -1]
            if expected is None:
                assert np.isinf(value)
                continue
            boundaries = traced(search.previous[index])
            assert value == pytest.approx(expected, rel=1e-9, abs=1e-9)
            assert objective(case, boundaries, prices) == pytest.approx(expected, abs=1e-8)
            assert naive.admissible((0, *boundaries, case.n), case.limits)


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_every_solver_takes_a_cost_of_ones_own(seed):
    """Long and short ways: the same objectives as for the cost it wraps."""
    rng = np.random.default_rng(seed)
    case = some_case(rng)
    own, k = OwnCost(case.cost), int(rng.integers(1, case.n + 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "SHORT", 0)
        patch.setattr(engine.Engine.__init__, "__defaults__", (0,))
        patch.setattr(count, "_TABLE_STEPS", float(rng.choice([0.0, 2e8])))
        for solve in (
            lambda cost: [one.objective for one in cheapest_each(cost, case.prices, case.limits)],
            lambda cost: cheapest(cost, case.prices[0], case.limits).objective,
            lambda cost: cheapest_with_count(cost, k, 0.5, case.limits).objective,
            lambda cost: _priced(penalty_path(cost).at(0.3), 0.3),
        ):
            try:
                expected = solve(case.cost)
            except InfeasibleError:
                with pytest.raises(InfeasibleError):
                    solve(own)
                continue
            assert solve(own) == pytest.approx(expected, rel=1e-8, abs=1e-7)


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_gains_are_those_of_the_cost_it_wraps(seed):
    """For the boundaries that were found: equally cheap cuts may differ in their gains."""
    case = some_case(np.random.default_rng(seed))
    prices = case.prices[0]
    try:
        own = cheapest(OwnCost(case.cost), prices, case.limits)
    except InfeasibleError:
        return
    wrapped = priced_segmentation(case.cost, prices, own.boundaries)
    assert own.gains == pytest.approx(wrapped.gains, rel=1e-8, abs=1e-7)


def _priced(segmentation, penalty):
    """What a step of the path costs at a penalty; steps that tie there cost the same."""
    return segmentation.objective + penalty * len(segmentation.boundaries)


def test_a_cost_without_kernel_is_cut_at_its_jumps():
    """Medians instead of means; 900 units go by columns, and each gain is what merging adds."""
    numbers = np.repeat([0.0, 5.0, 1.0], 300) + np.random.default_rng(0).laplace(size=900)
    segmentation = cheapest(Median(numbers), 20.0)
    assert len(segmentation.boundaries) == 2
    assert segmentation.boundaries == pytest.approx((300, 600), abs=3)
    merged = cheapest_with_count(Median(numbers), 2, 20.0)
    assert merged.objective - segmentation.objective == pytest.approx(
        min(segmentation.gains), abs=1e-6
    )


def test_a_long_text_needs_no_matrix_of_its_costs():
    """20,000 units: a matrix would hold 3.2 GB."""
    n = 20_000
    level = np.repeat(np.arange(n // 50) % 2, 50).astype(float)
    sums, squares = np.append(0, level.cumsum()), np.append(0, (level**2).cumsum())

    class Steps:
        n_units, slack = n, 0.0

        def column(self, starts, end):
            total = sums[end] - sums[starts]
            return squares[end] - squares[starts] - total * total / (end - starts)

    tracemalloc.start()
    try:
        segmentation = cheapest(Steps(), 1.0)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert segmentation.boundaries == tuple(range(50, n, 50))
    assert peak < 20e6


def test_only_what_is_missing_is_derived():
    """The costs of this package answer everything themselves."""
    case = some_case(np.random.default_rng(3))
    assert isinstance(case.cost, CompleteCost)
    assert completed(case.cost) is case.cost
    assert isinstance(completed(OwnCost(case.cost)), ColumnCost)
