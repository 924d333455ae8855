"""The exact search with a Gaussian kernel in C, where the extension was built.

In:  rows and ``gamma``, one or many price lists, windows.
Out: for each list and end the best start of its last segment, and the cost from there.
"""

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.native import address, checked_vector, extension, wanted_engine
from embed_kcpd.problem.costs.rbf_sums import RbfRows, SearchedCosts
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
    costs = np.zeros((lists, n + 1))
    ready = np.searchsorted(windows.last, np.arange(n + 1))
    held = (
        checked_vector(prices.reshape(-1), np.float64, lists * len(rows.values), "prices"),
        checked_vector(windows.first, np.int64, n + 1, "first"),
        checked_vector(windows.last, np.int64, n + 1, "last"),
        checked_vector(ready, np.int64, n + 1, "ready"),
        checked_vector(windows.allowed, np.bool_, n + 1, "allowed"),
    )
    extension().rbf_search(
        wanted_engine(),
        rows.arguments,
        block_size,
        lists,
        *(address(array) for array in held),
        address(starts),
        address(costs),
    )
    return SearchedCosts(starts, costs)
