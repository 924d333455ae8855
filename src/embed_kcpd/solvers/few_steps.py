"""Steps all along a penalty path: a bounded number of them, without solving for all others.

In:  a segment cost, the prices that lie in the text, limits, how many segments and steps at most.
Out: the steps; of those with nearly as many segments the one that lasts longest is taken.

A long path has thousands of steps, most of which last while the penalty changes by a thousandth,
and to solve for all of them takes time in proportion to the square of the text.  Which of them is
taken makes no difference, so nothing is looked for between two steps that are alike in penalty and
in their number of segments.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embed_kcpd.arrays import FloatArray
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.limits import Limits
from embed_kcpd.progress import progress
from embed_kcpd.result.path import PathStep, lasting
from embed_kcpd.solvers.lines import Line, SharedSegmentations
from embed_kcpd.solvers.path import Gap, Hull

ALIKE = 1.05
"""Penalties less than a twentieth apart are alike."""


WHOLE_UNITS = 5000
"""Units up to which every step is solved for, and the one that lasts longest taken."""

_Step = tuple[Line, float, float]
"""A line, and two penalties between which it is the cheapest."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Steps of up to ``most`` segments, ``n_steps`` or fewer, and the one of ``own`` segments.

    The ends of steps that last while the penalty grows by the factor ``stable`` are exact, and so
    are those of the step of ``own`` segments; of the others a part of the penalties is known for
    which they are the cheapest.
    """

    most: int
    n_steps: int
    own: int
    stable: float


def few_steps(
    cost: SegmentCost, prices: FloatArray, limits: Limits, wanted: Wanted
) -> tuple[PathStep, ...]:
    """The steps that are wanted; all of the path if it has no more of them."""
    hull = Hull.of(cost, limits, prices)
    whole = hull.whole(hull.dearest, 0.0)
    gaps = [whole] if whole.is_open(1, wanted.most) else []
    with progress("finding every granularity", whole.n_between(1, wanted.most)) as advance:
        for chosen in (_apart, _too_few, _stable):
            while asked := set(chosen(hull, gaps, wanted)):
                others = [gap for gap in gaps if gap not in asked]
                halves = hull.halves([gap for gap in gaps if gap in asked], advance)
                gaps = [*others, *(gap for gap in halves if gap.is_open(1, wanted.most))]
        advance(sum(gap.n_between(1, wanted.most) for gap in gaps))
    shared = SharedSegmentations(cost.n_units, prices)
    taken = _taken(hull, gaps, wanted)
    return tuple(PathStep(shared.of(line), low, high) for line, low, high in taken)


def _apart(hull: Hull, gaps: Sequence[Gap], wanted: Wanted) -> list[Gap]:
    """Gaps with room for a step that is like neither side, or that end at a number asked for."""
    place = _places(hull, wanted)
    return [
        gap
        for gap in gaps
        if gap.high > ALIKE * gap.low
        or place(min(gap.fine.n_segments, wanted.most)) > place(gap.coarse.n_segments) + 1
        or any(gap.holds(count) for count in (wanted.own, wanted.most))
    ]


def _too_few(hull: Hull, gaps: Sequence[Gap], wanted: Wanted) -> list[Gap]:
    """As many gaps as may hold one step more than are wanted; low penalties take least time.

    All gaps of a shorter text, whose whole path takes hardly more time than a part.
    """
    if hull.n_units <= WHOLE_UNITS:
        return list(gaps)
    missing = wanted.n_steps + 1 - hull.n_lines(wanted.most)
    return sorted(gaps, key=lambda gap: gap.low)[: max(0, missing)]


def _stable(hull: Hull, gaps: Sequence[Gap], wanted: Wanted) -> list[Gap]:
    """Gaps beside a step that is stable if there is nothing in them."""
    lines = hull.lines
    edges = hull.penalties(lines, 0.0, math.inf)
    ends = zip(lines, edges[1:], edges[:-1], strict=True)
    stable = {
        line.n_segments for line, low, high in ends if lasting(low, high) >= math.log(wanted.stable)
    }
    return [gap for gap in gaps if not stable.isdisjoint(gap.counts)]


def _places(hull: Hull, wanted: Wanted) -> Callable[[int], int]:
    """The place of a number of segments among ``n_steps``.

    Nearly as many means in proportion: among few segments one more is a difference, among many
    it is none.
    """
    fewest, finest = hull.counts(wanted.most)
    width = math.log(finest / fewest) or 1.0

    def place(count: int) -> int:
        share = math.log(count / fewest) / width
        return min(int(share * wanted.n_steps), wanted.n_steps - 1)

    return place


def _taken(hull: Hull, gaps: Sequence[Gap], wanted: Wanted) -> list[_Step]:
    """The step of each place that is known to last longest, and the one of ``own`` segments."""
    steps = _steps(hull, gaps, wanted.most)
    if len(steps) <= wanted.n_steps:
        return steps
    place = _places(hull, wanted)
    best: dict[int, _Step] = {}
    for step in steps:
        at = place(step[0].n_segments)
        if at not in best or lasting(*step[1:]) > lasting(*best[at][1:]):
            best[at] = step
    counts = {step[0].n_segments for step in best.values()} | {wanted.own}
    return [step for step in steps if step[0].n_segments in counts]


def _steps(hull: Hull, gaps: Sequence[Gap], most: int) -> list[_Step]:
    """Known lines of up to ``most`` segments, where it is known that they are the cheapest."""
    lines = hull.lines
    edges = hull.penalties(lines, 0.0, math.inf)
    lowest = {gap.coarse.n_segments: gap.high for gap in gaps}
    highest = {gap.fine.n_segments: gap.low for gap in gaps}
    steps = []
    for line, low, high in zip(lines, edges[1:], edges[:-1], strict=True):
        count = line.n_segments
        if count <= most:
            top = highest.get(count, high)
            steps.append((line, min(lowest.get(count, low), top), top))
    return steps
