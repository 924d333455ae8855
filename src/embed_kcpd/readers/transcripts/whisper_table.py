"""The table (TSV) of the Whisper family: start and end in thousandths of a second, and a text.

In:  a file that begins with ``start<TAB>end<TAB>text``.
Out: a recording.
"""

import re

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.lines import text_lines
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.text.places import Place, SourceSpan

NAME = "whisper-tsv"

_HEAD = "start\tend\ttext"
_OTHER_TIME = re.compile(r"[0-9]+[.,:;][0-9]")
"""Seconds with a fraction or the time of a clock, as in tables of other programs."""

_ROW = re.compile(r"(-?[0-9]{1,12})\t(-?[0-9]{1,12})\t")


def is_whisper_table(source: Source) -> bool:
    """Whether the first line names the three columns and the next has no other kind of time."""
    first, _, rest = source.beginning.partition("\n")
    return first.strip().lower() == _HEAD and _OTHER_TIME.match(rest) is None


def read_whisper_table(source: Source) -> Document:
    """The rows of the table."""
    pieces = []
    for number, line in enumerate(text_lines(source.text)):
        if number == 0 or line.is_blank:
            continue
        row = _ROW.match(line.text)
        if row is None:
            raise InputError(
                f"{source.name} line {number + 1}: expected start, end and text parted by tabs, "
                f"times in thousandths of a second, got {line.text[:60]!r}"
            )
        span = SourceSpan(line.start + row.end(), line.end)
        place = Place(span, int(row[1]) / 1000, int(row[2]) / 1000)
        pieces.append(Piece(line.text[row.end() :], place))
    return recording(source, NAME, pieces)
