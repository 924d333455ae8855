"""All segment costs at once, for many penalties over the same text.

In:  a segment cost and windows; then prices and penalties, as often as wanted.
Out: for each penalty the best start of every edge, and the costs along any edges.

Half a matrix is kept, the costs of each end in a row of their own, so the recursion of one
penalty reads every cost at most once; the C code reads a row once for several penalties.
"""

import numpy as np

from embed_kcpd.arrays import FloatArray, Int32Array, IntArray
from embed_kcpd.native import checked_vector, extension, native_available, wanted_engine
from embed_kcpd.problem.costs.linear import LinearCost, scatter, squared
from embed_kcpd.problem.costs.protocol import CompleteCost, CostsAlong
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.solvers.windows import Windows

KEPT_UNITS = 5000
"""Units up to which all costs are kept (100 MB)."""

SQUARE_UNITS = 2500
"""The same for a cost that gives its costs as a square matrix only."""

_CHUNK = 128
"""Ends whose costs are computed together."""


def can_keep(cost: CompleteCost) -> bool:
    """Whether all costs fit in memory, and the C code that reads them is there."""
    most = KEPT_UNITS if isinstance(cost, (LinearCost, RbfCost)) else SQUARE_UNITS
    return native_available() and cost.n_units <= most


class KeptCosts:
    """The cost of [s, t) at place ``t (t - 1) / 2 + s``."""

    def __init__(self, costs: FloatArray, slack: float, windows: Windows) -> None:
        self.costs, self._slack, self._windows = costs, slack, windows
        edges = np.arange(windows.n_units + 1)
        self._ready = np.searchsorted(windows.last, edges).astype(np.int64)

    @classmethod
    def of(
        cls, cost: CompleteCost, windows: Windows, products: FloatArray | None = None
    ) -> "KeptCosts":
        """``products`` are those of all pairs of weighted rows of a linear cost, if known."""
        n = cost.n_units
        kept = cls(np.empty(n * (n + 1) // 2), cost.slack, windows)
        if isinstance(cost, LinearCost):
            if products is None:
                kept._fill_spread(cost)
            else:
                kept._fill_products(cost, products)
        elif isinstance(cost, RbfCost):
            kept._fill_kernel(cost)
        else:
            kept._fill(cost.matrix())
        return kept

    def _row(self, end: int) -> FloatArray:
        """The costs of all segments that end before ``end``."""
        at = end * (end - 1) // 2
        return self.costs[at : at + end]

    def _fill(self, matrix: FloatArray) -> None:
        for end, row in enumerate(matrix[1:], 1):
            self._row(end)[:] = row[:end]

    def _fill_products(self, cost: LinearCost, products: FloatArray) -> None:
        """Sums of products over squares of the matrix, each from the one before."""
        held = np.ascontiguousarray(products, dtype=np.float64)
        weights = np.where(cost.weights > 0.0, cost.weights, 1.0)
        squares = np.append(0.0, np.cumsum(np.diagonal(held) / weights))
        extension().fill_kept(len(held), held, squares, cost.mass, cost.ridge, self.costs)

    def _fill_spread(self, cost: LinearCost) -> None:
        """Sums are counted from the first end of a chunk, so that no digits are lost."""
        sums = cost.running(0, cost.n_units)
        for low in range(1, cost.n_units + 1, _CHUNK):
            high = min(low + _CHUNK, cost.n_units + 1)
            local = sums[:high] - sums[low]
            lengths = squared(local)
            energy = local[low:] @ local.T
            energy *= -2.0
            energy += lengths
            energy += lengths[low:, None]
            squares, mass = cost.squares[:high], cost.mass[:high]
            costs = scatter(
                squares[low:, None] - squares, energy, mass[low:, None] - mass + cost.ridge
            )
            for end in range(low, high):
                self._row(end)[:] = costs[end - low, :end]

    def _fill_kernel(self, cost: RbfCost) -> None:
        """The sum over [s, t) grows by the kernel values between unit t - 1 and those before."""
        joint = np.zeros(cost.n_units)
        for low in range(0, cost.n_units, _CHUNK):
            high = min(low + _CHUNK, cost.n_units)
            values = cost.kernel(slice(low, high), slice(0, high))
            for unit in range(low, high):
                joint[unit] = 1.0
                behind = np.cumsum(values[unit - low, :unit][::-1])[::-1]
                joint[:unit] += 1.0 + 2.0 * behind
                sizes = np.arange(unit + 1, 0, -1)
                np.maximum(sizes - joint[: unit + 1] / sizes, 0.0, out=self._row(unit + 1))

    def starts(self, prices: FloatArray, penalties: FloatArray) -> Int32Array:
        """The best start of each edge, one row for each penalty; -1 where there is none.

        ``prices`` has one number for each edge; that of the last one, the end of the text, is 0.
        """
        n, (first, last, allowed) = self._windows.n_units, self._windows.arrays()
        previous = np.zeros((len(penalties), n + 1), dtype=np.int32)
        added = np.ascontiguousarray(penalties, dtype=np.float64)
        extension().search_kept(
            n,
            self.costs,
            self._slack,
            checked_vector(prices, np.float64, n + 1, "prices"),
            len(added),
            added,
            first,
            last,
            self._ready,
            allowed,
            previous,
            wanted_engine(),
        )
        return previous

    def along(self, edges: IntArray) -> CostsAlong:
        """The cost of each segment between ``edges``, and of each two neighbours together."""
        at = edges * (edges - 1) // 2
        return self.costs[at[1:] + edges[:-1]], self.costs[at[2:] + edges[:-2]]
