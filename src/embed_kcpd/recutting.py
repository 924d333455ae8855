"""Passages of a conversation cut again, so that they begin where its speakers do.

In:  a prepared recording, the settings it was prepared with, the decision about it.
Out: the same recording, its passages near the boundaries found begin at better places.

There are as many units as before.  Only those that changed are encoded.  The text is then cut
as any other: what the turns say is in the places of the units.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.evidence.phrases import english, marked
from embed_kcpd.evidence.turns import FARTHEST, place_discounts, turn_discounts
from embed_kcpd.granularity.protocol import Decision
from embed_kcpd.granularity.turns import Parts, better_starts
from embed_kcpd.preparation import Prepared, with_units
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.settings import Settings
from embed_kcpd.text.units import GivenUnits, Unit, joined_parts, unit_texts


def recut(prepared: Prepared, settings: Settings, problem: Problem, decision: Decision) -> Prepared:
    """The recording with passages that begin where speakers do, near each boundary."""
    given = settings.unit
    if not isinstance(given, GivenUnits) or not problem.objective.has_text_scale:
        return prepared
    texts = _part_texts(prepared.text, given)
    turns = turn_discounts(texts, [place.speaker for _, place in given.parts])
    better = better_starts(problem, decision, _parts(prepared, given, texts, turns))
    return with_units(prepared, settings, _given_units(prepared, given, better, turns))


def _part_texts(text: str, given: GivenUnits) -> list[str]:
    edges = pairwise([*(start for start, _ in given.parts), len(text)])
    return unit_texts(text, [Unit(start, end) for start, end in edges])


def _parts(prepared: Prepared, given: GivenUnits, texts: list[str], turns: FloatArray) -> Parts:
    announced = np.flatnonzero(marked(prepared.texts, english().announcement))
    return Parts(
        unit_starts=np.array([unit.start for unit in prepared.units], dtype=np.int64),
        starts=np.array([start for start, _ in given.parts], dtype=np.int64),
        seconds=np.array([place.start_seconds or 0.0 for _, place in given.parts]),
        discounts=place_discounts(texts, turns),
        fixed=frozenset(announced.tolist()),
        farthest=FARTHEST,
    )


def _given_units(
    prepared: Prepared, given: GivenUnits, better: Mapping[int, int], turns: FloatArray
) -> GivenUnits:
    """The units that begin at these parts, the others where they did."""
    starts = [start for start, _ in given.parts]
    firsts = np.searchsorted(starts, [unit.start for unit in prepared.units])
    for unit, part in better.items():
        firsts[unit] = part
    joined = joined_parts(given.parts, firsts.tolist())
    edges = pairwise([*(start for start, _ in joined), len(prepared.text)])
    places = [place for _, place in joined]
    for unit, part in better.items():
        places[unit] = replace(places[unit], turn=float(turns[part]))
    units = tuple(Unit(start, end) for start, end in edges)
    return replace(given, units=units, places=tuple(places))
