"""SubRip (SRT): numbered cues with times, as lenient as the files are.

In:  a file with lines such as ``00:01:02,500 --> 00:01:04,000``.
Out: a recording.

Numbers may be missing, hours too, a point may stand for the comma.  A line of digits after an
empty line is the number of a cue; other lines after an empty line still belong to the cue before.
"""

import re
from itertools import pairwise

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.clock import CLOCK, clock_seconds
from embed_kcpd.readers.transcripts.lines import Line, span_of, text_lines
from embed_kcpd.readers.transcripts.markup import without_styles
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.text.places import Place

NAME = "srt"

_TIMES = re.compile(rf"\s*({CLOCK})[ \t]*-->[ \t]*({CLOCK})?(?:[ \t].*)?")
FIRST_LINES = 4
"""Lines that are not blank up to which the first cue must begin; a heading may stand above."""

_NUMBER = re.compile(r"\s*[0-9]+\s*")


def is_subrip(source: Source) -> bool:
    """Whether one of the first lines has the times of a cue."""
    lines = [line for line in text_lines(source.beginning) if not line.is_blank]
    return any(_TIMES.fullmatch(line.text) for line in lines[:FIRST_LINES])


def read_subrip(source: Source) -> Document:
    """The cues of an SRT file."""
    lines = text_lines(source.text.replace("\ufeff", " "))
    at = [number for number, line in enumerate(lines) if _TIMES.fullmatch(line.text)]
    if not at:
        raise InputError(
            f"{source.name}: expected a line such as 00:00:01,000 --> 00:00:02,000, found none"
        )
    _check_arrows(source, lines)
    pieces = [
        _piece(lines[first], _said(lines[first + 1 : end], is_last=end == len(lines)))
        for first, end in pairwise([*at, len(lines)])
    ]
    return recording(source, NAME, [piece for piece in pieces if piece is not None])


def _piece(times: Line, said: list[Line]) -> Piece | None:
    """The cue of a line of times and the words below it."""
    given = _TIMES.fullmatch(times.text)
    if not said or given is None:
        return None
    end = None if given[2] is None else clock_seconds(given[2])
    text = "\n".join(without_styles(line.text) for line in said)
    return Piece(text, Place(span_of(said), clock_seconds(given[1]), end))


def _said(below: list[Line], is_last: bool) -> list[Line]:
    """The lines up to the next times that are words: not blank, and no number of a cue.

    A number stands behind an empty line, or below other words just before the next times.
    """
    words: list[Line] = []
    for number, line in enumerate(below):
        behind_blank = number > 0 and below[number - 1].is_blank
        before_times = not is_last and number == len(below) - 1 and bool(words)
        is_number = _NUMBER.fullmatch(line.text) and (behind_blank or before_times)
        if not line.is_blank and not is_number:
            words.append(line)
    return words


def _check_arrows(source: Source, lines: list[Line]) -> None:
    """Raise for a line that should hold times and does not."""
    for number, line in enumerate(lines):
        begins = (
            number == 0 or lines[number - 1].is_blank or _NUMBER.fullmatch(lines[number - 1].text)
        )
        looks_timed = re.match(r"\s*[0-9]+:.*-->|\s*[0-9]+:[0-9:.,]+\s*->", line.text)
        if begins and looks_timed and not _TIMES.fullmatch(line.text):
            raise InputError(
                f"{source.name} line {number + 1}: expected times such as "
                f"00:00:01,000 --> 00:00:02,000, got {line.text.strip()[:60]!r}"
            )
