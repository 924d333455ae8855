"""What a segment costs, as the solvers see it.

In:  starts and ends of segments.
Out: C(start, end): how much the units of one segment differ among themselves.

A cost of one's own needs ``SegmentCost`` only; ``completed`` derives the rest from columns.
The costs of this package bring faster ways of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard, runtime_checkable

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray

CostsAlong = tuple[FloatArray, FloatArray]
"""The cost of each segment between edges, and of each two neighbours together."""


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


@runtime_checkable
class CompleteCost(SegmentCost, Protocol):
    """A segment cost with everything that a solver may ask for."""

    def matrix(self) -> FloatArray:
        """C(start, end) at row ``end``, column ``start``; infinite where no segment lies."""
        ...

    def along(self, lists: Sequence[IntArray]) -> list[CostsAlong]:
        """The costs along each list of edges, all lists from one pass."""
        ...

    def mirrored(self) -> "CompleteCost":
        """The cost of the units in reverse order."""
        ...


def completed(cost: SegmentCost) -> CompleteCost:
    """The cost itself if it can answer everything, else one that asks it for columns."""
    return cost if _is_complete(cost) else ColumnCost(cost)


def _is_complete(cost: SegmentCost) -> TypeGuard[CompleteCost]:
    """What ``isinstance`` would say of the protocol, without the 30 microseconds it takes."""
    return all(hasattr(type(cost), name) for name in ("matrix", "along", "mirrored"))


@dataclass(frozen=True, slots=True)
class ColumnCost:
    """Every answer from the columns of a cost that gives nothing else.

    ``is_mirrored`` reads the units from the last to the first.
    """

    cost: SegmentCost
    is_mirrored: bool = False

    @property
    def n_units(self) -> int:
        return self.cost.n_units

    @property
    def slack(self) -> float:
        return self.cost.slack

    def column(self, starts: IntArray, end: int) -> FloatArray:
        if not self.is_mirrored:
            return self.cost.column(starts, end)
        n = self.n_units
        first = np.array([n - end], dtype=np.int64)
        ends = (n - starts).tolist()
        return np.array([float(self.cost.column(first, stop)[0]) for stop in ends])

    def matrix(self) -> FloatArray:
        edges = np.arange(self.n_units + 1)
        costs = np.full((len(edges), len(edges)), np.inf)
        for end in edges[1:]:
            costs[end, :end] = self.column(edges[:end], int(end))
        return costs

    def along(self, lists: Sequence[IntArray]) -> list[CostsAlong]:
        return [columns_along(self, edges) for edges in lists]

    def mirrored(self) -> "ColumnCost":
        return ColumnCost(self.cost, not self.is_mirrored)


def columns_along(cost: SegmentCost, edges: IntArray) -> CostsAlong:
    """The costs along one list of edges, from one short column for each."""
    columns = [cost.column(edges[max(0, k - 2) : k], int(edges[k])) for k in range(1, len(edges))]
    singles = np.array([column[-1] for column in columns], dtype=np.float64)
    return singles, np.array([column[0] for column in columns[1:]], dtype=np.float64)
