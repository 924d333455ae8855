"""Many price lists in one pass against one solve for each."""

import numpy as np
import pytest
from hypothesis import given

from embed_kcpd.costs import LinearCost
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.limits import UNLIMITED
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
        found = [one.objective for one in cheapest_each(cost, table, some)]
        assert found == pytest.approx(expected, abs=1e-9)
