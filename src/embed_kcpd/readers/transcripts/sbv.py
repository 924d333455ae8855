"""SBV, the caption files of YouTube: a line of two times, then the words.

In:  a file with lines such as ``0:00:01.500,0:00:04.000``.
Out: a recording.
"""

import re

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.clock import CLOCK, clock_seconds
from embed_kcpd.readers.transcripts.lines import Line, span_of, text_lines
from embed_kcpd.readers.transcripts.markup import without_styles
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.text.places import Place

NAME = "sbv"

_TIMES = re.compile(rf"\s*({CLOCK})\s*,\s*({CLOCK})\s*")
_LOOKS_TIMED = re.compile(r"\s*[0-9]+:[0-9]+\S*,\s*[0-9]+:[0-9]+\S*\s*")


def is_sbv(source: Source) -> bool:
    """Whether the first line that is not blank holds two times."""
    lines = text_lines(source.beginning)
    first = next((line for line in lines if not line.is_blank), None)
    return first is not None and _TIMES.fullmatch(first.text) is not None


def read_sbv(source: Source) -> Document:
    """The cues of an SBV file."""
    pieces: list[Piece] = []
    times: tuple[float, float] | None = None
    said: list[Line] = []
    for number, line in enumerate(text_lines(source.text.replace("\ufeff", " "))):
        given = _TIMES.fullmatch(line.text)
        if given is None and (_LOOKS_TIMED.fullmatch(line.text) or not (times or line.is_blank)):
            raise InputError(
                f"{source.name} line {number + 1}: expected times such as "
                f"0:00:01.000,0:00:02.000, got {line.text.strip()[:60]!r}"
            )
        if given is not None:
            pieces.extend(_piece(times, said))
            times, said = (clock_seconds(given[1]), clock_seconds(given[2])), []
        elif not line.is_blank:
            said.append(line)
    return recording(source, NAME, [*pieces, *_piece(times, said)])


def _piece(times: tuple[float, float] | None, said: list[Line]) -> list[Piece]:
    if times is None or not said:
        return []
    text = "\n".join(without_styles(line.text) for line in said)
    return [Piece(text, Place(span_of(said), *times))]
