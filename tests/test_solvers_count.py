"""Exactly so many segments: the table, and the way through a penalty."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import naive
import naive_search
from embed_kcpd import Limits
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.problem.costs import linear, rbf
from embed_kcpd.problem.costs.between_edges import between_edges
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.kernels import Rbf
from embed_kcpd.solvers import cheapest, cheapest_with_count
from embed_kcpd.solvers.count import count_with_penalty
from embed_kcpd.solvers.count_by_penalty import by_penalty
from embed_kcpd.solvers.exact import priced_segmentation
from embed_kcpd.solvers.feasible import possible_counts
from embed_kcpd.solvers.search.engine import Engine
from embed_kcpd.solvers.windows import Windows
from solver_cases import objective, some_case


def least_for_each_count(case, prices):
    """The least objective for every number of segments, by the plainest table."""
    first, last = case.limits.windows(case.n)
    allowed = case.limits.open_starts(case.n)
    value = np.full((case.n + 1, case.n + 1), np.inf)
    value[0, 0] = 0.0
    for end in range(1, case.n + 1):
        for start in range(first[end], last[end] + 1):
            if allowed[end]:
                paid = prices[end] if end < case.n else 0.0
                total = value[:-1, start] + case.table[start, end] + paid
                value[1:, end] = np.minimum(value[1:, end], total)
    return value[:, case.n]


@example(10000058)  # rows equal but for their rounding: no outlier
@example(318438547)  # rows of zeros: the search for a penalty went round for ever
@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_every_count_is_as_cheap_as_the_plainest_table(seed):
    """By the table and by a penalty, on its path or off it, under every limit."""
    rng = np.random.default_rng(seed)
    case = some_case(rng, max_units=18)
    prices = case.prices[0]
    least = least_for_each_count(case, prices)
    for count in range(1, case.n + 1):
        if np.isinf(least[count]):
            with pytest.raises(InfeasibleError):
                cheapest_with_count(case.cost, count, prices, case.limits)
            continue
        segmentation = cheapest_with_count(case.cost, count, prices, case.limits)
        assert segmentation.objective == pytest.approx(least[count], rel=1e-9, abs=1e-8)
        boundaries, _ = by_penalty(Engine(case.cost, case.limits), prices, count)
        assert len(boundaries) == count - 1
        assert naive.admissible((0, *boundaries, case.n), case.limits)
        assert objective(case, boundaries, prices) == pytest.approx(
            least[count], rel=1e-9, abs=1e-8
        )


@given(st.integers(0, 2**32))
@settings(max_examples=40)
def test_possible_counts_are_an_interval_and_its_ends_are_right(seed):
    """Every number between the fewest and the most segments can be had."""
    case = some_case(np.random.default_rng(seed), max_units=18)
    possible = possible_counts(Windows.of(case.limits, case.n))
    feasible = np.flatnonzero(np.isfinite(least_for_each_count(case, case.prices[0])))
    if len(feasible) == 0:
        assert possible is None
    else:
        assert possible == (feasible[0], feasible[-1])
        assert len(feasible) == feasible[-1] - feasible[0] + 1


def test_an_impossible_count_names_the_possible_ones():
    """Under a minimum and a maximum size."""
    cost = LinearCost(np.eye(10))
    with pytest.raises(InfeasibleError, match="choose a number from 3 to 5"):
        cheapest_with_count(cost, 6, limits=Limits(min_size=2, max_size=4))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("huge", [1e9, 1e13])
def test_huge_prices_cost_no_digits_at_the_other_places(seed, huge):
    """The fewest, the most and other counts, where a few places must not be boundaries."""
    rng = np.random.default_rng(seed)
    rows = np.repeat(rng.normal(size=(12, 4)), 10, axis=0) + 0.8 * rng.normal(size=(120, 4))
    prices = rng.uniform(0.0, 1.0, 120)
    prices[rng.choice(np.arange(1, 120), 3, replace=False)] = huge
    limits = Limits(min_size=3, max_size=int(rng.integers(15, 40)))
    engine = Engine(LinearCost(rows), limits)
    fewest, most = possible_counts(engine.windows)
    for count in (fewest, fewest + 1, (fewest + most) // 2, most - 1):
        boundaries, _ = by_penalty(engine, prices, count)
        table = cheapest_with_count(engine.cost, count, prices, limits)
        objective = priced_segmentation(engine.cost, prices, boundaries).objective
        assert objective == pytest.approx(table.objective, rel=1e-9)


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_a_count_does_not_depend_on_the_scale_of_the_vectors(scale):
    rng = np.random.default_rng(0)
    rows = np.repeat(rng.normal(size=(6, 4)), 10, axis=0) + 0.5 * rng.normal(size=(60, 4))
    for count in (2, 5, 30, 59):
        boundaries, _ = by_penalty(Engine(LinearCost(rows), Limits()), np.zeros(60), count)
        scaled, _ = by_penalty(Engine(LinearCost(rows * scale), Limits()), np.zeros(60), count)
        assert scaled == boundaries


def test_a_gram_matrix_is_read_backwards_too():
    """The way through a penalty works for any kernel."""
    rng = np.random.default_rng(5)
    rows = np.repeat(rng.normal(size=(4, 3)), 6, axis=0) + 0.3 * rng.normal(size=(24, 3))
    cost = GramCost(Rbf().gram(rows))
    for count in range(1, 25):
        table = cheapest_with_count(cost, count)
        boundaries, _ = by_penalty(Engine(cost, Limits()), np.zeros(24), count)
        edges = np.array([0, *boundaries, 24])
        assert cost.pairs(edges[:-1], edges[1:]).sum() == pytest.approx(table.objective, abs=1e-9)


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_the_values_of_all_edges_are_those_of_the_plainest_table(seed):
    """In C and in NumPy, under every limit; infinite where no segmentation ends."""
    case = some_case(np.random.default_rng(seed), max_units=40)
    prices = case.prices[0]
    least = naive_search.least_totals(case.table, prices, case.limits)
    if np.isinf(least[-1]):
        with pytest.raises(InfeasibleError):
            Engine(case.cost, case.limits).values(prices)
        return
    values = Engine(case.cost, case.limits).values(prices)
    assert values == pytest.approx(least, rel=1e-9, abs=1e-8)


@pytest.mark.parametrize("length", [10, 300])
def test_the_values_of_a_long_text_are_those_of_numpy(length):
    """With short segments and with long ones: two searches of C."""
    rng = np.random.default_rng(length)
    rows = rng.normal(size=(3, 16))[np.arange(900) // length % 3] + rng.normal(size=(900, 16))
    prices = rng.uniform(5.0, 10.0, 900)
    cost = LinearCost(rows, rng.uniform(0.5, 2.0, 900), 1.0)
    table = Engine(cost, Limits()).solve(prices[None, :])
    assert Engine(cost, Limits()).values(prices) == pytest.approx(table.value[0], rel=1e-12)


@given(st.integers(0, 2**32))
@settings(max_examples=40)
def test_costs_between_few_edges_are_those_of_whole_columns(seed):
    """From sums at the edges alone, for sums of rows and for kernel values."""
    rng = np.random.default_rng(seed)
    case = some_case(rng, max_units=40)
    inner = np.flatnonzero(rng.random(case.n - 1) < 0.4) + 1
    edges = np.array([0, *inner, case.n])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rbf, "_STORED", 0)
        patch.setattr(rbf, "_CHUNK", 7)
        patch.setattr(linear, "CHUNK", 7)
        few = between_edges(case.cost, edges)
        assert few is not case.cost
        for end in range(1, len(edges)):
            column = few.column(edges[:end], int(edges[end]))
            assert column == pytest.approx(case.table[edges[:end], edges[end]], abs=1e-8)


@pytest.mark.parametrize("n_segments", [5, 20])
def test_a_long_text_is_cut_into_so_many_segments_without_all_costs(n_segments, monkeypatch):
    """5 segments of 6,000 units took 13 seconds: the cost of every pair of units was computed."""

    def refused(*_):
        raise AssertionError("no column of all costs is needed")

    rng = np.random.default_rng(1)
    rows = rng.normal(size=(60, 64))[np.arange(3000) // 50] + rng.normal(size=(3000, 64))
    monkeypatch.setattr(LinearCost, "column", refused)
    segmentation = cheapest_with_count(LinearCost(rows), n_segments)
    assert segmentation.n_segments == n_segments


@pytest.mark.parametrize("n_segments", [3, 6, 12])
@pytest.mark.parametrize("dim", [4, 200])
def test_the_penalty_of_a_count_makes_it_the_cheapest(n_segments, dim):
    """By the table (few numbers) and by a penalty (many): topics of growing strength lie on the
    path with every number of segments."""
    rng = np.random.default_rng(8)
    means = np.cumsum(rng.normal(size=(12, dim)) * np.linspace(3.0, 9.0, 12)[:, None], axis=0)
    cost = LinearCost(np.repeat(means, 10, axis=0) + 0.3 * rng.normal(size=(120, dim)))
    segmentation, penalty = count_with_penalty(cost, n_segments)
    assert cheapest(cost, penalty).boundaries == segmentation.boundaries
    assert segmentation.n_segments == n_segments
