"""Sums of a Gaussian kernel over segments, in C.

In:  rows and ``gamma``; edges of segments.
Out: the cost of each segment, and of each two neighbours together.
"""

from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.native import address, extension, wanted_engine
from embed_kcpd.problem.costs.protocol import CostsAlong

_SURE = 1e300
"""A bound on squared distances below which none of them overflows."""


@dataclass(frozen=True, slots=True, eq=False)
class RbfRows:
    """Rows as C reads them, float32 or float64, and the ``gamma`` of the kernel."""

    values: Vectors
    gamma: float

    def __post_init__(self) -> None:
        kind = np.float32 if self.values.dtype == np.float32 else np.float64
        object.__setattr__(self, "values", np.ascontiguousarray(self.values, dtype=kind))

    @property
    def is_surely_finite(self) -> bool:
        """Whether no squared distance times gamma can overflow, by the largest number alone."""
        if self.values.size == 0:
            return True
        largest = max(float(self.values.max()), -float(self.values.min()))
        scale = 8.0 * self.values.shape[1] * max(self.gamma, 1.0)
        return largest < 1e140 and largest * largest * scale < _SURE

    @property
    def arguments(self) -> tuple[int, bool, int, int, float]:
        """What functions in C take; this object must outlive the call."""
        n, dim = self.values.shape
        return address(self.values), self.values.dtype == np.float64, n, dim, self.gamma


@dataclass(frozen=True, slots=True, eq=False)
class SearchedCosts:
    """For each price list and end, its best start and the cost from there to the end."""

    starts: IntArray
    costs: FloatArray

    def along(self, edges: IntArray) -> FloatArray | None:
        """The cost of each segment between ``edges``, if one of the lists was cut there."""
        for starts, costs in zip(self.starts, self.costs, strict=True):
            if np.array_equal(starts[edges[1:]], edges[:-1]):
                singles: FloatArray = costs[edges[1:]]
                return singles
        return None


def costs_along(rows: RbfRows, edges: IntArray, searched: SearchedCosts | None) -> CostsAlong:
    """The costs along one list of edges; those of single segments from a search that met them."""
    sizes = np.diff(edges).astype(np.float64)
    single = None if searched is None else searched.along(edges)
    if single is None:
        single = sizes - 1.0 - 2.0 * kernel_sums(rows, _inside(edges)) / sizes
    both = sizes[1:] + sizes[:-1]
    sums = sizes * (sizes - single)
    cross = kernel_sums(rows, _across(edges))
    merged: FloatArray = both - (sums[1:] + sums[:-1] + 2.0 * cross) / both
    return single, merged


def _inside(edges: IntArray) -> IntArray:
    """Each segment with itself."""
    return np.stack([edges[:-1], edges[1:], edges[:-1], edges[1:]], axis=1)


def _across(edges: IntArray) -> IntArray:
    """Each segment with the next one."""
    return np.stack([edges[:-2], edges[1:-1], edges[1:-1], edges[2:]], axis=1)


def kernel_sums(rows: RbfRows, corners: IntArray) -> FloatArray:
    """For each row ``a, b, c, d``: kernel values of units a to b - 1 with c to d - 1 after them.

    Stretches must lie in order: ``a`` never falls from one row to the next.
    """
    wanted = np.ascontiguousarray(corners, dtype=np.int64)
    sums = np.zeros(len(wanted))
    if len(wanted):
        extension().rbf_sums(
            wanted_engine(), rows.arguments, len(wanted), address(wanted), address(sums)
        )
    return sums
