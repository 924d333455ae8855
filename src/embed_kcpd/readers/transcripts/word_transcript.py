"""Transcripts of meetings that are Word documents, as Teams and Stream write them.

In:  a source: paragraphs of lines such as ``Anna Berg   0:12`` with the words below, or
     ``0:0:12.100 --> 0:0:15.0``, the name, and the words.
Out: a recording.

What stands before the first time is about the meeting; its first line is the title.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from embed_kcpd.errors import EmbedKcpdError, InputError
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.archive import opened_archive
from embed_kcpd.readers.texts.docx import is_docx, read_docx
from embed_kcpd.readers.transcripts.clock import CLOCK, clock_seconds
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.text.places import Place, SourceSpan

NAME = "docx-transcript"

_ARROW = re.compile(rf"(?P<start>{CLOCK})\s*-->\s*(?P<end>{CLOCK})")
_NAMED = re.compile(rf"(?P<name>[^\W\d_].{{0,79}}?)\s+(?P<start>{CLOCK})")
_NOTICE = re.compile(r".{1,80} (?:started|stopped) transcription\.?")
_LEAST = 3
"""Contributions that a document must have to count as a transcript."""

_LEAST_SHARE = 0.2
"""Share of the lines that must have a time."""

_LEAST_RISING = 0.9
"""Share of the times that must not fall; people speak at the same time."""

_BODY = re.compile(r"word/document[0-9]*\.xml")
_CLOCK = re.compile(rb"[0-9]:[0-9]")


@dataclass(frozen=True, slots=True)
class _Said:
    """A line with the place of its paragraph."""

    text: str
    span: SourceSpan | None


def is_word_transcript(source: Source) -> bool:
    """A Word document with times that do not fall, and words below them."""
    if not is_docx(source):
        return False
    try:
        if not _has_clocks(source):
            return False
        lines = _lines(read_docx(source))
    except EmbedKcpdError:
        return False
    stamps = [(at, stamp) for at, line in enumerate(lines) if (stamp := _stamp(line)) is not None]
    if len(stamps) < max(_LEAST, _LEAST_SHARE * len(lines)):
        return False
    starts = [clock_seconds(stamp["start"]) for _, stamp in stamps]
    have_words = all(left + 1 < right for (left, _), (right, _) in pairwise(stamps))
    rising = sum(left <= right for left, right in pairwise(starts))
    names = [stamp.groupdict().get("name") for _, stamp in stamps]
    # A list of times in a programme names each of its points once.
    is_talk = have_words and len(set(names)) < len(names)
    return is_talk and rising >= _LEAST_RISING * (len(starts) - 1)


def _has_clocks(source: Source) -> bool:
    """Whether there are enough times in a document for it to be worth reading twice."""
    archive = opened_archive(source)
    bodies = [name for name in archive.names if _BODY.fullmatch(name)]
    return sum(len(_CLOCK.findall(archive.read(name))) for name in bodies) >= _LEAST


def read_word_transcript(source: Source) -> Document:
    """The contributions of a meeting."""
    document = read_docx(source)
    lines = _lines(document)
    at = [number for number, line in enumerate(lines) if _stamp(line) is not None]
    if not at:
        raise InputError(
            f"{source.name}: expected lines such as 'Anna Berg   0:12' above the words, found none"
        )
    pieces = [
        piece
        for first, end in pairwise([*at, len(lines)])
        for piece in _piece(lines[first], lines[first + 1 : end])
    ]
    heading = lines[0].text if at[0] else None
    return recording(source, NAME, pieces, title=document.title or heading)


def _lines(document: Document) -> list[_Said]:
    """Lines that are not blank, and no notice of the program."""
    lines = (
        _Said(line.strip(), piece.place.span)
        for piece in document.pieces
        for line in piece.text.split("\n")
    )
    return [line for line in lines if line.text and not _NOTICE.fullmatch(line.text)]


def _stamp(line: _Said) -> re.Match[str] | None:
    return _ARROW.fullmatch(line.text) or _NAMED.fullmatch(line.text)


def _piece(head: _Said, below: Sequence[_Said]) -> Iterator[Piece]:
    """What is said below a line with a time; where that has no name, the next line has it."""
    stamp = _stamp(head)
    if stamp is None or not below:
        return
    given = stamp.groupdict()
    name, words = given.get("name"), below
    if name is None and len(below) > 1:
        name, words = below[0].text, below[1:]
    end = given.get("end")
    place = Place(
        _span(words),
        clock_seconds(given["start"]),
        None if end is None else clock_seconds(end),
        speaker=name,
    )
    yield Piece("\n".join(line.text for line in words), place)


def _span(lines: Sequence[_Said]) -> SourceSpan | None:
    """From the first to the last paragraph of these lines."""
    spans = [line.span for line in lines if line.span is not None]
    return SourceSpan(spans[0].start, spans[-1].end, spans[0].part) if spans else None
