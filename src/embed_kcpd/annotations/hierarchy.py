"""Hierarchy: nested levels around a segmentation, parts above it and sections below.

In:  a problem, the decision about it, how many levels.
Out: a ``Hierarchy``: levels from coarse to fine, each a ``Segmentation`` inside the next.

Sections are what a segment is cut into when it is a text of its own: centred on its own mean,
at its own scale.  Parts are segments joined.  Boundaries disappear one at a time, always the
one whose two neighbours lose least by becoming one segment: the exact difference
C(a, c) - C(a, b) - C(b, c), less the evidence at its place.  That difference is the price at
which the boundary stops paying.  The most persistent stages are the levels above.

The penalty path is optimal at every price but its steps need not be nested; a hierarchy is
nested by construction but only the segmentation itself need be optimal.
"""

import heapq
import math
from dataclasses import dataclass

import numpy as np

from embed_kcpd.errors import OptionsError
from embed_kcpd.granularity.protocol import Decision
from embed_kcpd.granularity.text_scale.rule import cut_again
from embed_kcpd.problem.costs.between_edges import between_edges
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.result.hierarchy import Hierarchy, Level, rise
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers.exact import priced_segmentation

Boundaries = tuple[int, ...]
Removal = tuple[int, float]
"""A boundary, and the price at which it disappears."""

LEVEL_GROWTH = 1.5
"""A level has at least this many times as many segments as the next coarser one."""

LEAST_PERSISTENCE = 0.1
"""A stage that a rise of a tenth in price ends is no level."""

SMALLEST_CUT = 6
"""Units from which on a segment may have sections."""


def nested_levels(problem: Problem, decision: Decision, n_levels: int) -> Hierarchy:
    """At most ``n_levels`` nested levels, of which the decision's own segmentation is one.

    Levels are added above and below in turn, where there are any.  Forced boundaries stay at
    every level.  Size limits bind the segmentation and the sections below it; parts are whole
    segments joined.
    """
    if n_levels < 1:
        raise OptionsError(f"the number of levels must be at least 1, got {n_levels}")
    own = decision.segmentation
    merges = _Merges(problem, own, tuple(_removals(problem, own)))
    above = _parts(merges)
    below = _sections(problem, decision, n_levels - 1)
    n_below = min(len(below), max((n_levels - 1) // 2, n_levels - 1 - len(above)))
    above = sorted(above[: n_levels - 1 - n_below], reverse=True)
    levels = [merges.level(stage) for stage in above]
    prices = dict(merges.order)
    levels.append(merges.level(0))
    for finer in below[:n_below]:
        level, new = _section_level(
            problem, levels[-1], finer, min(prices.values(), default=math.inf)
        )
        levels.append(level)
        prices |= new
    return Hierarchy(tuple(levels), prices, len(above))


@dataclass(frozen=True, slots=True)
class _Merges:
    """The boundaries of a segmentation in the order they disappear; a stage is how many did."""

    problem: Problem
    segmentation: Segmentation
    order: tuple[Removal, ...]

    def n_segments(self, stage: int) -> int:
        return len(self.segmentation.spans) - stage

    def interval(self, stage: int) -> tuple[float, float]:
        """Prices between which the stage lasts."""
        lowest = self.order[stage - 1][1] if stage else 0.0
        return lowest, self.order[stage][1] if stage < len(self.order) else math.inf

    def level(self, stage: int) -> Level:
        """The segmentation of a stage, priced where it begins."""
        gone = {unit for unit, _ in self.order[:stage]}
        left = tuple(unit for unit in self.segmentation.boundaries if unit not in gone)
        lowest, highest = self.interval(stage)
        prices = self.problem.evidence + lowest
        return Level(priced_segmentation(self.problem.cost, prices, left), lowest, highest)


def _parts(merges: _Merges) -> list[int]:
    """Stages whose numbers of segments are far enough apart, the most persistent first."""
    stages = range(1, len(merges.order))
    lasting = {stage: rise(*merges.interval(stage)) for stage in stages}
    chosen = [0]
    for stage in sorted(stages, key=lambda stage: (-lasting[stage], stage)):
        if lasting[stage] >= LEAST_PERSISTENCE and all(
            _is_apart(merges.n_segments(stage), merges.n_segments(other)) for other in chosen
        ):
            chosen.append(stage)
    return chosen[1:]


def _is_apart(count: int, other: int) -> bool:
    return max(count, other) >= LEVEL_GROWTH * min(count, other)


def _sections(problem: Problem, decision: Decision, most: int) -> list[Boundaries]:
    """Up to ``most`` finer levels, each cutting the segments of the one before.

    A text whose order carries no information has no sections either.
    """
    known = decision.explanation
    if known and known.evidence and not known.evidence.is_order_informative:
        return []
    levels = [decision.segmentation.boundaries]
    while len(levels) <= most:
        finer = cut_again(problem, levels[-1], SMALLEST_CUT)
        if not _is_apart(len(finer) + 1, len(levels[-1]) + 1):
            break
        levels.append(finer)
    return levels[1:]


def _section_level(
    problem: Problem, coarser: Level, boundaries: Boundaries, highest: float
) -> tuple[Level, dict[int, float]]:
    """The level of these boundaries, and the price at which each new one disappears."""
    segmentation = priced_segmentation(problem.cost, problem.evidence, boundaries)
    kept = frozenset(coarser.segmentation.boundaries)
    new = {unit: min(price, highest) for unit, price in _removals(problem, segmentation, kept)}
    return Level(segmentation, 0.0, min(new.values(), default=math.inf)), new


def _removals(
    problem: Problem, finest: Segmentation, kept: frozenset[int] = frozenset()
) -> list[Removal]:
    """Boundaries in the order they disappear, at prices that never fall.

    Forced boundaries and those in ``kept`` never do.
    """
    before = dict(zip(finest.edges[1:], finest.edges, strict=False))
    after = dict(zip(finest.edges, finest.edges[1:], strict=False))
    known = between_edges(problem.cost, np.array(finest.edges))

    def cost(start: int, end: int) -> float:
        return float(known.column(np.array([start]), end)[0])

    def worth(unit: int) -> float:
        left, right = before[unit], after[unit]
        apart = cost(left, unit) + cost(unit, right)
        return cost(left, right) - apart - float(problem.evidence[unit])

    lasting = problem.limits.forced | kept
    current = {unit: worth(unit) for unit in finest.boundaries if unit not in lasting}
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
