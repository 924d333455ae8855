"""Sums of a Gaussian kernel over segments, in C.

In:  rows and ``gamma``; edges of segments.
Out: the cost of each segment, and of each two neighbours together.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors, check_finite
from embed_kcpd.errors import VectorsError
from embed_kcpd.native import extension, wanted_engine
from embed_kcpd.problem.costs.protocol import CostsAlong

_LONGEST = 1e300
"""Half squared lengths below it can be added up."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, eq=False)
class RbfRows:
    """Rows as C reads them, float32 or float64, and the ``gamma`` of the kernel."""

    values: Vectors
    gamma: float

    def __post_init__(self) -> None:
        kind = np.float32 if self.values.dtype == np.float32 else np.float64
        object.__setattr__(self, "values", np.ascontiguousarray(self.values, dtype=kind))

    @property
    def arguments(self) -> tuple[Vectors, bool, int, int, float]:
        """What functions in C take."""
        n, dim = self.values.shape
        return self.values, self.values.dtype == np.float64, n, dim, self.gamma

    def scaled(self) -> tuple[FloatArray, FloatArray]:
        """Rows x with kernel exp(x . y - |x|**2 / 2 - |y|**2 / 2), and these halves.

        A row that is not finite, or too long to be squared, is an error.
        """
        rows = np.array(self.values, dtype=np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            if len(rows):
                rows -= rows.mean(axis=0)  # distances stay, rounding shrinks
            rows *= np.sqrt(2.0 * self.gamma)
            halves: FloatArray = 0.5 * np.einsum("td,td->t", rows, rows)
        if not halves.max(initial=0.0) < _LONGEST:
            raise self._fault()
        return rows, halves

    def _fault(self) -> VectorsError:
        """The error that names the unit at fault: not finite, or with the largest number."""
        check_finite(self.values)
        unit = int(np.argmax(np.abs(self.values).max(axis=1)))
        return VectorsError(
            f"the squared distances of unit {unit} to the others overflow at "
            f"gamma={self.gamma:g}; scale the vectors or lower gamma"
        )

    def in_c(self, function: Callable[..., Answer], *arguments: object) -> Answer:
        """What a function in C answers about these rows; those it cannot read are an error."""
        try:
            return function(wanted_engine(), self.arguments, *arguments)
        except OverflowError:
            self.scaled()
            raise


@dataclass(frozen=True, slots=True, eq=False)
class SearchedCosts:
    """For each price list and end, its best start and the cost from there to the end.

    ``merged`` is the cost from the start of the segment before, where the search met it; not a
    number where it did not.
    """

    starts: IntArray
    costs: FloatArray
    merged: FloatArray

    def totals(self, prices: FloatArray) -> FloatArray:
        """The least total up to each end of the first list, searched at these ``prices``."""
        totals = [0.0]
        paid = np.append(prices, 0.0).tolist()
        ends = zip(self.starts[0].tolist(), self.costs[0].tolist(), paid, strict=True)
        for start, cost, price in islice(ends, 1, None):
            totals.append(math.inf if start < 0 else totals[start] + cost + price)
        return np.array(totals)

    def along(self, edges: IntArray) -> CostsAlong | None:
        """The costs along ``edges``, if one of the lists was cut there."""
        is_cut = (self.starts[:, edges[1:]] == edges[:-1]).all(axis=1)
        if not is_cut.any():
            return None
        at = int(is_cut.argmax())
        return self.costs[at, edges[1:]], self.merged[at, edges[2:]]


def costs_along(rows: RbfRows, edges: IntArray, searched: SearchedCosts | None) -> CostsAlong:
    """The costs along one list of edges; those that a search met are not computed again."""
    known = None if searched is None else searched.along(edges)
    if known is not None and not np.isnan(known[1]).any():
        return known
    sizes = np.diff(edges).astype(np.float64)
    inside, across = _pair_sums(rows, edges, None if known is None else known[1])
    single = sizes - 1.0 - 2.0 * inside / sizes if known is None else known[0]
    both, sums = sizes[1:] + sizes[:-1], sizes * (sizes - single)
    merged: FloatArray = both - (sums[1:] + sums[:-1] + 2.0 * across) / both
    return single, merged if known is None else np.where(np.isnan(known[1]), merged, known[1])


def _pair_sums(
    rows: RbfRows, edges: IntArray, merged: FloatArray | None
) -> tuple[FloatArray, FloatArray]:
    """Kernel values of all pairs in each segment, and of each one with the next.

    Where ``merged`` is given, only what is no number in it is computed, between segments.
    """
    wanted = np.ascontiguousarray(edges, dtype=np.int64)
    inside = np.zeros(len(wanted) - 1)
    across = np.full(len(wanted) - 2, np.nan) if merged is None else merged.copy()
    rows.in_c(
        extension().rbf_along,
        len(wanted) - 1,
        wanted,
        inside if merged is None else None,
        across,
    )
    return inside, across
