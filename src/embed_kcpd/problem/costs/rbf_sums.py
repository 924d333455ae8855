"""Sums of a Gaussian kernel over segments, in C.

In:  rows and ``gamma``; edges of segments.
Out: the cost of each segment, and of each two neighbours together.
"""

from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.native import address, extension, wanted_engine
from embed_kcpd.problem.costs.protocol import CostsAlong
from embed_kcpd.problem.row_measures import squared_lengths
from embed_kcpd.problem.rows import Rows

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
        """Whether no squared distance times gamma can overflow, by the lengths of rows alone."""
        with np.errstate(over="ignore", invalid="ignore"):
            longest = float(squared_lengths(Rows(self.values)).max(initial=0.0))
        return longest * max(self.gamma, 1.0) < _SURE / 8.0

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
    if single is not None and len(edges) == 2:
        return single, np.zeros(0)
    inside, across = _pair_sums(rows, edges, has_inside=single is None)
    if single is None:
        single = sizes - 1.0 - 2.0 * inside / sizes
    both, sums = sizes[1:] + sizes[:-1], sizes * (sizes - single)
    merged: FloatArray = both - (sums[1:] + sums[:-1] + 2.0 * across) / both
    return single, merged


def _pair_sums(
    rows: RbfRows, edges: IntArray, *, has_inside: bool
) -> tuple[FloatArray, FloatArray]:
    """Kernel values of all pairs in each segment, if wanted, and of each one with the next."""
    wanted = np.ascontiguousarray(edges, dtype=np.int64)
    inside, across = np.zeros((2, len(wanted) - 1))
    extension().rbf_along(
        wanted_engine(),
        rows.arguments,
        len(wanted) - 1,
        address(wanted),
        address(inside) if has_inside else 0,
        address(across),
    )
    return inside, across[:-1]
