"""JSON of the Whisper family of speech recognisers.

In:  what whisper, faster-whisper, WhisperX, whisper-timestamped and whisper-ctranslate2 write
     (``segments``), whisper.cpp (``transcription``), transformers (``chunks``), or a bare list
     of segments.
Out: a recording.

A segment in which the speaker changes is split where its words say so.  Words that have times
say when each part of a segment begins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

from embed_kcpd.errors import EmbedKcpdError
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.json_values import (
    LONGEST_RECORDING,
    objects,
    optional_seconds,
    optional_string,
    seconds,
    string,
    string_spans,
)
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.json_chapters import json_chapters
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.readers.transcripts.word_times import with_word_times
from embed_kcpd.text.language import shows_english
from embed_kcpd.text.places import Place, WordTime

NAME = "whisper"

_LISTS = ("segments", "transcription", "chunks")


def is_whisper(source: Source) -> bool:
    """Whether this is JSON with segments that have a text and a time."""
    if not source.beginning.lstrip().startswith(("{", "[")):
        return False
    try:
        segments = _segments(source)
    except EmbedKcpdError:
        return False
    if segments == []:
        # Silence; other programs have empty lists of this name too, but no text beside them.
        return isinstance(source.json, dict) and source.json.get("text") == ""
    first = segments[0] if isinstance(segments, list) else None
    if not isinstance(first, dict) or not isinstance(first.get("text"), str):
        return False
    return any(name in first for name in ("start", "offsets", "timestamp"))


def read_whisper(source: Source) -> Document:
    """The segments of a recogniser's JSON."""
    place = f"{source.name}: segments"
    segments = objects(_segments(source), place)
    texts = [string(each.get("text"), f"{place}[{n}].text") for n, each in enumerate(segments)]
    spans = string_spans(source.text, "text", texts)
    pieces = []
    for number, (segment, text) in enumerate(zip(segments, texts, strict=True)):
        start, end = _times(segment, f"{place}[{number}]")
        speaker = optional_string(segment.get("speaker"))
        words = _words(segment)
        spoken_at = Place(spans[number], start, end, speaker=speaker)
        cue = Piece(text, with_word_times(spoken_at, text, _marks(text, words)))
        pieces.extend(_by_speaker(cue, words))
    about = source.json if isinstance(source.json, dict) else {}
    return recording(
        source,
        NAME,
        pieces,
        language=_language(about, " ".join(texts)),
        chapters=json_chapters(about, source.name) if "chapters" in about else (),
    )


def _segments(source: Source) -> object:
    """What should be the list of segments."""
    value = source.json
    if isinstance(value, dict):
        return next((value[name] for name in _LISTS if name in value), None)
    return value


def _times(segment: Mapping[str, Any], place: str) -> tuple[float, float | None]:
    """Start and end in seconds, whichever way they are written."""
    offsets, stamp = segment.get("offsets"), segment.get("timestamp")
    if isinstance(offsets, dict):
        start = seconds(offsets.get("from"), f"{place}.offsets.from") / 1000
        end = optional_seconds(offsets.get("to"), f"{place}.offsets.to")
        return start, None if end is None else end / 1000
    if isinstance(stamp, list) and len(stamp) == 2:
        return seconds(stamp[0], f"{place}.timestamp"), optional_seconds(stamp[1], place)
    return (
        seconds(segment.get("start"), f"{place}.start"),
        optional_seconds(segment.get("end"), f"{place}.end"),
    )


def _words(segment: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The words of a segment as the recogniser wrote them."""
    words = segment.get("words")
    return [word for word in words if isinstance(word, dict)] if isinstance(words, list) else []


def _marks(text: str, words: Sequence[Mapping[str, Any]]) -> list[WordTime]:
    """Where words with a time stand in the text; none where the words differ from it."""
    starts = _run_starts(text, [[word] for word in words]) or []
    timed = zip(starts, (word.get("start") for word in words), strict=False)
    return [
        (at, float(start))
        for at, start in timed
        if isinstance(start, int | float) and abs(start) <= LONGEST_RECORDING
    ]


def _by_speaker(cue: Piece, words: Sequence[Mapping[str, Any]]) -> list[Piece]:
    """The cue, split where its words change the speaker."""
    runs = [
        (speaker, list(run))
        for speaker, run in groupby(words, key=lambda word: optional_string(word.get("speaker")))
    ]
    named = [(speaker, run) for speaker, run in runs if speaker is not None]
    if len({speaker for speaker, _ in named}) < 2:
        return [cue]
    starts = _run_starts(cue.text, [run for _, run in named])
    if starts is None:
        return [cue]
    edges = [0, *starts[1:], len(cue.text)]
    return [
        Piece(
            cue.text[start:end],
            replace(cue.place.part(start, end, len(cue.text)), speaker=speaker),
        )
        for (speaker, _), (start, end) in zip(named, pairwise(edges), strict=True)
    ]


def _run_starts(text: str, runs: Sequence[Sequence[Mapping[str, Any]]]) -> list[int] | None:
    """Where the first word of each run stands in the text, None where the words differ."""
    starts, position = [], 0
    for run in runs:
        for number, word in enumerate(run):
            written = str(word.get("word", word.get("text", ""))).strip()
            at = text.find(written, position)
            if at < 0:
                return None
            if number == 0:
                starts.append(at)
            position = at + len(written)
    return starts


def _language(about: Mapping[str, Any], text: str) -> str | None:
    """The language that was heard; a translation says so too, but is written in English."""
    result = about.get("result")
    nested = result.get("language") if isinstance(result, dict) else None
    heard = optional_string(about.get("language")) or optional_string(nested)
    return "en" if heard is not None and shows_english(text) else heard
