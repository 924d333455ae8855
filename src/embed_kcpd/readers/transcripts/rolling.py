"""Captions that roll: every line is shown again while the next one is written.

In:  the pieces of a transcript.
Out: the pieces with every line once, and a note where lines were left out.

A file counts as rolling when a third of its captions begin with the line the caption before
ended with.  There, a line that the caption before showed already is left out; a speaker who says
the same line twice in a row loses one of them.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from embed_kcpd.readers.document import Piece
from embed_kcpd.readers.transcripts.word_times import begun
from embed_kcpd.text.places import SourceSpan, WordTime

LEAST_SHARE = 1 / 3
"""Share of captions that begin with a line shown before from which on a file rolls."""

LEAST_CAPTIONS = 2
"""Captions that must do so, and one of them with a new line below the old one."""

GAP = 1.0
"""Seconds after which a caption does not continue the one before."""


def unrolled(pieces: Sequence[Piece]) -> tuple[list[Piece], tuple[str, ...]]:
    """The pieces with every line once where captions roll, else as they are."""
    shown = [_lines(piece.text) for piece in pieces]
    repeats = [
        len(after)
        for (left, right), (before, after) in zip(pairwise(pieces), pairwise(shown), strict=True)
        if _follows(left, right) and _is_repeated(before, after)
    ]
    is_rolling = len(repeats) >= max(LEAST_CAPTIONS, LEAST_SHARE * len(pieces))
    if not is_rolling or max(repeats) < 2:
        return list(pieces), ()
    once = []
    for number, piece in enumerate(pieces):
        known = shown[number - 1] if number and _follows(pieces[number - 1], piece) else []
        once.extend(_new_lines(piece, known))
    return once, ("rolling captions: lines shown twice were left out",)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.strip()]


def _follows(left: Piece, right: Piece) -> bool:
    """Whether the right piece begins after the left one does and not long after it ends."""
    first, end = left.place.start_seconds, left.place.end_seconds
    start = right.place.start_seconds
    if first is None or end is None or start is None:
        return False
    return first < start <= end + GAP


def _is_repeated(before: list[str], after: list[str]) -> bool:
    return bool(before and after) and before[-1] == after[0]


def _new_lines(piece: Piece, known: list[str]) -> list[Piece]:
    """What the piece shows and the one before did not."""
    lines = piece.text.split("\n")
    keep = [bool(line.strip()) and line.strip() not in known for line in lines]
    if all(keep):
        return [piece]
    text = "\n".join(line for line, kept in zip(lines, keep, strict=True) if kept)
    if not text:
        return []
    span, words = _span(piece, lines, keep), _words(piece, lines, keep)
    place = begun(replace(piece.place, span=span, words=words), text)
    return [replace(piece, text=text, place=place)]


def _words(piece: Piece, lines: list[str], keep: list[bool]) -> tuple[WordTime, ...]:
    """The times of the words in the lines that are kept, where these now stand."""
    words: list[WordTime] = []
    before = after = 0
    for line, kept in zip(lines, keep, strict=True):
        if kept:
            end = before + len(line)
            words += [(at - before + after, s) for at, s in piece.place.words if before <= at < end]
            after += len(line) + 1
        before += len(line) + 1
    return tuple(words)


def _span(piece: Piece, lines: list[str], keep: list[bool]) -> SourceSpan | None:
    """The span of the lines that are kept, where the file holds the text verbatim."""
    span = piece.place.span
    if span is None or span.end - span.start != len(piece.text):
        return span
    first = keep.index(True)
    last = len(keep) - keep[::-1].index(True)
    start = span.start + sum(len(line) + 1 for line in lines[:first])
    end = start + sum(len(line) + 1 for line in lines[first:last]) - 1
    return SourceSpan(start, end, span.part)
