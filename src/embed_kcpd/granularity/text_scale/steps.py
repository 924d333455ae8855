"""Steps coarser and finer: two thirds, or one and a half times, as many segments.

In:  a problem, the segmentation at the text's own scale, how many steps.
Out: a segmentation nested in it, or in which it is nested, with the number of segments that was
     announced.

A step is defined by its effect.  A factor on the price would be no step: where topics are sharp
it changes nothing, and where a text drifts it removes nearly every boundary.  Each step is the
exact optimum among the segmentations that keep only boundaries of the step before (coarser) or
keep all of them (finer).  Where the limits leave no nested one, it is the optimum without that.
"""

import math
from dataclasses import replace

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.problem.limits import Limits
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers.count import count_with_penalty
from embed_kcpd.solvers.exact import priced_segmentation
from embed_kcpd.solvers.feasible import possible_counts
from embed_kcpd.solvers.windows import Windows

STEP = 1.5
"""How many times as many segments there are one step finer."""


def stepped_counts(n_segments: int, steps: float, fewest: int, most: int) -> list[int]:
    """The number of segments after each step, ``steps`` > 0 coarser and < 0 finer.

    A whole step changes the number by at least one, while the limits allow it; the last may be
    a part of a step.

    >>> stepped_counts(7, 2, 1, 99), stepped_counts(7, -2, 1, 99), stepped_counts(2, 3, 1, 99)
    ([5, 3], [11, 17], [1, 1, 1])
    """
    counts, current, left = [], n_segments, abs(steps)
    direction = -1 if steps > 0 else 1
    while left > 0:
        part = min(left, 1.0)
        aimed = math.floor(current * STEP ** (direction * part) + 0.5)
        if part == 1.0 and aimed == current:
            aimed += direction
        current = min(max(aimed, fewest), most)
        counts.append(current)
        left -= part
    return counts


def count_range(problem: Problem) -> tuple[int, int]:
    """The fewest and the most segments that the limits allow."""
    possible = possible_counts(Windows.of(problem.limits, problem.n_units))
    return possible or (1, max(1, problem.n_units))


def stepped(
    problem: Problem, own: Segmentation, prices: FloatArray, steps: float
) -> tuple[Segmentation, FloatArray, float]:
    """The segmentation so many steps from ``own``, prices at which each boundary pays, and what
    each would have to pay beyond them for a coarser segmentation to be about the cheapest."""
    current, penalty = own, 0.0
    for count in stepped_counts(len(own.spans), steps, *count_range(problem)):
        if count != len(current.spans):
            current, penalty = _one_step(problem, current, prices, count)
    lower = min(min(current.gains, default=0.0), 0.0)
    stepped_segmentation = priced_segmentation(problem.cost, prices + lower, current.boundaries)
    return stepped_segmentation, prices + lower, max(penalty, 0.0) if lower == 0.0 else 0.0


def _one_step(
    problem: Problem, before: Segmentation, prices: FloatArray, count: int
) -> tuple[Segmentation, float]:
    """The segmentation into ``count`` segments, and the penalty that makes it the cheapest."""
    nested = _nested_limits(problem.limits, before, is_finer=count > len(before.spans))
    try:
        return count_with_penalty(problem.cost, count, prices, nested)
    except InfeasibleError:
        return count_with_penalty(problem.cost, count, prices, problem.limits)


def _nested_limits(limits: Limits, before: Segmentation, is_finer: bool) -> Limits:
    """Limits under which boundaries are only added to ``before``, or only taken away."""
    kept = frozenset(before.boundaries)
    if is_finer:
        return replace(limits, forced=limits.forced | kept)
    others = frozenset(np.arange(1, before.n_units).tolist()) - kept - limits.forced
    return replace(limits, forbidden=limits.forbidden | others)
