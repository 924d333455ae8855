"""Where a unit comes from: its place in the file, its time, speaker, page and headings.

In:  what the reader of a file knows about each piece of it.
Out: one frozen ``Place`` for each unit, for evidence, limits in seconds, and outputs.

A plain text has no places.  Everything in a place may be unknown.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from numbers import Integral
from operator import itemgetter

from embed_kcpd.errors import InputError
from embed_kcpd.given_kinds import is_iterable, is_yes_or_no
from embed_kcpd.given_numbers import is_number, is_number_or_infinity


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """Characters ``start`` to ``end - 1`` of a file, or of the named part of it.

    A part is a file inside an archive (``word/document.xml``) or a page (``page 3``).
    """

    start: int
    end: int
    part: str = ""


WordTime = tuple[int, float]
"""A character of a piece at which a word begins, and the second at which it is said."""


@dataclass(frozen=True, slots=True, repr=False)
class Place:
    """What is known about where one unit comes from.

    Seconds count from the start of the recording.  ``speaker`` said or wrote it.  ``page``
    counts from 1.  ``heading`` is the level of the heading that the unit itself is, from 1 on,
    and 0 where it is none; ``headings`` are the headings it stands under, outermost first, and
    a heading stands under itself.
    ``continues`` says that the unit belongs to the one before, like the second row of a table:
    no boundary may stand before it.  ``silence`` is how many seconds passed in the chat
    since the message before it, infinite where another channel begins.  ``name`` identifies a
    message, ``reply_to`` the message it answers.  ``turn`` is how much less a boundary
    before it costs because a speaker begins there.  ``words`` says when words of a caption
    begin, if the file has these times; units have none.
    """

    span: SourceSpan | None = None
    start_seconds: float | None = None
    end_seconds: float | None = None
    date: datetime | None = None
    speaker: str | None = None
    page: int | None = None
    heading: int = 0
    headings: tuple[str, ...] = ()
    continues: bool = False
    silence: float | None = None
    name: str | None = None
    reply_to: str | None = None
    turn: float = 0.0
    words: tuple[WordTime, ...] = ()

    @property
    def seconds(self) -> float:
        """How long it lasts, 0 where that is unknown."""
        if self.start_seconds is None or self.end_seconds is None:
            return 0.0
        return max(0.0, self.end_seconds - self.start_seconds)

    def part(self, start: int, end: int, n_chars: int) -> "Place":
        """The place of characters ``start`` to ``end - 1`` of the ``n_chars`` that stand here.

        A part begins and ends with a word whose time is known, or times are interpolated between
        such words; the span is narrowed where the file holds the text verbatim.

        >>> Place(SourceSpan(10, 14), 0.0, 8.0).part(2, 4, n_chars=4)
        Place(span=SourceSpan(start=12, end=14, part=''), start_seconds=4.0, end_seconds=8.0)
        """
        if (start, end) == (0, n_chars):
            return self
        first, last = self.start_seconds, self.end_seconds
        if first is not None and last is not None:
            first, last = (self._second(at, n_chars) for at in (start, end))
        span = self.span
        if span is not None and span.end - span.start == n_chars:
            span = SourceSpan(span.start + start, span.start + end, span.part)
        continues = self.continues if start == 0 else False
        inside = slice(*(bisect_left(self.words, at, key=itemgetter(0)) for at in (start, end)))
        words = tuple((at - start, second) for at, second in self.words[inside])
        return replace(
            self,
            span=span,
            start_seconds=first,
            end_seconds=last,
            continues=continues,
            words=words,
        )

    def _second(self, at: int, n_chars: int) -> float:
        """When a character is said: in proportion between words whose time is known."""
        first = self.start_seconds or 0.0
        last = first + self.seconds
        after = bisect_right(self.words, at, key=itemgetter(0))
        left, earlier = self.words[after - 1] if after else (0, first)
        right, later = self.words[after] if after < len(self.words) else (n_chars, last)
        share = (at - left) / (right - left) if left < right else 1.0
        return min(max(earlier + share * (later - earlier), first), last)

    def __repr__(self) -> str:
        known = [
            f"{each.name}={getattr(self, each.name)!r}"
            for each in fields(self)
            if getattr(self, each.name) != each.default
        ]
        return f"Place({', '.join(known)})"


UNKNOWN_PLACE = Place()
"""Of a unit nothing is known about."""


_OR_NONE = "; give None where it is not known"


def wrong_value(place: Place) -> str | None:
    """What is wrong with a place that somebody made, for instance of a row of a table.

    >>> wrong_value(Place(start_seconds=float("nan")))
    'start_seconds must be a finite number, got nan; give None where it is not known'
    """
    start, end, page, date, speaker = (
        place.start_seconds,
        place.end_seconds,
        place.page,
        place.date,
        place.speaker,
    )
    if start is not None and not is_number(start):
        return f"start_seconds must be a finite number, got {start!r:.60}{_OR_NONE}"
    if end is not None and not is_number(end):
        return f"end_seconds must be a finite number, got {end!r:.60}{_OR_NONE}"
    if page is not None and not is_number(page, Integral):
        return f"page must be a whole number, got {page!r:.60}{_OR_NONE}"
    # pandas calls a missing date a datetime as well; its year is NaN.
    if date is not None and not (isinstance(date, datetime) and isinstance(date.year, int)):
        return f"date must be a datetime, got {date!r:.60}{_OR_NONE}"
    if speaker is not None and not isinstance(speaker, str):
        return f"speaker must be a string, got {speaker!r:.60}{_OR_NONE}"
    return _wrong_evidence(place)


def _wrong_evidence(place: Place) -> str | None:
    """What is wrong with the values that are evidence for or against a boundary."""
    if not (is_number(place.heading, Integral) and place.heading >= 0):
        return f"heading must be a level from 1 on, or 0 for none, got {place.heading!r:.60}"
    if not isinstance(place.headings, tuple | list):
        return f"headings must be a tuple of strings, got {place.headings!r:.60}"
    if not is_yes_or_no(place.continues):
        return f"continues must be True or False, got {place.continues!r:.60}"
    silence = place.silence
    if silence is not None and not is_number_or_infinity(silence):
        return f"silence must be a number of seconds, got {silence!r:.60}{_OR_NONE}"
    if not is_number(place.turn):
        return f"turn must be a finite number, got {place.turn!r:.60}"
    return None


def given_places(places: Iterable[Place]) -> tuple[Place, ...]:
    """The places that somebody made, each with values that can be used.

    >>> given_places([Place(page=2)])
    (Place(page=2),)
    """
    if not is_iterable(places):
        raise InputError(f"places must be a list of Place(...), got {places!r:.60}")
    given = tuple(places)
    for unit, place in enumerate(given):
        if not isinstance(place, Place):
            raise InputError(f"the place of unit {unit} must be Place(...), got {place!r:.60}")
        wrong = wrong_value(place)
        if wrong is not None:
            raise InputError(f"the place of unit {unit}: {wrong}")
    return given


def joined_place(places: Sequence[Place]) -> Place:
    """The place of a unit made of several: from the first to the last.

    Speaker, page and headings are those of the first.

    >>> joined_place([Place(start_seconds=0.0, end_seconds=2.0), Place(end_seconds=5.0)])
    Place(start_seconds=0.0, end_seconds=5.0)
    """
    first = places[0]
    ends = [place.end_seconds for place in places if place.end_seconds is not None]
    return replace(
        first,
        span=_joined_span([place.span for place in places if place.span is not None]),
        end_seconds=max(ends) if ends else None,
        words=(),
    )


def _joined_span(spans: Sequence[SourceSpan]) -> SourceSpan | None:
    """From the first to the last in the same part of the file."""
    if not spans:
        return None
    same = [span for span in spans if span.part == spans[0].part]
    return SourceSpan(
        min(span.start for span in same), max(span.end for span in same), spans[0].part
    )
