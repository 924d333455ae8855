"""Captions as XML: YouTube's timedtext (two versions), TTML, and Podlove's simple transcripts.

In:  ``<text start= dur=>`` in seconds, ``<p t= d=>`` in thousandths, or ``<pst:item start= end=>``
     and ``<p begin= end=>`` with times of a clock; ``<s t=>`` inside a ``<p>`` is a word so many
     thousandths later.
Out: a recording.

Document types are not read, so entities that a file defines itself mean nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.json_values import seconds
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.clock import CLOCK, clock_seconds
from embed_kcpd.readers.transcripts.markup import Characters, Tag, tokens, without_styles
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.readers.transcripts.word_times import with_word_times
from embed_kcpd.text.places import Place, SourceSpan

NAME = "caption-xml"

_ROOT = re.compile(
    r"<(?:transcript|timedtext|(?:\w+:)?transcripts)[\s>]|<(?:\w+:)?tt\s[^>]*xmlns[^>]*(?:ttml|ttaf1)"
)
_CUES = {"text": ("start",), "p": ("t", "begin"), "item": ("start",)}
"""Elements that hold a cue, and the attributes that may say when it begins."""

_UNIT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m|h)")
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(slots=True)
class _Open:
    """A cue whose end was not met yet; ``length`` is that of its text."""

    tag: Tag
    parts: list[str] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)
    length: int = 0
    end: int = 0

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)


def is_timed_xml(source: Source) -> bool:
    """Whether the root element is one of the three."""
    beginning = source.beginning.lstrip()
    return beginning.startswith("<") and _ROOT.search(beginning[:2000]) is not None


def read_timed_xml(source: Source) -> Document:
    """The cues of a caption file in XML."""
    pieces = list(_pieces(source))
    if not pieces:
        raise InputError(
            f"{source.name}: expected elements such as <text start='0' dur='2'>, found none"
        )
    return recording(source, NAME, pieces)


def _pieces(source: Source) -> Iterator[Piece]:
    """Every cue, with the speaker of the contribution it stands in."""
    speaker, in_name = "", False
    cue: _Open | None = None
    for token in tokens(source.text):
        if isinstance(token, Characters):
            if cue is not None:
                cue.add(token.text)
                cue.end = token.end
            elif in_name:
                speaker += token.text
            continue
        name = token.name.rpartition(":")[2]
        if name == "speaker":
            in_name = not token.closes
            speaker = "" if in_name else speaker
        elif name == "s" and cue is not None and "t" in token.attributes:
            cue.marks.append((cue.length, token.attributes["t"]))
        elif name == "br" and cue is not None:
            cue.add("\n")
        elif name in _CUES and token.closes and cue is not None:
            yield _piece(source, cue, " ".join(speaker.split()) or None)
            cue = None
        elif name in _CUES and not token.closes and any(a in token.attributes for a in _CUES[name]):
            cue = _Open(token, end=token.end)


def _piece(source: Source, cue: _Open, speaker: str | None) -> Piece:
    try:
        start, end = _times(cue.tag)
        marks = [(at, start + seconds(later, "") / 1000) for at, later in cue.marks]
    except InputError as error:
        raise InputError(f"{source.name} line {source.line_of(cue.tag.start)}{error}") from None
    # Captions of YouTube are escaped twice.
    written = "".join(cue.parts)
    text = without_styles(written)
    place = Place(SourceSpan(cue.tag.end, cue.end), start, end, speaker=speaker)
    return Piece(text, with_word_times(place, text, marks if text == written else ()))


def _times(tag: Tag) -> tuple[float, float | None]:
    """Start and end of a cue in seconds."""
    given = tag.attributes
    if "t" in given and tag.name.rpartition(":")[2] == "p":
        start = seconds(given["t"], "") / 1000
        return start, start + seconds(given["d"], "") / 1000 if "d" in given else None
    start = _time(given["start"] if "start" in given else given["begin"])
    if "dur" in given:
        return start, start + _time(given["dur"])
    return start, _time(given["end"]) if "end" in given else None


def _time(value: str) -> float:
    """Seconds as a number, with a unit, or as a time of a clock; frames of a film do not count."""
    if unit := _UNIT.fullmatch(value):
        return float(unit[1]) * _SECONDS[unit[2]]
    clock = re.sub(r"(:\d\d:\d\d):\d\d$", r"\1", value)
    return clock_seconds(clock) if re.fullmatch(CLOCK, clock) else seconds(value, "")
