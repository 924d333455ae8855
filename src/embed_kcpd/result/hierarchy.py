"""Nested levels of segments, from coarse to fine: the types.

In:  segmentations, each inside the next, and the price at which each boundary disappears.
Out: a ``Hierarchy`` and its tree.  ``annotations/hierarchy.py`` makes one.
"""

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise

from embed_kcpd.result.segmentation import Segmentation


@dataclass(frozen=True, slots=True)
class Level:
    """One segmentation, stable for boundary prices from ``lowest`` to ``highest``."""

    segmentation: Segmentation
    lowest: float
    highest: float

    @property
    def persistence(self) -> float:
        """How far the price can rise before the level changes (see ``rise``)."""
        return rise(self.lowest, self.highest)


@dataclass(frozen=True, slots=True)
class Node:
    """A segment and the segments of the next finer level inside it.

    ``persistence`` is how far the price can rise, from where the node appears, before it
    merges with a neighbour (see ``rise``).
    """

    start: int
    end: int
    level: int
    persistence: float
    children: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Nested levels, coarsest first.

    ``own`` is the index of the level that is the segmentation itself: parts stand before it,
    sections after it.  ``prices[t]`` is the price at which boundary t disappears.
    """

    levels: tuple[Level, ...]
    prices: dict[int, float]
    own: int = -1

    def __post_init__(self) -> None:
        nested = [set(level.segmentation.boundaries) for level in self.levels]
        if any(not coarse < fine for coarse, fine in pairwise(nested)):
            raise ValueError("each level must hold all boundaries of the level above and more")

    @property
    def tree(self) -> tuple[Node, ...]:
        """The segments of the coarsest level with everything inside them."""
        return _Tree(self).nodes(0, 0, self.levels[0].segmentation.n_units)


class _Tree:
    """The edges and prices of a hierarchy in the order of the text: to look into parts of it."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self._edges = [level.segmentation.edges for level in hierarchy.levels]
        self._prices = hierarchy.prices
        self._units = sorted(hierarchy.prices)
        self._ordered = [hierarchy.prices[unit] for unit in self._units]
        self._least = min(self._ordered, default=0.0)

    def nodes(self, depth: int, start: int, end: int) -> tuple[Node, ...]:
        """The segments of a level, from 0 on, that make up units ``start`` to ``end - 1``."""
        if depth == len(self._edges):
            return ()
        edges = self._edges[depth]
        own = edges[bisect_left(edges, start) : bisect_left(edges, end) + 1]
        return tuple(
            Node(a, b, depth, self._persistence(a, b), self.nodes(depth + 1, a, b))
            for a, b in pairwise(own)
        )

    def _persistence(self, start: int, end: int) -> float:
        """From the price of the dearest boundary inside to that of the cheaper edge."""
        inside = slice(bisect_right(self._units, start), bisect_left(self._units, end))
        born = max(self._ordered[inside], default=self._least)
        edges = [self._prices[unit] for unit in (start, end) if unit in self._prices]
        dies = min(edges, default=math.inf)
        return rise(born, dies)


def rise(low: float, high: float) -> float:
    """Distance of two prices on the scale log(1 + price).

    A logarithm, because coarser levels lie at multiples of a price; plus one, because rows
    have norm one, so a price below one is less than a single unit can cost.

    >>> round(rise(1.0, 3.0), 3)
    0.693
    """
    return max(0.0, math.log1p(high) - math.log1p(low))
