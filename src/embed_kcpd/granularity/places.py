"""The problem of units that have places: headings, tables, silences, times.

In:  a problem, the places of its units, and what headings mean.
Out: the same problem with the evidence and the limits that lie in the places.

Limits that a person set come first: a table too large for a segment is cut, a heading too near
to the one before is not forced, and where nothing fits both, the places only give evidence.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.evidence.places import Headings, forbidden_starts, forced_starts, place_evidence
from embed_kcpd.evidence.spoken import stretch_similarity
from embed_kcpd.problem.limits import Limits
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.solvers.feasible import possible_counts
from embed_kcpd.solvers.windows import Windows
from embed_kcpd.text.places import Place


def with_places(problem: Problem, places: Sequence[Place], headings: Headings) -> Problem:
    """The problem with what the places say."""
    prices = place_evidence(places, headings)
    turns = np.array([place.turn for place in places])
    return replace(
        problem,
        evidence=problem.evidence + prices + _recording_evidence(problem, places),
        from_places=prices,
        turns=turns if turns.any() else None,
        limits=_with_starts(problem.limits, places, headings),
    )


def _recording_evidence(problem: Problem, places: Sequence[Place]) -> FloatArray | float:
    """What longer stretches on both sides of a gap add in a recording, whose units have times.

    Messages of a chat may have times too; silences tell them apart.
    """
    is_chat = any(place.silence is not None for place in places)
    is_recording = not is_chat and any(place.start_seconds is not None for place in places)
    if not (is_recording and problem.objective.has_text_scale):
        return 0.0
    return stretch_similarity(np.asarray(problem.rows), problem.weights)


def _with_starts(limits: Limits, places: Sequence[Place], headings: Headings) -> Limits:
    """The limits with the starts that places force and forbid, as far as they can be met."""
    limits.check(len(places))
    wanted = forced_starts(places, headings) - limits.forbidden
    forced = limits.forced | frozenset(_far_enough(wanted, limits, len(places)))
    kept = forbidden_starts(places, headings) - forced
    if not kept and forced == limits.forced:
        return limits
    forbidden = limits.forbidden | frozenset(_small_enough(kept, limits, len(places)))
    together = replace(limits, forced=forced, forbidden=forbidden)
    is_possible = possible_counts(Windows.of(together, len(places))) is not None
    return together if is_possible else limits


@dataclass(frozen=True, slots=True)
class _Measure:
    """One measure of segments: its sum before each unit, and the least and most of a segment."""

    before: FloatArray
    least: float
    most: float

    def of(self, start: int, end: int) -> float:
        return float(self.before[end] - self.before[start])


def _measures(limits: Limits, n_units: int) -> list[_Measure]:
    largest = float("inf") if limits.max_size is None else limits.max_size
    units = _Measure(np.arange(n_units + 1, dtype=np.float64), limits.min_size, largest)
    budgets = (
        _Measure(np.concatenate([[0.0], np.cumsum(budget.sizes)]), budget.least, budget.most)
        for budget in limits.budgets
    )
    return [units, *budgets]


def _far_enough(wanted: frozenset[int], limits: Limits, n_units: int) -> Iterator[int]:
    """Forced starts that leave segments of the least size, from the first to the last."""
    measures = _measures(limits, n_units)
    edges = [0, *sorted(limits.forced), n_units]
    before = 0
    for unit in sorted(wanted):
        after = bisect_right(edges, unit)
        before = max(before, edges[after - 1])
        sides = ((before, unit), (unit, edges[after]))
        if all(measure.of(*side) >= measure.least for measure in measures for side in sides):
            yield unit
            before = unit


def _small_enough(kept: frozenset[int], limits: Limits, n_units: int) -> Iterator[int]:
    """Forbidden starts of groups of units that fit into one segment."""
    measures = _measures(limits, n_units)
    starts = [unit for unit in range(n_units) if unit not in kept]
    for start, end in pairwise([*starts, n_units]):
        if all(measure.of(start, end) <= measure.most for measure in measures):
            yield from range(start + 1, end)
