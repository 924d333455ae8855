"""Segmentations of one text as straight lines over the penalty, which share most segments.

In:  the edges of a segmentation, and lines of others that are like it.
Out: its line: the costs along it, of which only those that no other line has are computed.

The lines of a whole path hold about two new segments for each unit in all, but thousands of
segments each: what they share is copied from one array to another.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import BoolArray, FloatArray, IntArray
from embed_kcpd.problem.costs.protocol import CostsAlong
from embed_kcpd.result.segmentation import Segmentation

Along = Callable[[Sequence[IntArray]], list[CostsAlong]]
"""The costs along each of several lists of edges, which need not begin or end with the text."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """Edges from the first to the last, what each segment and each two neighbours cost, and
    what all segments and the prices of their boundaries cost without the penalty."""

    edges: IntArray
    costs: FloatArray
    merged: FloatArray
    objective: float

    @property
    def n_segments(self) -> int:
        return len(self.edges) - 1

    def at(self, penalty: float) -> float:
        return self.objective + penalty * (len(self.edges) - 2)


def line_of(edges: IntArray, known: Sequence[Line], along: Along, prices: FloatArray) -> Line:
    """The line of a segmentation; costs that a ``known`` line has are not asked for."""
    count = len(edges) - 1
    costs, merged = np.zeros(count), np.zeros(max(0, count - 1))
    has, has_both = np.zeros(len(costs), dtype=np.bool_), np.zeros(len(merged), dtype=np.bool_)
    for line in known:
        place, shared = _shared(edges, line.edges)
        both = shared[:-1] & shared[1:]
        costs[shared] = line.costs[place[shared]]
        merged[both] = line.merged[place[:-1][both]]
        has |= shared
        has_both |= both
    runs = _runs(has, has_both)
    pieces = [edges[first : stop + 1] for first, stop in runs]
    for (first, stop), (own, together) in zip(runs, along(pieces) if pieces else (), strict=True):
        costs[first:stop] = own
        merged[first : stop - 1] = together
    objective = float(costs.sum() + prices[edges[1:-1]].sum())
    return Line(edges, costs, merged, objective)


def _shared(edges: IntArray, others: IntArray) -> tuple[IntArray, BoolArray]:
    """For each segment between ``edges`` its place among ``others``, and whether it is there."""
    place_of = np.zeros(int(edges[-1]) + 1, dtype=np.int64)
    place_of[others[:-1]] = np.arange(len(others) - 1)
    place = place_of[edges[:-1]]
    return place, (others[place] == edges[:-1]) & (others[place + 1] == edges[1:])


def _runs(has: BoolArray, has_both: BoolArray) -> list[tuple[int, int]]:
    """Stretches of segments to be looked at for what is missing: first, and one past the last.

    >>> _runs(np.array([True, True, False, True]), np.array([True, False, False]))
    [(1, 4)]
    """
    wanted = np.zeros(len(has) + 2, dtype=np.bool_)
    wanted[1:-1] = ~has
    wanted[1:-2] |= ~has_both
    wanted[2:-1] |= ~has_both
    turns = np.flatnonzero(wanted[1:] != wanted[:-1])
    return list(zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True))


class SharedNumbers:
    """Tuples of numbers at units of the text; a number that stays is one object for all tuples."""

    def __init__(self, n_units: int) -> None:
        self._values = np.full(n_units, np.nan)
        self._objects = np.empty(n_units, dtype=np.object_)

    def at(self, units: IntArray, values: FloatArray) -> tuple[float, ...]:
        differs = self._values[units] != values
        changed = units[differs]
        self._values[changed] = self._objects[changed] = values[differs]
        return tuple(self._objects[units].tolist())


class SharedSegmentations:
    """Segmentations of one text from their lines, with numbers and units shared among them.

    The segmentations of a path hold as many numbers as the square of the units; each number is an
    object of its own only where it is new.
    """

    def __init__(self, n_units: int, prices: FloatArray) -> None:
        self._n_units, self._prices = n_units, prices
        self._units = np.arange(n_units).astype(np.object_)
        self._costs, self._gains = SharedNumbers(n_units), SharedNumbers(n_units)

    def of(self, line: Line) -> Segmentation:
        """The segmentation with each segment's cost and each boundary's gain."""
        if self._n_units == 0:
            return Segmentation(0, (), 0.0)
        inner, costs = line.edges[1:-1], line.costs
        gains = line.merged - costs[:-1] - costs[1:] - self._prices[inner]
        return Segmentation(
            self._n_units,
            tuple(self._units[inner].tolist()),
            line.objective,
            self._costs.at(line.edges[:-1], costs),
            self._gains.at(inner, gains),
        )
