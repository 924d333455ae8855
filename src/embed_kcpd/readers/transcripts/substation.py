r"""SubStation Alpha subtitles (SSA, ASS): lines of dialogue with times, speakers and styles.

In:  a file that begins with ``[Script Info]``; a line ``Format:`` of its section ``[Events]`` says
     what stands in the fields of each line ``Dialogue:``.
Out: a recording; comments, styles, drawings and repeats on other layers are left out.

Subtitles of signs often stand behind all dialogue, so lines are sorted by time.  ``\N`` breaks
a line, ``\n`` and ``\h`` are blanks.
"""

import re

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.clock import CLOCK, clock_seconds
from embed_kcpd.readers.transcripts.lines import Line, text_lines
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.text.places import Place, SourceSpan

NAME = "ass"

_BEGINNING = re.compile(r"\s*\[script info\]", re.IGNORECASE)
_ENTRY = re.compile(r"\s*(Title|Format|Dialogue)\s*:[ \t]*", re.IGNORECASE)
_SECTION = re.compile(r"\s*\[([^\]]+)\]\s*")
_FIELDS = [
    *("layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text")
]
"""The fields of a line of dialogue where the file does not name them."""

_STYLE = re.compile(r"(\{[^{}]*\})")
_DRAWING = re.compile(r"\\p([0-9])")
"""Switches drawings on and off; what follows it is no text."""

_NO_TITLES = ("", "<untitled>", "default aegisub file", "default file")


def is_substation(source: Source) -> bool:
    """Whether the first line is that of such a file."""
    return _BEGINNING.match(source.beginning) is not None


def read_substation(source: Source) -> Document:
    """The lines of dialogue."""
    title: str | None = None
    fields, section = _FIELDS, ""
    pieces: dict[tuple[float | None, float | None, str], Piece] = {}
    for number, line in enumerate(text_lines(source.text.replace("\ufeff", " ")), 1):
        entry, heading = _ENTRY.match(line.text), _SECTION.fullmatch(line.text)
        kind = entry[1].lower() if entry else ""
        if heading is not None:
            section = heading[1].strip().lower()
        elif entry is not None and kind == "title" and section == "script info":
            title = line.text[entry.end() :].strip()
        elif entry is not None and section == "events" and kind != "title":
            where = f"{source.name} line {number}"
            if kind == "format":
                fields = _named_fields(line.text[entry.end() :], where)
            else:
                piece = _piece(line, entry.end(), fields, where)
                place = piece.place
                pieces.setdefault((place.start_seconds, place.end_seconds, piece.text), piece)
    ordered = sorted(pieces.values(), key=lambda piece: piece.place.start_seconds or 0.0)
    own = None if title is None or title.lower() in _NO_TITLES else title
    return recording(source, NAME, ordered, title=own)


def _named_fields(names: str, where: str) -> list[str]:
    """The fields of the lines below; an actor is called by name in newer files."""
    fields = [name.strip().lower().replace("actor", "name") for name in names.split(",")]
    if fields[-1:] != ["text"] or not {"start", "end"} <= set(fields):
        raise InputError(
            f"{where}: expected a format with Start and End that ends with Text, got "
            f"{names.strip()[:60]!r}"
        )
    return fields


def _piece(line: Line, begin: int, fields: list[str], where: str) -> Piece:
    """What a line of dialogue says; its text is the last field and may have commas."""
    values = line.text[begin:].split(",", len(fields) - 1)
    if len(values) < len(fields):
        raise InputError(
            f"{where}: expected {len(fields)} fields between commas, got {len(values)}"
        )
    named = dict(zip(fields, values, strict=True))
    start, end = (_time(named[key], where) for key in ("start", "end"))
    span = SourceSpan(line.end - len(values[-1]), line.end)
    speaker = " ".join(named.get("name", "").split()) or None
    return Piece(_shown(values[-1]), Place(span, start, end, speaker=speaker))


def _time(value: str, where: str) -> float:
    if re.fullmatch(CLOCK, value.strip()) is None:
        raise InputError(f"{where}: expected a time such as 0:00:01.50, got {value[:40]!r}")
    return clock_seconds(value.strip())


def _shown(text: str) -> str:
    r"""The words of a line without styles and drawings.

    >>> _shown(r"{\i1}Beans{\i0}\Nclimb.{\p1}m 0 0 l 9 9{\p0}")
    'Beans\nclimb.'
    """
    words, draws = "", False
    for part in _STYLE.split(text):
        if _STYLE.fullmatch(part) is None:
            words += "" if draws else part
        elif switches := _DRAWING.findall(part):
            draws = switches[-1] != "0"
    return words.replace("\\N", "\n").replace("\\n", " ").replace("\\h", " ").strip()
