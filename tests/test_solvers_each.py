"""Many price lists in one pass against enumeration."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import naive
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.native import SWITCH
from embed_kcpd.problem import rows as reading
from embed_kcpd.problem.costs import linear as costs
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.protocol import columns_along
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers import cheapest_each
from test_exact import problems


@pytest.fixture(params=["native", "numpy"])
def engine(request, monkeypatch):
    """C where it was built, and NumPy in any case."""
    monkeypatch.setenv(SWITCH, "0" if request.param == "numpy" else "1")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(problems())
def test_each_row_of_prices_gets_its_own_cheapest_segmentation(engine, problem):
    """With limits and without, as cheap as trying everything, rows of prices far apart."""
    rows, weights, ridge, prices, limits = problem
    cost = LinearCost(rows, weights, ridge)
    table = prices * np.array([[0.0], [0.5], [1.0], [4.0]])

    def naive_cost(start, end):
        return naive.linear_cost(rows, weights, ridge, start, end)

    for some in (UNLIMITED, limits):
        expected = [naive.cheapest(len(rows), naive_cost, row, some) for row in table]
        if None in expected:
            with pytest.raises(InfeasibleError):
                cheapest_each(cost, table, some)
            continue
        solutions = cheapest_each(cost, table, some)
        assert [each.objective for each in solutions] == pytest.approx(expected, abs=1e-9)
        for solution, row in zip(solutions, table, strict=True):
            assert naive.admissible(solution.edges, some)
            assert naive.objective(solution.edges, naive_cost, row) == pytest.approx(
                solution.objective, abs=1e-9
            )


def test_long_inputs_are_summed_in_chunks_to_the_same_costs(monkeypatch):
    """What short inputs read from stored prefix sums, long ones sum again, chunk by chunk."""
    rng = np.random.default_rng(4)
    rows, weights = rng.normal(size=(57, 3)), rng.uniform(0.0, 2.0, 57)
    edges = np.sort(rng.choice(58, 20, replace=False))
    cost = LinearCost(rows, weights, 0.5)
    singles, doubles = columns_along(cost, edges)
    column = cost.column(edges[:-1], 57)

    monkeypatch.setattr(costs, "_STORED_SUMS", 0)
    for chunk in (1, 7, 57, 100):
        monkeypatch.setattr(reading, "CHUNK", chunk)
        again = LinearCost(rows, weights, 0.5)
        assert again.column(edges[:-1], 57) == pytest.approx(column, abs=1e-10)
        for along in again.along([edges, edges[::3], edges]):
            assert len(along[0]) == len(along[1]) + 1
        assert again.along([edges])[0][0] == pytest.approx(singles, abs=1e-10)
        assert again.along([edges[:3], edges])[1][1] == pytest.approx(doubles, abs=1e-10)
