"""The segment cost of a Gaussian kernel on inputs too long for a Gram matrix.

In:  rows and ``gamma`` of the kernel ``exp(-gamma |x - y|**2)``.
Out: a ``SegmentCost``: ``C(s, e) = (e - s) - sum k(t, u) / (e - s)`` over the block.

Kernel values are computed in blocks where they are needed, so that a long input takes no
more memory than its rows.  C reads the rows as they were given; the scaled ones that NumPy
multiplies are made when they are first asked for.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.errors import OptionsError
from embed_kcpd.native import native_available
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.costs.protocol import CostsAlong, columns_along
from embed_kcpd.problem.costs.rbf_sums import RbfRows, SearchedCosts, costs_along

_CHUNK = 256
"""Rows of kernel values computed at a time: they stay in the cache until they are summed."""

_STORED = 3000
"""Rows up to which all kernel values are kept once they were asked for (72 MB)."""


class RbfCost:
    """The cost for the kernel ``exp(-gamma |x - y|**2)``.

    Rows that cannot be squared are an error when they are first read.  ``source`` holds the rows as
    they were given; ``searched`` the costs that the last search in
    C met, so that pricing its answer does not compute as many kernel values again.
    """

    slack = 0.0

    def __init__(self, rows: Vectors, gamma: float) -> None:
        if not (np.isfinite(gamma) and gamma > 0):
            raise OptionsError(f"gamma must be a positive number, got {gamma}")
        self.source = RbfRows(rows, float(gamma))
        self.searched: SearchedCosts | None = None

    @property
    def gamma(self) -> float:
        return self.source.gamma

    @property
    def n_units(self) -> int:
        return len(self.source.values)

    @property
    def keeps_kernel(self) -> bool:
        """Whether all kernel values are kept once a column was asked for."""
        return self.n_units <= _STORED

    @cached_property
    def _scaled(self) -> tuple[FloatArray, FloatArray]:
        return self.source.scaled()

    @property
    def scaled_rows(self) -> FloatArray:
        """Rows for which the kernel is exp(x . y - |x|**2 / 2 - |y|**2 / 2)."""
        return self._scaled[0]

    @property
    def half_squares(self) -> FloatArray:
        """Half the squared length of each scaled row."""
        return self._scaled[1]

    def kernel(self, left: slice, right: slice, out: FloatArray | None = None) -> FloatArray:
        """Kernel values of two stretches of rows; exactly one between a row and itself."""
        rows, halves = self.scaled_rows, self.half_squares
        values: FloatArray = np.matmul(rows[left], rows[right].T, out=out)
        values -= halves[left, None]
        values -= halves[right]
        np.minimum(values, 0.0, out=values)
        if left == right:
            np.fill_diagonal(values, 0.0)
        return np.exp(values, out=values)

    def column(self, starts: IntArray, end: int) -> FloatArray:
        if len(starts) == 1 and native_available():
            return costs_along(self.source, np.append(starts, end), self.searched)[0]
        if self.keeps_kernel:
            return self._stored.column(starts, end)
        return self.fresh_column(starts, end)

    def fresh_column(self, starts: IntArray, end: int) -> FloatArray:
        """The same from kernel values of these units alone: for a few segments of a long text."""
        least = int(starts.min(initial=end))
        crossing = np.zeros(end - least + 1)  # each row with the rows after it
        for begin in range(least, end, _CHUNK):
            stop = min(begin + _CHUNK, end)
            own = self.kernel(slice(begin, stop), slice(begin, stop))
            crossing[begin - least : stop - least] += np.triu(own, 1).sum(axis=1)
            for after in range(stop, end, 4 * _CHUNK):
                values = self.kernel(slice(begin, stop), slice(after, min(after + 4 * _CHUNK, end)))
                crossing[begin - least : stop - least] += values.sum(axis=1)
        behind = np.cumsum(crossing[::-1])[::-1]
        sizes = end - starts
        costs: FloatArray = sizes - (sizes + 2.0 * behind[starts - least]) / sizes
        return costs

    def kernel_sums_at(self, edges: IntArray) -> FloatArray:
        """At [i, j] the sum of all kernel values of a row before edge i and one before edge j.

        ``edges`` rise from 0 to the last one.
        """
        n, count = self.n_units, len(edges) - 1
        sums = np.zeros((count + 1, count + 1))  # of the stretches before each two edges
        for start in range(0, n, _CHUNK):
            end = min(start + _CHUNK, n)
            values = self.kernel(slice(start, end), slice(0, n))
            columns = np.add.reduceat(values, edges[:-1], axis=1)
            stretch = np.searchsorted(edges, np.arange(start, end), side="right")
            np.add.at(sums[:, 1:], stretch, columns)
        totals: FloatArray = sums.cumsum(axis=0).cumsum(axis=1)
        return totals

    def along(self, lists: Sequence[IntArray]) -> list[CostsAlong]:
        """The costs along each list of edges, from kernel values of those segments alone."""
        if native_available():
            return [costs_along(self.source, edges, self.searched) for edges in lists]
        return [columns_along(_FreshColumns(self), edges) for edges in lists]

    def mirrored(self) -> "RbfCost":
        """The cost of the units in reverse order."""
        return RbfCost(self.source.values[::-1], self.gamma)

    def matrix(self) -> FloatArray:
        return self._stored.matrix()

    @cached_property
    def _stored(self) -> GramCost:
        return GramCost(self.kernel(slice(None), slice(None)))


class _FreshColumns:
    """A Gaussian cost that keeps nothing between two columns."""

    def __init__(self, cost: RbfCost) -> None:
        self.n_units, self.slack, self.column = cost.n_units, cost.slack, cost.fresh_column
