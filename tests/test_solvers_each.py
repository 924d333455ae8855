"""Many price lists in one pass against one solve for each."""

import numpy as np
import pytest
from hypothesis import given

from embed_kcpd.errors import InfeasibleError
from embed_kcpd.problem.costs import linear as costs
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.protocol import columns_along
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers import cheapest, cheapest_each
from test_exact import problems


@given(problems(max_units=12))
def test_each_row_of_prices_gets_its_own_cheapest_segmentation(problem):
    """With limits and without, rows of prices far apart from each other."""
    rows, weights, ridge, prices, limits = problem
    cost = LinearCost(rows, weights, ridge)
    table = prices * np.array([[0.0], [0.5], [1.0], [4.0]])
    for some in (UNLIMITED, limits):
        try:
            expected = [cheapest(cost, row, some).objective for row in table]
        except InfeasibleError:
            with pytest.raises(InfeasibleError):
                cheapest_each(cost, table, some)
            continue
        objectives = [solution.objective for solution in cheapest_each(cost, table, some)]
        assert objectives == pytest.approx(expected, abs=1e-9)


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
        monkeypatch.setattr(costs, "_CHUNK", chunk)
        again = LinearCost(rows, weights, 0.5)
        assert again.column(edges[:-1], 57) == pytest.approx(column, abs=1e-10)
        for along in again.along([edges, edges[::3], edges]):
            assert len(along[0]) == len(along[1]) + 1
        assert again.along([edges])[0][0] == pytest.approx(singles, abs=1e-10)
        assert again.along([edges[:3], edges])[1][1] == pytest.approx(doubles, abs=1e-10)
