"""A stream of posts over time: the types.

In:  a segmentation of dated posts.
Out: frozen values: the periods between changes, and the changes with their dates.
"""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from embed_kcpd.outputs.dates import has_time, known_length
from embed_kcpd.result.certainty import Certainty, certainty
from embed_kcpd.result.segmented_text import SegmentedText

TIME = 16
"""Characters of a date with its time of day."""

LONGEST_WITH_TIMES = 14
"""Days of a stream whose dates are shown with their times."""

SHARE = 0.9
"""The probability that the interval of a change holds."""


@dataclass(frozen=True, slots=True)
class Period:
    """Posts ``start_unit`` to ``end_unit - 1``, written between two changes.

    ``start`` and ``end`` are the dates of its first and last post.  ``keywords`` are the
    phrases that tell most about it, ``central`` the units of its most typical posts, the most
    typical first.
    """

    start_unit: int
    end_unit: int
    start: datetime
    end: datetime
    title: str
    keywords: tuple[str, ...]
    central: tuple[int, ...]

    @property
    def n_posts(self) -> int:
        return self.end_unit - self.start_unit


@dataclass(frozen=True, slots=True)
class Change:
    """The subject changes before post ``unit``, which was written at ``date``.

    ``probability`` is that of a true change within one post of it.  The change lies between
    ``earliest`` and ``latest`` with the probability ``SHARE``, or with all the probability
    that the change has nearby where that is less.  All three are ``None`` without confidence.
    """

    unit: int
    date: datetime
    probability: float | None = None
    earliest: datetime | None = None
    latest: datetime | None = None

    @property
    def certainty(self) -> Certainty | None:
        return None if self.probability is None else certainty(self.probability)


@dataclass(frozen=True)
class Timeline:
    """A stream and when it changed.

    ``dates`` has one entry for each post of ``result``, the segmentation behind it; a post
    without a date has that of the post before it.
    """

    name: str
    periods: tuple[Period, ...]
    changes: tuple[Change, ...]
    dates: tuple[datetime, ...] = field(repr=False)
    result: SegmentedText = field(repr=False)

    @cached_property
    def posts(self) -> tuple[str, ...]:
        """The text of each post."""
        text = self.result.text
        return tuple(text[unit.start : unit.end].strip() for unit in self.result.units)

    def author(self, unit: int) -> str | None:
        """Who wrote a post, where that is known."""
        places = self.result.places
        return places[unit].speaker if places else None

    def day(self, date: datetime) -> str:
        """A date as short as the dates of this stream allow.

        A stream that knows only days has no times, one that knows only months or years no days.
        """
        return date.isoformat(" ", "minutes")[: self._length]

    @cached_property
    def _length(self) -> int:
        span = (self.dates[-1] - self.dates[0]).days if self.dates else 0
        is_short = span <= LONGEST_WITH_TIMES and any(map(has_time, self.dates))
        return TIME if is_short else known_length(self.dates)
