"""Known events beside the changes of a stream: which are met, and what chance would meet.

In:  events with dates, a timeline, a tolerance.
Out: an ``EventScore``: hits, misses, false alarms, and the number of hits that as many changes
     would have at places drawn at random among all posts.
"""

import os
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

import numpy as np

from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.files import check_path
from embed_kcpd.given_kinds import check_kind, is_iterable
from embed_kcpd.readers.dates import read_date
from embed_kcpd.readers.reading import read_source
from embed_kcpd.readers.source import Source, source_at
from embed_kcpd.timeline.chance import hit_distribution
from embed_kcpd.timeline.timeline import Timeline

_TOLERANCE = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)\s*([hdwy])", re.ASCII)
_DAYS = {"h": 1 / 24, "d": 1.0, "w": 7.0, "y": 365.25}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and when."""

    date: datetime
    title: str


@dataclass(frozen=True, slots=True)
class EventScore:
    """How the changes of a timeline meet known events.

    ``nearest`` has for each event the nearest change, as its place in ``Timeline.changes``, or
    ``None`` where none lies within the tolerance; ``false_alarms`` are the changes with no
    event within it.  ``by_chance`` is the number of events that as many changes at random
    places would meet on average, ``p_value`` the probability that they would meet as many as
    were met, or more.
    """

    events: tuple[Event, ...]
    tolerance: timedelta
    nearest: tuple[int | None, ...]
    false_alarms: tuple[int, ...]
    by_chance: float
    p_value: float

    @property
    def n_hits(self) -> int:
        return sum(place is not None for place in self.nearest)


def score_events(timeline: Timeline, events: Sequence[Event], tolerance: timedelta) -> EventScore:
    """Which events have a change within the tolerance, and what chance would give."""
    check_kind(timeline, Timeline, "timeline")
    check_kind(tolerance, timedelta, "tolerance")
    _check_events(events)
    changes = [_utc(change.date) for change in timeline.changes]
    when = [_utc(event.date) for event in events]
    nearest = tuple(_nearest(date, changes, tolerance) for date in when)
    # A change can stand before every post but the first.
    places = [_utc(date) for date in timeline.dates[1:]]
    ranges = [
        (bisect_left(places, date - tolerance), bisect_right(places, date + tolerance))
        for date in when
    ]
    chances = hit_distribution(ranges, len(places), len(changes))
    n_hits = sum(place is not None for place in nearest)
    return EventScore(
        events=tuple(events),
        tolerance=tolerance,
        nearest=nearest,
        false_alarms=tuple(
            place
            for place, change in enumerate(changes)
            if all(abs(change - date) > tolerance for date in when)
        ),
        by_chance=float(chances @ np.arange(len(chances))),
        p_value=min(1.0, float(chances[n_hits:].sum())) if n_hits else 1.0,
    )


def _check_events(events: Sequence[Event]) -> None:
    if isinstance(events, str) or not is_iterable(events):
        raise InputError(f"events must be a list of Event(...), got {events!r:.60}")
    for event in events:
        if not (isinstance(event, Event) and isinstance(event.date, datetime)):
            raise InputError(f"an event must be Event(date, title), got {event!r:.60}")


def read_events(path: str | os.PathLike[str]) -> tuple[Event, ...]:
    """Events of a file in the order of time: a JSON list of objects with ``date`` and ``title``,
    or a table that has these columns."""
    check_path(path, "path")
    source = source_at(os.fspath(path))
    if source.beginning.lstrip().startswith("["):
        events = [_event(each, n, source) for n, each in enumerate(_listed(source), 1)]
    else:
        posts = read_source(source).pieces
        events = [_dated(piece.place.date, piece.text, source.name) for piece in posts]
    if not events:
        raise InputError(f"{source.name} has no events")
    return tuple(sorted(events, key=lambda event: _utc(event.date)))


def parsed_tolerance(text: str) -> timedelta:
    """A duration such as ``30d``, ``2w``, ``12h`` or ``1y``.

    >>> parsed_tolerance("2w").days
    14
    """
    match = _TOLERANCE.fullmatch(text.strip().lower())
    if match is None:
        raise OptionsError(
            f"a tolerance is a number and h, d, w or y, such as 30d; this is {text!r}"
        )
    return timedelta(days=float(match[1]) * _DAYS[match[2]])


def _nearest(date: datetime, changes: Sequence[datetime], tolerance: timedelta) -> int | None:
    """The change nearest to a date, the earlier of two that are equally near."""
    near = [place for place, change in enumerate(changes) if abs(change - date) <= tolerance]
    return min(near, key=lambda place: abs(changes[place] - date), default=None)


def _listed(source: Source) -> list[object]:
    values = source.json
    return values if isinstance(values, list) else []


def _event(value: object, number: int, source: Source) -> Event:
    where = f"{source.name}, event {number}"
    if not isinstance(value, dict) or not isinstance(value.get("title"), str):
        raise InputError(f'{where}: expected an object with "date" and "title"')
    return _dated(read_date(value.get("date")), value["title"], where)


def _dated(date: datetime | None, title: str, where: str) -> Event:
    if date is None:
        raise InputError(f"{where}: {title[:40]!r} has no date that can be read")
    return Event(date, title)


def _utc(date: datetime) -> datetime:
    """A moment that can be compared; one without a zone is taken as UTC."""
    return date.astimezone(timezone.utc) if date.tzinfo else date.replace(tzinfo=timezone.utc)
