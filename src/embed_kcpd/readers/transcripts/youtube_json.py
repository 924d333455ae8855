"""YouTube's captions as JSON (json3).

In:  a file with ``events``, each a time in thousandths of a second and words (``segs``).
Out: a recording.

Events without words open a window or break a line.  ``dDurationMs`` is how long a caption stays on
the screen, so a caption ends at the latest where the next one begins.  ``tOffsetMs`` is when each
word of automatic captions is said after the caption begins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.json_values import (
    json_object,
    objects,
    optional_seconds,
    seconds,
    string,
    string_spans,
)
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.readers.transcripts.word_times import with_word_times
from embed_kcpd.text.places import Place, SourceSpan

NAME = "youtube-json"


def is_youtube_json(source: Source) -> bool:
    """Whether the file begins as YouTube writes it."""
    beginning = source.beginning
    return beginning.lstrip().startswith("{") and (
        '"wireMagic"' in beginning or ('"events"' in beginning and '"tStartMs"' in beginning)
    )


def read_youtube_json(source: Source) -> Document:
    """The captions of a json3 file."""
    value = json_object(source, "an object with events")
    events = [
        event
        for event in objects(value.get("events"), f"{source.name}: events")
        if event.get("segs") is not None
    ]
    words = [
        [string(each.get("utf8", ""), "utf8") for each in objects(event["segs"], "segs")]
        for event in events
    ]
    spans = iter(string_spans(source.text, "utf8", [word for each in words for word in each]))
    pieces = []
    for event, said in zip(events, words, strict=True):
        written = [span for span in (next(spans) for _ in said) if span is not None]
        span = SourceSpan(written[0].start, written[-1].end) if written else None
        pieces.append(_piece(event, said, span))
    return recording(source, NAME, _ending_at_the_next([p for p in pieces if p.text.strip()]))


def _piece(event: Mapping[str, Any], said: Sequence[str], span: SourceSpan | None) -> Piece:
    """One caption with the times of its words."""
    start = seconds(event.get("tStartMs", 0), "tStartMs") / 1000
    length = optional_seconds(event.get("dDurationMs"), "dDurationMs")
    place = Place(span, start, None if length is None else start + length / 1000)
    marks = [
        (at, start + seconds(each["tOffsetMs"], "tOffsetMs") / 1000)
        for at, each in zip(accumulate(map(len, said), initial=0), event["segs"], strict=False)
        if each.get("tOffsetMs") is not None
    ]
    text = "".join(said)
    return Piece(text, with_word_times(place, text, marks))


def _ending_at_the_next(pieces: list[Piece]) -> list[Piece]:
    """The pieces, none longer than until the next begins."""
    ended = [
        Piece(piece.text, _ended(piece.place, following.place.start_seconds))
        for piece, following in pairwise(pieces)
    ]
    return [*ended, *pieces[-1:]]


def _ended(place: Place, following: float | None) -> Place:
    end = place.end_seconds
    if end is None or following is None or following < (place.start_seconds or 0.0):
        return place
    return replace(place, end_seconds=min(end, following))
