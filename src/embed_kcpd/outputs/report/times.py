"""Times and dates of units, and what an axis along the text says.

In:  the places of the units.
Out: from when to when a segment lasts; labels with their places along the text.

Along the text every unit is equally wide; an axis of times has its labels at round times, where
the unit stands that is said then.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Literal

from embed_kcpd.outputs.dates import known_length
from embed_kcpd.outputs.phrases import clock
from embed_kcpd.outputs.report.axis import date_ticks, time_marks
from embed_kcpd.text.places import Place

MOST_NUMBERS = 8
"""Labels of an axis that counts units."""

TOO_NEAR = 6.0
"""Percent of the axis; a label nearer than this to the one before is left out."""

LAST_LABEL = 96.0
"""Percent of the axis behind which a label would not fit."""

Label = tuple[float, str]
"""Where a label stands, in percent of the axis, and what it says."""


@dataclass(frozen=True, slots=True)
class UnitTimes:
    """When each unit starts and ends: whole seconds of a recording, or years, months or days."""

    kind: Literal["clock", "date"]
    start: tuple[int, ...] | tuple[str, ...]
    end: tuple[int, ...] | tuple[str, ...]

    def between(self, start_unit: int, end_unit: int) -> str:
        """From when to when these units last."""
        first, last = self.start[start_unit], self.end[end_unit - 1]
        if isinstance(first, int) and isinstance(last, int):
            return f"{clock(first)} to {clock(last)}"
        return f"{first}" if first == last else f"{first} to {last}"


def unit_times(places: Sequence[Place]) -> UnitTimes | None:
    """Times or dates of all units; none where one of them has neither."""
    seconds = [place.start_seconds for place in places if place.start_seconds is not None]
    if places and len(seconds) == len(places):
        ends = [place.end_seconds or place.start_seconds or 0.0 for place in places]
        starts = tuple(max(0, int(second)) for second in seconds)
        return UnitTimes("clock", starts, tuple(max(0, int(end)) for end in ends))
    dates = [place.date for place in places if place.date is not None]
    if places and len(dates) == len(places):
        known = known_length(dates)
        days = tuple(date.isoformat()[:known] for date in dates)
        return UnitTimes("date", days, days)
    return None


def axis_labels(places: Sequence[Place], n_units: int) -> list[Label]:
    """What stands under the strip: times, dates, or the numbers of units."""
    seconds = [place.start_seconds for place in places if place.start_seconds is not None]
    dates = [place.date for place in places if place.date is not None]
    if places and len(seconds) == len(places) and _rises(seconds):
        labels = [
            (_percent(bisect_left(seconds, mark), n_units), clock(mark))
            for mark in time_marks(seconds[-1] + 1.0)
        ]
    elif places and len(dates) == len(places) and _rises_in_time(dates):
        labels = [
            (_percent(bisect_left(dates, date), n_units), label)
            for date, label in date_ticks(dates[0], dates[-1])
        ]
    else:
        labels = [(_percent(unit, n_units), f"{unit:,}") for unit in _round_numbers(n_units)]
    return _apart(labels)


def _percent(unit: int, n_units: int) -> float:
    return 100.0 * unit / max(1, n_units)


def _rises(seconds: Sequence[float]) -> bool:
    return all(before <= after for before, after in pairwise(seconds))


def _rises_in_time(dates: Sequence[datetime]) -> bool:
    """Whether dates follow each other; some with a time zone and some without cannot be told."""
    zones = {date.tzinfo is None for date in dates}
    return len(zones) == 1 and all(before <= after for before, after in pairwise(dates))


def _round_numbers(n_units: int) -> list[int]:
    """Round numbers of units up to the last.

    >>> _round_numbers(63), _round_numbers(3)
    ([10, 20, 30, 40, 50, 60], [1, 2, 3])
    """
    step = next(
        base * 10**power
        for power in range(12)
        for base in (1, 2, 5)
        if n_units <= MOST_NUMBERS * base * 10**power
    )
    return list(range(step, n_units + 1, step))


def _apart(labels: Sequence[Label]) -> list[Label]:
    """Labels that neither touch each other nor stand over the end."""
    kept: list[Label] = []
    for place, label in labels:
        if place <= LAST_LABEL and (not kept or place - kept[-1][0] >= TOO_NEAR):
            kept.append((place, label))
    return kept
