"""Exact search over a table of segment costs.

In:  the cost of every segment, as a table.
Out: the cheapest segmentation, with a count or with a price per boundary.

The solvers of the road do the work; nothing may be pruned, since splitting a segment can
raise these costs without limit.
"""

from collections.abc import Callable

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.solvers import cheapest, cheapest_with_count


class TableCost:
    """``table[start, end]`` is the cost of units ``start`` to ``end - 1``."""

    def __init__(self, table: FloatArray) -> None:
        self.table = table

    @property
    def n_units(self) -> int:
        return len(self.table) - 1

    @property
    def slack(self) -> float:
        return np.inf

    def column(self, starts: IntArray, end: int) -> FloatArray:
        column: FloatArray = self.table[starts, end]
        return column


def cut(table: FloatArray, n_segments: int | None, price: float = 0.0) -> tuple[int, ...]:
    """Boundaries of the cheapest segmentation: of ``n_segments``, or of any number at a price."""
    cost = TableCost(table)
    if cost.n_units < 2:
        return ()
    if n_segments is None:
        return cheapest(cost, price).boundaries
    return cheapest_with_count(cost, n_segments).boundaries


def cut_each(
    column: Callable[[int], FloatArray], n_units: int, n_settings: int
) -> list[tuple[int, ...]]:
    """Boundaries of the cheapest segmentation for each of many settings, in one pass.

    ``column(end)`` has the costs of all segments that end there, one row for each start and
    one column for each setting.
    """
    best = np.zeros((n_units + 1, n_settings))
    last = np.zeros((n_units + 1, n_settings), dtype=np.int64)
    every = np.arange(n_settings)
    for end in range(1, n_units + 1):
        totals = best[:end] + column(end)
        last[end] = totals.argmin(axis=0)
        best[end] = totals[last[end], every]
    return [_traced(last[:, setting]) for setting in every]


def _traced(last: IntArray) -> tuple[int, ...]:
    """Boundaries from the best last start of every prefix."""
    boundaries, end = [], len(last) - 1
    while end > 0:
        end = int(last[end])
        boundaries.append(end)
    return tuple(boundaries[-2::-1])


def block_sums(matrix: FloatArray) -> FloatArray:
    """Sum of ``matrix[start:end, start:end]`` for every start and end, as a table.

    >>> block_sums(np.array([[1.0, 2.0], [2.0, 4.0]]))[0]
    array([0., 1., 9.])
    """
    n = len(matrix)
    total = np.zeros((n + 1, n + 1))
    np.cumsum(np.cumsum(matrix, axis=0), axis=1, out=total[1:, 1:])
    corner = np.diagonal(total)
    sums: FloatArray = corner[None, :] + corner[:, None] - total - total.T
    return sums
