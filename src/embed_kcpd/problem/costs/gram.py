"""The segment cost of any kernel, from its Gram matrix.

In:  a Gram matrix.
Out: a ``SegmentCost``: ``C(s, e) = sum k(t, t) - sum k(t, u) / (e - s)`` over the block.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.problem.costs.protocol import CostsAlong


class GramCost:
    """The kernel cost of the paper for any Gram matrix, from its two-dimensional prefix sums."""

    slack = 0.0

    def __init__(self, gram: FloatArray) -> None:
        n = len(gram)
        self._gram = gram
        self._total = np.zeros((n + 1, n + 1))
        np.cumsum(np.cumsum(gram, axis=0), axis=1, out=self._total[1:, 1:])
        self._corner = np.diagonal(self._total)
        self._diagonal = np.concatenate([[0.0], np.cumsum(np.diagonal(gram))])

    @property
    def n_units(self) -> int:
        return len(self._total) - 1

    def column(self, starts: IntArray, end: int) -> FloatArray:
        return self.pairs(starts, np.full(len(starts), end))

    def pairs(self, starts: IntArray, ends: IntArray) -> FloatArray:
        """C(start, end) for each start and its own end."""
        inside = self._corner[ends] + self._corner[starts] - 2.0 * self._total[starts, ends]
        costs: FloatArray = self._diagonal[ends] - self._diagonal[starts] - inside / (ends - starts)
        return costs

    def along(self, lists: Sequence[IntArray]) -> list[CostsAlong]:
        """The costs along each list of edges."""
        return [
            (self.pairs(edges[:-1], edges[1:]), self.pairs(edges[:-2], edges[2:]))
            for edges in lists
        ]

    def mirrored(self) -> "GramCost":
        """The cost of the units in reverse order."""
        return GramCost(self._gram[::-1, ::-1])

    def total(self, edges: IntArray | int) -> FloatArray:
        """Sum of all kernel values before each edge."""
        totals: FloatArray = self._corner[edges]
        return totals

    def matrix(self) -> FloatArray:
        """C(start, end) at row ``end``, column ``start``; infinite where no segment lies."""
        edges = np.arange(len(self._total), dtype=np.float64)
        sizes = np.where(edges[:, None] > edges, edges[:, None] - edges, np.nan)
        inside = self._corner[:, None] + self._corner - 2.0 * self._total.T
        costs: FloatArray = self._diagonal[:, None] - self._diagonal - inside / sizes
        return np.where(np.isnan(sizes), np.inf, costs)
