"""Segment costs: how much the units of one segment differ among themselves.

In:  vectors with weights, or a Gram matrix.
Out: a ``SegmentCost`` the solvers can ask for C(start, end).

One family serves the paper and the contrast objective:
``C(s, e) = sum w |x|**2 - |sum w x|**2 / (sum w + ridge)``.
The paper's cost is w = 1, ridge = 0.  Splitting a segment lowers the summed cost, except
that each split may add at most ``ridge * max |x|**2`` (``slack`` below).
"""

from typing import Protocol

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors


class SegmentCost(Protocol):
    """The price of putting units ``start`` to ``end - 1`` into one segment."""

    @property
    def n_units(self) -> int: ...

    @property
    def slack(self) -> float:
        """The most that splitting one segment in two can add to the summed cost."""
        ...

    def column(self, starts: IntArray, end: int) -> FloatArray:
        """C(start, end) for each of ``starts``, all below ``end``."""
        ...


class LinearCost:
    """Weighted spread of rows around their (shrunken) mean, from prefix sums."""

    def __init__(
        self, rows: Vectors, weights: FloatArray | None = None, ridge: float = 0.0
    ) -> None:
        self.rows = np.asarray(rows, dtype=np.float64)
        n = len(self.rows)
        self.weights = np.ones(n) if weights is None else np.asarray(weights, dtype=np.float64)
        self.ridge = float(ridge)
        weighted = self.rows * self.weights[:, None]
        self._sums = np.vstack([np.zeros((1, self.rows.shape[1])), np.cumsum(weighted, axis=0)])
        squares = np.einsum("td,td->t", weighted, self.rows)
        self._squares = np.concatenate([[0.0], np.cumsum(squares)])
        self._reach = float(np.einsum("td,td->t", self.rows, self.rows).max(initial=0.0))
        self._mass = np.concatenate([[0.0], np.cumsum(self.weights)])

    @property
    def n_units(self) -> int:
        return len(self.rows)

    @property
    def slack(self) -> float:
        return self.ridge * self._reach

    def column(self, starts: IntArray, end: int) -> FloatArray:
        sums = self._sums[end] - self._sums[starts]
        mass = self._mass[end] - self._mass[starts] + self.ridge
        spread = self._squares[end] - self._squares[starts]
        around_zero: FloatArray = np.einsum("sd,sd->s", sums, sums) / np.maximum(mass, 1e-300)
        column: FloatArray = spread - around_zero
        return column


class GramCost:
    """The kernel cost of the paper for any Gram matrix."""

    def __init__(self, gram: FloatArray) -> None:
        n = len(gram)
        self._total = np.zeros((n + 1, n + 1))
        np.cumsum(np.cumsum(gram, axis=0), axis=1, out=self._total[1:, 1:])
        self._corner = np.diagonal(self._total)
        self._diagonal = np.concatenate([[0.0], np.cumsum(np.diagonal(gram))])

    @property
    def n_units(self) -> int:
        return len(self._total) - 1

    @property
    def slack(self) -> float:
        return 0.0

    def column(self, starts: IntArray, end: int) -> FloatArray:
        inside = self._corner[end] + self._corner[starts] - 2.0 * self._total[starts, end]
        diagonal = self._diagonal[end] - self._diagonal[starts]
        column: FloatArray = diagonal - inside / (end - starts)
        return column
