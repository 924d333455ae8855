"""Where a recording begins on the clock of its transcript.

In:  a transcript with times.
Out: the time at which the recording begins, and the transcript with times that count from there.

Players count from the beginning of the file, so chapters do too.  A transcript of a broadcast may
begin at 10:00:00 instead, and one of a meeting at the time of day.
"""

import re
from dataclasses import replace

from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.outputs.phrases import clock
from embed_kcpd.readers.document import Document, GivenChapter
from embed_kcpd.readers.transcripts.clock import CLOCK, clock_seconds
from embed_kcpd.readers.transcripts.timing import moved

HOUR = 3600.0
"""Seconds before the first word from which on they may be those of a clock; a stream that waits
for its audience is silent for less."""

NEAR_HOUR = 60.0
"""Seconds after a full hour in which a first word belongs to a recording that begins with the
hour, as broadcasts do."""


def beginning(document: Document) -> float:
    """The time of the transcript at which the recording begins, 0 for most.

    Times are those of a clock if the first word comes after an hour or more and all that is said
    takes less time than that.
    """
    first = min((piece.place.start_seconds or 0.0 for piece in document.pieces), default=0.0)
    last = max((piece.place.end_seconds or 0.0 for piece in document.pieces), default=0.0)
    if first < max(HOUR, last - first):
        return 0.0
    after_hour = first % HOUR
    return first - after_hour if after_hour < NEAR_HOUR else first


def counted_from(document: Document, begins: float) -> Document:
    """The transcript with times that count from ``begins``.

    Its given chapters are moved as well, unless one of them is before that: these count from the
    beginning of the recording already.
    """
    if begins == 0.0 or not document.pieces:
        return document
    last = max(piece.place.start_seconds or 0.0 for piece in document.pieces)
    if begins > last:
        raise InputError(
            f"{document.name} ends before the recording begins: its last words are at "
            f"{clock(last)}, the beginning was given as {clock(begins)}"
        )
    given = document.chapters
    is_clock = all(chapter.start_seconds >= begins for chapter in given)
    return replace(
        document,
        pieces=tuple(moved(piece, -begins) for piece in document.pieces),
        chapters=tuple(_earlier(chapter, begins) for chapter in given) if is_clock else given,
    )


def _earlier(chapter: GivenChapter, seconds: float) -> GivenChapter:
    end = chapter.end_seconds
    return replace(
        chapter,
        start_seconds=chapter.start_seconds - seconds,
        end_seconds=None if end is None else end - seconds,
    )


def begins_seconds(begins: str) -> float:
    """The seconds of a time of the transcript, as a clock or as a number of seconds.

    >>> begins_seconds("10:00:00"), begins_seconds("0")
    (36000.0, 0.0)
    """
    time = begins.strip()
    if re.fullmatch(CLOCK, time):
        return clock_seconds(time)
    if re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,9})?", time):
        return float(time)
    raise OptionsError(f"--begins {begins!r} is no time; write it like 10:00:00 or 0:00")
