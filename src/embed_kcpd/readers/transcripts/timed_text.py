"""Plain texts with times: ``[00:12:34] Name: words`` and its relatives.

In:  a text in which lines begin with a time, alone or behind a name, in brackets or not.
Out: a recording.

    [00:12:34] Anna: words            (12:34) words            00:12:34 Anna: words
    [00:01.000 --> 00:02.500] words   Anna [00:12:34]: words
    Anna  0:12                        Anna: 00:12:34           (words on the lines below)

Only the layout that most lines have counts, so that a time somebody mentions stays a word.  A
line without a time belongs to the one before.  Texts in which every line begins with
``[SPEAKER_01]:`` are transcripts without times.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.clock import CLOCK, clock_seconds
from embed_kcpd.readers.transcripts.lines import Line, span_of, text_lines
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.readers.transcripts.speakers import may_be_name
from embed_kcpd.readers.transcripts.timing import begins_again
from embed_kcpd.text.places import Place
from embed_kcpd.text.scripts import MARKS

NAME = "timed-text"

_BRACKETED = (
    rf"[*_]{{0,3}}[\[(](?P<start>{CLOCK})(?:\s*(?:-->|-|–)\s*(?P<end>{CLOCK}))?[\])][*_]{{0,3}}"
)
_BARE = rf"(?P<start>{CLOCK})(?![\w:.,])"
_PERSON = rf"[*_]{{0,3}}(?P<name>[^\W\d_][\w{MARKS} .'’&()-]{{0,39}}?)[*_]{{0,3}}"
_LAYOUTS = tuple(
    re.compile(layout)
    for layout in (
        rf"\s*{_BRACKETED}[ \t]*",
        rf"\s*{_BARE}[ \t]*(?:[-–—|][ \t]+)?",
        rf"\s*{_PERSON}[:,]?[ \t]*{_BRACKETED}[ \t]*:?[ \t]*",
        rf"\s*{_PERSON}(?::|[ \t]*[,|–—-]|[ \t])[ \t]*{_BARE}[ \t]*\Z",
    )
)
_VERSE = re.compile(r"\d+:\d")
"""Chapter and verse: seconds have two digits where a time stands without brackets."""

_DIARIZED = re.compile(r"\s*\[(?:SPEAKER|Speaker)[ _]?\w{1,3}\]:\s")

_HEAD = re.compile(r"\s*(?:(?:SUMMARY )?KEYWORDS|SPEAKERS)\s*")
"""A line of the head that Otter writes: a title, a date, key words, who speaks."""

LEAST_STAMPS = 3
"""Lines that must begin with a time, in a text of so many lines."""

RISES_PER_FALL = 10
"""Lines with times, for each at which times begin again."""

LEAST_SHARE = 0.2
"""Share of the lines near the beginning that must begin with a time."""


def is_timed_text(source: Source) -> bool:
    """Whether lines begin with times that rise, or all with a numbered speaker.

    Times may begin again, at midnight or with another tape, but seldom.
    """
    lines = [line for line in text_lines(source.beginning) if not line.is_blank]
    if len(lines) < 2:
        return bool(lines) and _LAYOUTS[0].match(lines[0].text) is not None
    if all(_DIARIZED.match(line.text) for line in lines):
        return True
    layout = _layout(lines)
    stamps = [stamp for stamp in (_stamp(layout, line) for line in lines) if stamp is not None]
    if layout is _LAYOUTS[1] and any(_VERSE.fullmatch(stamp["start"]) for stamp in stamps):
        return False
    starts = [clock_seconds(stamp["start"]) for stamp in stamps]
    is_common = len(starts) >= max(min(LEAST_STAMPS, len(lines)), LEAST_SHARE * len(lines))
    falls = [(left, right) for left, right in pairwise(starts) if right < left]
    is_seldom = len(falls) * RISES_PER_FALL <= len(starts)
    return is_common and is_seldom and all(begins_again(right, left) for left, right in falls)


def read_timed_text(source: Source) -> Document:
    """The contributions of a text with times."""
    lines = text_lines(source.text.replace("\ufeff", " "))
    layout = _layout(lines)
    if not any(_stamp(layout, line) or _DIARIZED.match(line.text) for line in lines):
        raise InputError(
            f"{source.name}: expected lines such as [00:12:34] Name: words, found none"
        )
    above = _head(lines, layout)
    notes = (f"{above} lines above the first time left out",) if above else ()
    return recording(source, NAME, _pieces(lines[above:], layout), notes=notes)


def _head(lines: Sequence[Line], layout: "re.Pattern[str]") -> int:
    """How many lines stand above the first time and are about the transcript, not of it."""
    first = next((n for n, line in enumerate(lines) if _stamp(layout, line)), 0)
    is_head = any(_HEAD.fullmatch(line.text) for line in lines[:first])
    return first if is_head else 0


def _layout(lines: Sequence[Line]) -> "re.Pattern[str]":
    """The layout that most lines have."""
    counts = [sum(_stamp(layout, line) is not None for line in lines) for layout in _LAYOUTS]
    return _LAYOUTS[counts.index(max(counts))]


def _stamp(layout: "re.Pattern[str]", line: Line) -> "re.Match[str] | None":
    """The time and name a line begins with."""
    stamp = layout.match(line.text)
    is_named = stamp is not None and "name" in layout.groupindex
    return None if stamp is None or (is_named and not may_be_name(stamp["name"])) else stamp


def _pieces(lines: Sequence[Line], layout: "re.Pattern[str]") -> Iterator[Piece]:
    place, words = Place(), list[Line]()
    for line in lines:
        stamp = _stamp(layout, line)
        if stamp is not None or _DIARIZED.match(line.text):
            yield from _piece(place, words)
            place, words = Place() if stamp is None else _place(stamp), []
        at = 0 if stamp is None else stamp.end()
        rest = Line(line.text[at:], line.start + at)
        if not rest.is_blank:
            words.append(rest)
    yield from _piece(place, words)


def _piece(place: Place, words: list[Line]) -> Iterator[Piece]:
    if words:
        text = "\n".join(line.text for line in words)
        start, end, speaker = place.start_seconds, place.end_seconds, place.speaker
        yield Piece(text, Place(span_of(words), start, end, speaker=speaker))


def _place(stamp: "re.Match[str]") -> Place:
    given = stamp.groupdict()
    end = given.get("end")
    return Place(
        None,
        clock_seconds(given["start"]),
        None if end is None else clock_seconds(end),
        speaker=given.get("name"),
    )
