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
import math

import numpy as np

from embed_kcpd.errors import OptionsError
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.result.hierarchy import Hierarchy, Level, rise
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers.exact import priced_segmentation


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
    return Level(priced_segmentation(problem.cost, problem.evidence + low, left), low, high)


def _removals(problem: Problem, finest: Segmentation) -> list[tuple[int, float]]:
    """Boundaries in the order they go, each with the price at which it goes."""
    before = dict(zip(finest.edges[1:], finest.edges, strict=False))
    after = dict(zip(finest.edges, finest.edges[1:], strict=False))

    def worth(unit: int) -> float:
        left, right = before[unit], after[unit]
        apart = _cost(problem.cost, left, unit) + _cost(problem.cost, unit, right)
        return _cost(problem.cost, left, right) - apart - float(problem.evidence[unit])

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
