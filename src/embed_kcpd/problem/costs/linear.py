"""The segment cost of weighted vectors: their spread around a (shrunken) mean.

In:  vectors with weights.
Out: a ``SegmentCost`` the solvers can ask for C(start, end).

One family serves the paper and the contrast objective:
``C(s, e) = sum w |x|**2 - |sum w x|**2 / (sum w + ridge)``.
The paper's cost is w = 1, ridge = 0.  Splitting a segment lowers the summed cost, except
that each split may add at most ``ridge * max |x|**2`` (``slack`` below, proved in
docs/explanation/solver.md).
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.errors import OptionsError, VectorsError
from embed_kcpd.problem.costs.protocol import CostsAlong

_CHUNK = 4096
"""Rows turned to float64 at a time."""


_STORED_SUMS = 2**23
"""Numbers up to which all prefix sums are kept (64 MB); longer inputs are summed again."""


_TINY = 1e-100


class LinearCost:
    """Weighted spread of rows around their (shrunken) mean; the rows are not copied.

    Without a ridge the cost does not change when all rows move together, so they are centred
    when they are read: sums stay small, and differences of sums lose nothing.
    """

    def __init__(
        self, rows: Vectors, weights: FloatArray | None = None, ridge: float = 0.0
    ) -> None:
        given = np.asarray(rows)
        self.rows: Vectors = given if given.dtype == np.float32 else given.astype(float, copy=False)
        n = len(self.rows)
        self.weights = np.ones(n) if weights is None else np.asarray(weights, dtype=np.float64)
        if (
            self.weights.shape != (n,)
            or not (np.isfinite(self.weights) & (self.weights >= 0)).all()
        ):
            raise VectorsError(f"each of the {n} units needs a weight, a number from 0 on")
        self.ridge = float(ridge)
        if not (np.isfinite(self.ridge) and self.ridge >= 0):
            raise OptionsError(f"the ridge must be a number from 0 on, got {ridge}")
        sample = np.asarray(self.rows[:: max(1, n // 1024)], dtype=np.float64)
        still = self.ridge > 0.0 or n == 0
        self.centre: FloatArray = np.zeros(self.rows.shape[1]) if still else sample.mean(axis=0)
        norms = self._norms()
        self.slack = self.ridge * float(norms.max(initial=0.0))
        self.squares = np.concatenate([[0.0], np.cumsum(norms * self.weights)])
        self.mass = np.concatenate([[0.0], np.cumsum(self.weights)])

    def _norms(self) -> FloatArray:
        """Squared lengths of the centred rows."""
        norms = np.empty(self.n_units)
        for at in range(0, self.n_units, _CHUNK):
            rows = self.rows[at : at + _CHUNK] - self.centre
            np.einsum("td,td->t", rows, rows, out=norms[at : at + _CHUNK])
        if not np.isfinite(norms).all():
            unit = int(np.argmin(np.isfinite(self.rows).all(axis=1)))
            raise VectorsError(f"the vector of unit {unit} is not finite; check the encoder")
        return norms

    @property
    def n_units(self) -> int:
        return len(self.rows)

    def running(self, start: int, end: int) -> FloatArray:
        """Sums of the weighted centred rows from ``start`` up to each edge until ``end``."""
        sums = np.zeros((end - start + 1, self.rows.shape[1]))
        weighted = (self.rows[start:end] - self.centre) * self.weights[start:end, None]
        np.cumsum(weighted, axis=0, out=sums[1:])
        return sums

    def column(self, starts: IntArray, end: int) -> FloatArray:
        if self.rows.size <= _STORED_SUMS:
            sums = self._sums[end] - self._sums[starts]
        else:
            least = int(starts.min(initial=end))
            running = self.running(least, end)
            sums = running[-1] - running[starts - least]
        return self._spread(starts, end, squared(sums))

    def _spread(self, starts: IntArray, ends: IntArray | int, energy: FloatArray) -> FloatArray:
        """C(start, end) from the squared length of each segment's sum."""
        mass = self.mass[ends] - self.mass[starts] + self.ridge
        return scatter(self.squares[ends] - self.squares[starts], energy, mass)

    @cached_property
    def _sums(self) -> FloatArray:
        return self.running(0, self.n_units)

    def sums_at(self, edges: IntArray) -> FloatArray:
        """Sums of the weighted centred rows from the first of the rising ``edges`` to each."""
        pieces = np.zeros((len(edges), self.rows.shape[1]))
        for at in range(int(edges[0]), int(edges[-1]), _CHUNK):
            stop = min(at + _CHUNK, int(edges[-1]))
            weighted = (self.rows[at:stop] - self.centre) * self.weights[at:stop, None]
            first, last = np.searchsorted(edges, at, "right"), np.searchsorted(edges, stop)
            cuts = np.append(0, edges[first:last] - at)
            pieces[first : last + 1] += np.add.reduceat(weighted, cuts, axis=0)
        return np.cumsum(pieces, axis=0, out=pieces)

    def along(self, lists: Sequence[IntArray]) -> list[CostsAlong]:
        """The costs along each list of edges, from one pass over the rows for all."""
        every = np.unique(np.concatenate(lists))
        sums = self.sums_at(every)
        return [self._along(edges, sums[np.searchsorted(every, edges)]) for edges in lists]

    def _along(self, edges: IntArray, sums: FloatArray) -> CostsAlong:
        single, double = squared(sums[1:] - sums[:-1]), squared(sums[2:] - sums[:-2])
        costs = self._spread(edges[:-1], edges[1:], single)
        return costs, self._spread(edges[:-2], edges[2:], double)

    def between(self, sums: FloatArray, edges: slice) -> FloatArray:
        """C(start, end) at row ``end``, column ``start`` from running sums at some edges.

        Entries with ``start >= end`` mean nothing.
        """
        squares, mass = self.squares[edges], self.mass[edges]
        products: FloatArray = sums @ sums.T
        lengths = np.diagonal(products).copy()
        products *= -2.0
        products += lengths
        products += lengths[:, None]
        return scatter(squares[:, None] - squares, products, mass[:, None] - mass + self.ridge)

    def mirrored(self) -> "LinearCost":
        """The cost of the units in reverse order."""
        return LinearCost(self.rows[::-1], self.weights[::-1], self.ridge)

    def matrix(self) -> FloatArray:
        """C(start, end) at row ``end``, column ``start``; infinite where no segment lies."""
        costs = self.between(self.running(0, self.n_units), slice(None))
        costs[np.triu_indices(len(costs))] = np.inf
        return costs


def scatter(squares: FloatArray, energy: FloatArray, mass: FloatArray) -> FloatArray:
    """``squares - energy / mass``, between zero and ``squares`` whatever the rounding.

    Without mass there is nothing to spread; ``squares`` is zero then.
    """
    costs: FloatArray = np.maximum(energy, 0.0)
    costs /= np.maximum(mass, _TINY)
    np.subtract(squares, costs, out=costs)
    np.maximum(costs, 0.0, out=costs)
    return costs


def squared(sums: FloatArray) -> FloatArray:
    """Squared length of each row."""
    found: FloatArray = np.einsum("sd,sd->s", sums, sums)
    return found
