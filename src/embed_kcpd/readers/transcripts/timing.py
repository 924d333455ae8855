"""Times of a transcript mended: missing, repeated or out of order.

In:  the pieces of a transcript as the file has them.
Out: the pieces in the order of time, each with an end, and what was done as notes.

Times that begin again, as in the joined transcripts of two tapes, are continued from where
they stopped; those of a clock go on after midnight.  Cues in another order than that of time are
sorted.  A cue without an end, or one that ends before it begins, lasts until the next one.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from embed_kcpd.readers.document import Piece

FELL_BACK = 60.0
"""Seconds by which times must fall back to count as having begun again."""

NEAR_BEGINNING = 0.25
"""Share of the time so far within which times that begin again must lie."""

DAY, MIDNIGHT = 86_400.0, 3600.0
"""Seconds of a day, and how far apart words around midnight may be to be of one clock."""

SECONDS_PER_WORD = 0.4
"""How long a last cue without an end lasts for each of its words."""


def mended(pieces: Sequence[Piece]) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    """The pieces with usable times, and notes on what was mended."""
    if not pieces:
        return (), ()
    if any(piece.place.start_seconds is None for piece in pieces):
        return _without_times(pieces)
    continued, restarts = _continued(pieces)
    notes = [f"times begin again {_times(restarts)} and are continued there"] if restarts else []
    ordered = sorted(continued, key=_start)
    if any(left is not right for left, right in zip(ordered, continued, strict=True)):
        notes.append("cues were not in the order of time and were sorted")
    return _with_ends(ordered), tuple(notes)


def _without_times(pieces: Sequence[Piece]) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    """Times known for some pieces only: the others take that of the one before."""
    known = [piece.place.start_seconds for piece in pieces]
    if all(start is None for start in known):
        return tuple(pieces), ("the transcript has no times",)
    filled, last = [], 0.0
    for piece, start in zip(pieces, known, strict=True):
        last = last if start is None else start
        filled.append(replace(piece, place=replace(piece.place, start_seconds=last)))
    return mended(filled)


def _continued(pieces: Sequence[Piece]) -> tuple[list[Piece], int]:
    """The pieces with times that never begin again, and how often they did."""
    continued: list[Piece] = []
    offset, before, latest, restarts = 0.0, 0.0, 0.0, 0
    for number, piece in enumerate(pieces):
        start = _start(piece) + offset
        following = pieces[number + 1 : number + 3]
        falls = begins_again(start, latest) and begins_again(start, before)
        if falls and all(_start(after) + offset < latest for after in following):
            offset, restarts = offset + _jump(start, latest), restarts + 1
        later = moved(piece, offset)
        before = _start(later)
        latest = max(latest, before, _end(later))
        continued.append(later)
    return continued, restarts


def begins_again(start: float, latest: float) -> bool:
    """Whether a time is so far before the latest one that another tape, or day, begins."""
    return start < latest - FELL_BACK and start < latest * NEAR_BEGINNING


def _jump(start: float, latest: float) -> float:
    """How much later times are from here on: a day at midnight, else from where they stopped."""
    return DAY if 0.0 <= start + DAY - latest < MIDNIGHT else latest - start


def moved(piece: Piece, offset: float) -> Piece:
    """The piece so many seconds later."""
    if offset == 0.0:
        return piece
    end = piece.place.end_seconds
    place = replace(
        piece.place,
        start_seconds=_start(piece) + offset,
        end_seconds=None if end is None else end + offset,
        words=tuple((at, second + offset) for at, second in piece.place.words),
    )
    return replace(piece, place=place)


def _with_ends(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Every piece with an end that is not before its start."""
    last = pieces[-1]
    after = [_start(following) for _, following in pairwise(pieces)]
    after.append(_start(last) + SECONDS_PER_WORD * len(last.text.split()))
    return tuple(
        piece if _has_end(piece) else replace(piece, place=replace(piece.place, end_seconds=end))
        for piece, end in zip(pieces, after, strict=True)
    )


def _has_end(piece: Piece) -> bool:
    end = piece.place.end_seconds
    return end is not None and end >= _start(piece)


def _start(piece: Piece) -> float:
    return piece.place.start_seconds or 0.0


def _end(piece: Piece) -> float:
    end = piece.place.end_seconds
    return _start(piece) if end is None else end


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
