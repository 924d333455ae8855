"""The exact search with a Gaussian kernel in C, where the extension was built.

In:  rows and ``gamma``, one or many price lists, windows.
Out: for each list and end the best start of its last segment, and the cost from there.
"""

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.native import checked_vector, extension
from embed_kcpd.problem.costs.rbf_sums import RbfRows, SearchedCosts
from embed_kcpd.solvers.search.native import Solution
from embed_kcpd.solvers.windows import Windows


def rbf_search(
    rows: RbfRows, prices: FloatArray, windows: Windows, *, block_size: int = 0
) -> SearchedCosts:
    """Best starts, -1 where limits leave none, for every row of ``prices`` in one pass.

    Kernel values do not depend on prices and are computed once for all lists.  ``block_size``
    is for tests and measurements: zero chooses, and every other value gives the same optimum.
    """
    lists, n = prices.shape
    starts = np.zeros((lists, n + 1), dtype=np.int64)
    costs, merged = np.zeros((2, lists, n + 1))
    paid = checked_vector(prices.reshape(-1), np.float64, lists * len(rows.values), "prices")
    rows.in_c(
        extension().rbf_search,
        block_size,
        lists,
        paid,
        *windows.arrays(),
        starts,
        costs,
        merged,
    )
    return SearchedCosts(starts, costs, merged)


def rbf_cut(rows: RbfRows, prices: FloatArray, windows: Windows) -> Solution | None:
    """The cheapest segmentation with its costs and gains; None where limits leave none."""
    paid = checked_vector(prices, np.float64, len(rows.values), "prices")
    found: Solution | None = rows.in_c(extension().rbf_cut, paid, *windows.arrays())
    return found
