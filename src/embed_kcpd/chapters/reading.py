"""Chapters that lie beside a recording in a file of their own.

In:  a path: Podcasting 2.0 JSON, the information yt-dlp writes, ffprobe's JSON, a WebVTT track
     of chapters, ffmpeg's metadata, or lines such as ``0:00 Title`` or ``Title 0:00``.
Out: the chapters, in the order of time.
"""

import os
import re

from embed_kcpd.errors import InputError
from embed_kcpd.files import check_path
from embed_kcpd.readers.document import GivenChapter
from embed_kcpd.readers.source import Source, source_at
from embed_kcpd.readers.transcripts.clock import CLOCK, clock_seconds
from embed_kcpd.readers.transcripts.json_chapters import json_chapters
from embed_kcpd.readers.transcripts.lines import text_lines
from embed_kcpd.readers.transcripts.markup import Tag, tokens
from embed_kcpd.readers.transcripts.webvtt import chapter_cues, is_webvtt, webvtt_cues

_LINE = re.compile(
    rf"\s*(?:[-*(\[]+\s*)?({CLOCK})(?![0-9]|[:.,][0-9])[)\]]*(?:\s*[-–—:|]+)?\s*(\S.*)"
)
_TITLE_FIRST = re.compile(
    rf"\s*(?:[-*]\s*)?(\S.*?)(?<![\s–—:|(\[-])[\s–—:|(\[-]+({CLOCK})[)\]]?\s*"
)
_MARKS = " )]-–—:|"
"""Marks between a time and its title; where nothing else follows, there is no title."""
_FFMETADATA = re.compile(r"(?m)^\[CHAPTER\]$")
_FIELD = re.compile(r"(?m)^(TIMEBASE|START|END|title)=((?:\\.|[^\\\r\n])*)")


def read_chapters(path: str | os.PathLike[str]) -> tuple[GivenChapter, ...]:
    """The chapters in this file; one without any is an ``InputError``."""
    check_path(path, "path")
    source = source_at(os.fspath(path))
    found = sorted(_found(source), key=lambda chapter: chapter.start_seconds)
    if not found:
        raise InputError(
            f"{source.name} holds no chapters; expected Podcasting 2.0 JSON, a WebVTT track, "
            "ffmpeg metadata, Podlove chapters or lines such as 0:00 Title or Title 0:00"
        )
    return tuple(found)


def _found(source: Source) -> tuple[GivenChapter, ...]:
    if is_webvtt(source):
        return chapter_cues(webvtt_cues(source.text))
    beginning = source.beginning.lstrip()
    if beginning.startswith("{"):
        value = source.json
        return json_chapters(value, source.name) if isinstance(value, dict) else ()
    if beginning.startswith(";FFMETADATA"):
        return tuple(_ffmetadata(source))
    if beginning.startswith("<"):
        return tuple(_podlove(source))
    return _lines(source.text)


def _lines(text: str) -> tuple[GivenChapter, ...]:
    """Lines with the time before the title, or with the title before the time if more are so."""
    lines = [line.text for line in text_lines(text)]
    before = [
        match for line in lines if (match := _LINE.fullmatch(line)) and match[2].strip(_MARKS)
    ]
    behind = [match for line in lines if (match := _TITLE_FIRST.fullmatch(line))]
    if len(behind) > len(before):
        return tuple(GivenChapter(clock_seconds(match[2]), match[1]) for match in behind)
    return tuple(GivenChapter(clock_seconds(match[1]), match[2].strip()) for match in before)


def _ffmetadata(source: Source) -> list[GivenChapter]:
    chapters = []
    for block in _FFMETADATA.split(source.text)[1:]:
        fields = dict(_FIELD.findall(block))
        try:
            above, below = fields.get("TIMEBASE", "1/1000000000").split("/")
            unit = int(above) / int(below)
            start = int(fields["START"]) * unit
            end = int(fields["END"]) * unit if "END" in fields else None
        except (KeyError, ValueError, ZeroDivisionError, OverflowError):
            raise InputError(
                f"{source.name}: expected TIMEBASE, START and END in every [CHAPTER]"
            ) from None
        title = re.sub(r"\\(.)", r"\1", fields.get("title", ""))
        chapters.append(GivenChapter(start, title, end))
    return chapters


def _podlove(source: Source) -> list[GivenChapter]:
    tags = [tag for tag in tokens(source.text) if isinstance(tag, Tag)]
    return [
        GivenChapter(clock_seconds(tag.attributes["start"]), tag.attributes.get("title", ""))
        for tag in tags
        if tag.name == "psc:chapter" and re.fullmatch(CLOCK, tag.attributes.get("start", ""))
    ]
