"""The segment cost of a Gaussian kernel on inputs too long for a Gram matrix.

In:  rows and ``gamma`` of the kernel ``exp(-gamma |x - y|**2)``.
Out: a ``SegmentCost``: ``C(s, e) = (e - s) - sum k(t, u) / (e - s)`` over the block.

Kernel values are computed in blocks where they are needed, so that a long input takes no
more memory than its rows.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.errors import OptionsError, VectorsError
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.costs.protocol import CostsAlong, columns_along

_CHUNK = 256
"""Rows of kernel values computed at a time: they stay in the cache until they are summed."""

_STORED = 3000
"""Rows up to which all kernel values are kept once they were asked for (72 MB)."""


class RbfCost:
    """The cost for the kernel ``exp(-gamma |x - y|**2)``."""

    slack = 0.0

    def __init__(self, rows: Vectors, gamma: float) -> None:
        if not (np.isfinite(gamma) and gamma > 0):
            raise OptionsError(f"gamma must be a positive number, got {gamma}")
        self.gamma = float(gamma)
        self._rows = np.array(rows, dtype=np.float64)
        if len(self._rows):
            self._rows -= self._rows.mean(axis=0)  # distances stay, rounding shrinks
        with np.errstate(over="ignore", invalid="ignore"):
            self._rows *= np.sqrt(2.0 * self.gamma)
            self._halves: FloatArray = 0.5 * np.einsum("td,td->t", self._rows, self._rows)
        if not np.isfinite(self._halves).all():
            unit = int(np.argmin(np.isfinite(self._halves)))
            raise VectorsError(
                f"the squared distances of unit {unit} to the others overflow at "
                f"gamma={self.gamma:g}; scale the vectors or lower gamma"
            )

    @property
    def n_units(self) -> int:
        return len(self._rows)

    @property
    def scaled_rows(self) -> FloatArray:
        """Rows for which the kernel is exp(x . y - |x|**2 / 2 - |y|**2 / 2)."""
        return self._rows

    @property
    def half_squares(self) -> FloatArray:
        """Half the squared length of each scaled row."""
        return self._halves

    def kernel(self, left: slice, right: slice, out: FloatArray | None = None) -> FloatArray:
        """Kernel values of two stretches of rows; exactly one between a row and itself."""
        values: FloatArray = np.matmul(self._rows[left], self._rows[right].T, out=out)
        values -= self._halves[left, None]
        values -= self._halves[right]
        np.minimum(values, 0.0, out=values)
        if left == right:
            np.fill_diagonal(values, 0.0)
        return np.exp(values, out=values)

    def column(self, starts: IntArray, end: int) -> FloatArray:
        if self.n_units <= _STORED:
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

    def along(self, lists: Sequence[IntArray]) -> list[CostsAlong]:
        """The costs along each list of edges, from kernel values of those segments alone."""
        return [columns_along(_FreshColumns(self), edges) for edges in lists]

    def mirrored(self) -> "RbfCost":
        """The cost of the units in reverse order."""
        return RbfCost(self._rows[::-1] / np.sqrt(2.0 * self.gamma), self.gamma)

    def matrix(self) -> FloatArray:
        return self._stored.matrix()

    @cached_property
    def _stored(self) -> GramCost:
        return GramCost(self.kernel(slice(None), slice(None)))


class _FreshColumns:
    """A Gaussian cost that keeps nothing between two columns."""

    def __init__(self, cost: RbfCost) -> None:
        self.n_units, self.slack, self.column = cost.n_units, cost.slack, cost.fresh_column
