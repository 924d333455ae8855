"""Which solver runs: one cost matrix, the search in C, the block-lazy search, or columns.

In:  a segment cost and limits; then prices, as often as wanted.
Out: the value and the best start of every edge, for each price list.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np

from embed_kcpd.arrays import FloatArray, Int32Array, IntArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.native import extension, native_available
from embed_kcpd.problem.costs.protocol import SegmentCost, completed
from embed_kcpd.problem.limits import Limits
from embed_kcpd.solvers.feasible import infeasible
from embed_kcpd.solvers.search.native import Solution
from embed_kcpd.solvers.search.ways import (
    check_prices,
    cut_in_c,
    frontier,
    has_starts_in_c,
    most_lists,
    starts_in_c,
    values_in_c,
)
from embed_kcpd.solvers.windows import Windows

SHORT = 300
"""Units up to which one cost matrix is faster than the search."""

BLOCK = 128
"""Units settled at a time; any number is exact, smaller ones cost more Python."""


@dataclass(frozen=True, slots=True)
class Table:
    """For every price list and edge: the least total with its price, and the start it came from."""

    value: FloatArray
    previous: IntArray


class Engine:
    """A cost under limits, ready to be solved for any prices.

    ``short`` is the number of units up to which all costs are computed at once and kept.
    """

    def __init__(self, cost: SegmentCost, limits: Limits, short: int = SHORT) -> None:
        self.cost, self.limits, self.short = completed(cost), limits, short
        self.windows = Windows.of(limits, cost.n_units)

    def mirrored(self) -> "Engine":
        """The same problem read from the last unit to the first."""
        limits = self.limits.mirrored(self.cost.n_units)
        return Engine(self.cost.mirrored(), limits, self.short)

    @cached_property
    def is_in_c(self) -> bool:
        """Whether the search in C answers for this cost."""
        return has_starts_in_c(self.cost)

    @cached_property
    def _matrix(self) -> FloatArray:
        return self.cost.matrix()

    def costs_along(self, edges: IntArray) -> tuple[FloatArray, FloatArray]:
        """The cost of each segment, and of each two neighbours, from the costs that are kept."""
        return self._matrix[edges[1:], edges[:-1]], self._matrix[edges[2:], edges[:-2]]

    def solve(self, prices: FloatArray) -> Table:
        """Solve for each row of ``prices``, an array with one price per unit."""
        table = self._solved(self._checked(prices))
        if not np.isfinite(table.value[:, -1]).all():
            raise infeasible(self.limits, self.cost.n_units)
        return table

    def _checked(self, prices: FloatArray) -> FloatArray:
        n = self.cost.n_units
        # Numbers whose sum is finite are finite: one step instead of two.
        are_finite = math.isfinite(prices.sum()) or bool(np.isfinite(prices).all())
        if prices.ndim != 2 or prices.shape[1] != n or not are_finite:
            raise OptionsError(f"prices must be finite numbers, one for each of {n} units")
        return prices

    def starts(self, prices: FloatArray) -> IntArray | Int32Array:
        """The best starts alone, one row per price list: by the search in C where it is there."""
        if not self.is_in_c:
            return self.solve(prices).previous
        starts = starts_in_c(self.cost, self._checked(prices), self.windows)
        if starts[:, -1].min(initial=0) < 0:
            raise infeasible(self.limits, self.cost.n_units)
        return starts

    def values(self, prices: FloatArray) -> FloatArray:
        """The least total up to each edge with its price, for one list of prices."""
        if not self.is_in_c:
            table: FloatArray = self.solve(prices[None, :]).value[0]
            return table
        values = values_in_c(self.cost, self._checked(prices[None, :])[0], self.windows)
        if not math.isfinite(values[-1]):
            raise infeasible(self.limits, self.cost.n_units)
        return values

    def cut(self, prices: FloatArray) -> Solution:
        """Boundaries, objective, costs and gains for one list of prices, by C in one go."""
        found = cut_in_c(self.cost, self._checked(self._weighed(prices)[None, :])[0], self.windows)
        if found is None:
            raise infeasible(self.limits, self.cost.n_units)
        return found

    def boundaries(self, prices: Iterable[FloatArray]) -> list[tuple[int, ...]]:
        """The boundaries for each list of prices, all in one pass; in C a few dozen at a time.

        Prices that a caller chose are checked against the costs; those that a search for a
        number of segments passes on its way are not.
        """
        lists = (self._weighed(row) for row in prices)
        size = most_lists(self.cost) if self.is_in_c else None
        boundaries: list[tuple[int, ...]] = []
        while part := list(islice(lists, size)):
            boundaries.extend(traced_each(self.starts(np.array(part))))
        return boundaries

    def _weighed(self, prices: FloatArray) -> FloatArray:
        check_prices(self.cost, prices)
        return prices

    def _solved(self, prices: FloatArray) -> Table:
        if self.cost.n_units <= self.short:
            return self._by_matrix(prices)
        known = frontier(self.cost, len(prices), BLOCK)
        if known is None:
            from embed_kcpd.solvers.search.columns import ColumnSearch

            columns = ColumnSearch(self.cost, prices, self.windows)
            columns.run()
            return Table(columns.value, columns.previous)
        from embed_kcpd.solvers.search.block_lazy import Search

        search = Search(prices, self.windows, known)
        search.run(BLOCK)
        return Table(search.value, search.previous)

    def _by_matrix(self, prices: FloatArray) -> Table:
        from embed_kcpd.solvers.search.recursion import Stretch, settle_stretch

        windows, n = self.windows, self.cost.n_units
        paid = np.where(windows.allowed, np.pad(prices, ((0, 0), (0, 1))), np.inf)
        value = np.zeros((len(prices), n + 1))
        stretch = Stretch(0, self._matrix, paid, *windows.within(0, n), self.cost.slack)
        nothing = np.full(value.shape, np.inf)
        previous = settle_stretch(stretch, value, nothing, np.zeros(value.shape, dtype=np.int64))
        return Table(value, previous)


def traced(starts: IntArray | Int32Array) -> tuple[int, ...]:
    """Boundaries read back from each edge's best start."""
    return traced_each(starts[None, :])[0]


def traced_each(starts: IntArray | Int32Array) -> list[tuple[int, ...]]:
    """The same for each row of starts.

    >>> traced_each(np.array([[0, 0, 0, 2], [0, 0, 0, 0]]))
    [(2,), ()]
    """
    if not native_available():
        return [tuple(traced_edges(row)[1:-1].tolist()) for row in starts]
    held = np.ascontiguousarray(starts)
    n_lists, n_edges = held.shape
    boundaries: list[tuple[int, ...]] = extension().boundaries(
        held, held.dtype == np.int64, n_lists, n_edges - 1
    )
    return boundaries


def traced_edges(starts: IntArray | Int32Array) -> IntArray:
    """The edges of one segmentation: zero, its boundaries, the last edge.

    >>> traced_edges(np.array([0, 0, 0, 2])).tolist()
    [0, 2, 3]
    """
    n = len(starts) - 1
    edges = np.empty(n + 1, dtype=np.int64)
    if native_available():
        held = np.ascontiguousarray(starts)
        first: int = extension().trace(held, held.dtype == np.int64, n, edges)
    else:
        first, edges[n], start_of = n, n, starts.item
        while edges[first] > 0:
            first -= 1
            edges[first] = start_of(edges[first + 1])
    traced_back: IntArray = edges[first:].copy()
    return traced_back
