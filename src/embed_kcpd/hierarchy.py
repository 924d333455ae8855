"""Hierarchy: nested levels from the finest segmentation upwards.

In:  a problem, the finest segmentation, how many levels.
Out: a ``Hierarchy``: levels from coarse to fine, each a ``Segmentation`` inside the next.

The finest level is given.  From there boundaries disappear one at a time, always the one
whose two neighbours lose least by becoming one segment: the exact difference
C(a, c) - C(a, b) - C(b, c), less the part of its price that lies in the text.  That
difference is the price at which the boundary stops paying.  A boundary that goes after a
dearer one goes at the dearer price, so prices never fall on the way up.

The penalty path is optimal at every price but its levels need not be nested; a hierarchy is
nested by construction but only its finest level need be optimal.
"""

import heapq
import itertools
import math
from dataclasses import dataclass

import numpy as np

from embed_kcpd.costs import SegmentCost
from embed_kcpd.errors import OptionsError
from embed_kcpd.objectives import Problem
from embed_kcpd.segmentation import Segmentation
from embed_kcpd.solvers.exact import described


@dataclass(frozen=True, slots=True)
class Level:
    """One segmentation of the hierarchy, stable for boundary prices from ``low`` to ``high``."""

    segmentation: Segmentation
    low: float
    high: float

    @property
    def persistence(self) -> float:
        """How far the price can rise before the level changes (see ``rise``)."""
        return rise(self.low, self.high)


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
    """Nested levels, coarsest first; ``prices[t]`` is the price at which boundary t goes."""

    levels: tuple[Level, ...]
    prices: dict[int, float]

    def __post_init__(self) -> None:
        found = [set(level.segmentation.boundaries) for level in self.levels]
        if any(not coarse < fine for coarse, fine in itertools.pairwise(found)):
            raise ValueError("each level must hold all boundaries of the level above and more")

    @property
    def tree(self) -> tuple[Node, ...]:
        """The segments of the coarsest level with everything inside them."""
        return self._nodes(0, 0, self.levels[0].segmentation.n_units)

    def _nodes(self, depth: int, start: int, end: int) -> tuple[Node, ...]:
        if depth == len(self.levels):
            return ()
        spans = self.levels[depth].segmentation.spans
        return tuple(
            Node(a, b, depth, self._persistence(a, b), self._nodes(depth + 1, a, b))
            for a, b in spans
            if start <= a and b <= end
        )

    def _persistence(self, start: int, end: int) -> float:
        """From the price of the dearest boundary inside to that of the cheaper edge."""
        inside = [price for unit, price in self.prices.items() if start < unit < end]
        born = max(inside, default=min(self.prices.values(), default=0.0))
        edges = [self.prices[unit] for unit in (start, end) if unit in self.prices]
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


def hierarchy(problem: Problem, finest: Segmentation, n_levels: int) -> Hierarchy:
    """At most ``n_levels`` nested levels: the finest, and the most persistent above it.

    Forced boundaries stay at every level; size limits bind the finest level only.
    """
    if n_levels < 1:
        raise OptionsError(f"the number of levels must be at least 1, got {n_levels}")
    order = _removals(problem, finest)
    prices = [price for _, price in order]
    lasting = {k: rise(prices[k - 1], prices[k]) for k in range(1, len(order))}
    coarser = sorted((k for k in lasting if lasting[k] > 0), key=lambda k: (-lasting[k], k))
    chosen = sorted(coarser[: n_levels - 1])
    levels = [_level(problem, finest, order, stage) for stage in reversed([0, *chosen])]
    return Hierarchy(tuple(levels), dict(order))


def _level(
    problem: Problem, finest: Segmentation, order: list[tuple[int, float]], stage: int
) -> Level:
    """The segmentation left after ``stage`` removals, described at the price it starts at."""
    gone = {unit for unit, _ in order[:stage]}
    left = tuple(unit for unit in finest.boundaries if unit not in gone)
    low = order[stage - 1][1] if stage else 0.0
    high = order[stage][1] if stage < len(order) else math.inf
    return Level(described(problem.cost, problem.gaps + low, left), low, high)


def _removals(problem: Problem, finest: Segmentation) -> list[tuple[int, float]]:
    """Boundaries in the order they go, each with the price at which it goes."""
    before = dict(zip(finest.edges[1:], finest.edges, strict=False))
    after = dict(zip(finest.edges, finest.edges[1:], strict=False))

    def worth(unit: int) -> float:
        left, right = before[unit], after[unit]
        apart = _cost(problem.cost, left, unit) + _cost(problem.cost, unit, right)
        return _cost(problem.cost, left, right) - apart - float(problem.gaps[unit])

    removable = [unit for unit in finest.boundaries if unit not in problem.limits.forced]
    current = {unit: worth(unit) for unit in removable}
    heap = [(price, unit) for unit, price in current.items()]
    heapq.heapify(heap)
    order, highest = [], 0.0
    while heap:
        price, unit = heapq.heappop(heap)
        if current.get(unit) != price:
            continue
        highest = max(highest, price)
        order.append((unit, highest))
        del current[unit]
        left, right = before[unit], after[unit]
        after[left], before[right] = right, left
        for neighbour in (left, right):
            if neighbour in current:
                current[neighbour] = worth(neighbour)
                heapq.heappush(heap, (current[neighbour], neighbour))
    return order


def _cost(cost: SegmentCost, start: int, end: int) -> float:
    return float(cost.column(np.array([start]), end)[0])
