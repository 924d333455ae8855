"""Where boundaries of a conversation stand exactly: at turns near those that were found.

In:  a problem whose units are passages, the decision about it, and the parts (sentences, cues)
     that the passages are made of.
Out: passages that should begin at another part.

A passage begins wherever the one before was long enough, so a boundary between passages stands
beside the place where somebody changed the subject.  What a boundary there would cost is known
at the passages and interpolated between them; from it comes off what the parts say
(``evidence/turns.py``).  Boundaries at announcements stand right and stay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.granularity.protocol import Decision
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.objectives import Problem


@dataclass(frozen=True, slots=True)
class Parts:
    """Characters at which units and parts begin, and what is known of the parts.

    ``seconds`` is when each part begins, ``discounts`` how much less a boundary there costs;
    ``fixed`` holds the units that begin with an announcement; ``farthest`` is by how many
    seconds a boundary may move.
    """

    unit_starts: IntArray
    starts: IntArray
    seconds: FloatArray
    discounts: FloatArray
    fixed: frozenset[int]
    farthest: float


def better_starts(problem: Problem, decision: Decision, parts: Parts) -> Mapping[int, int]:
    """The part at which each unit should begin that starts a segment.

    Every unit starts at most one segment and no two of them change their order: a boundary
    stays in its own half of the way to its neighbours.
    """
    edges = decision.segmentation.edges
    nearest = _nearest_units(parts)
    return dict(
        _better_start(problem.cost, decision.prices, parts, nearest, edges[n - 1 : n + 2])
        for n in range(1, len(edges) - 1)
    )


def _nearest_units(parts: Parts) -> IntArray:
    """For each part the unit whose beginning is nearest."""
    middles = (parts.unit_starts[1:] + parts.unit_starts[:-1]) / 2
    return np.searchsorted(middles, parts.starts)


def _better_start(
    cost: SegmentCost,
    prices: FloatArray,
    parts: Parts,
    nearest: IntArray,
    around: Sequence[int],
) -> tuple[int, int]:
    """The unit and the part at which the middle one of three edges should stand."""
    left, unit, right = around
    own = int(np.searchsorted(parts.starts, parts.unit_starts[unit]))
    first, last = (left + unit) // 2 + 1, (unit + right) // 2
    is_near = np.abs(parts.seconds - parts.seconds[own]) <= parts.farthest
    candidates = np.flatnonzero((nearest >= first) & (nearest <= last) & is_near)
    if unit in parts.fixed or len(candidates) == 0:
        return unit, own
    units = np.arange(max(first - 1, left + 1), min(last + 1, right - 1) + 1)
    at_units = _costs_around(cost, left, units, right) + prices[units]
    between = np.interp(parts.starts[candidates], parts.unit_starts[units], at_units)
    part = int(candidates[np.argmin(between - parts.discounts[candidates])])
    return int(nearest[part]), part


def _costs_around(cost: SegmentCost, left: int, units: IntArray, right: int) -> FloatArray:
    """Cost of the two segments from ``left`` to each unit and from there to ``right``."""
    start = np.array([left], dtype=np.int64)
    before = [float(cost.column(start, int(unit))[0]) for unit in units]
    return np.array(before) + cost.column(units, right)
