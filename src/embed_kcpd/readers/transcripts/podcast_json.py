"""The JSON transcript of Podcasting 2.0.

In:  ``segments`` with ``startTime`` and ``endTime`` in seconds, ``body`` and ``speaker``.
Out: a recording.
"""

from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.json_values import (
    json_object,
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
from embed_kcpd.text.places import Place

NAME = "podcast-json"


def is_podcast_json(source: Source) -> bool:
    """Whether the file begins with the keys of such a transcript."""
    beginning = source.beginning
    keys = ('"segments"', '"startTime"', '"body"')
    return beginning.lstrip().startswith("{") and all(key in beginning for key in keys)


def read_podcast_json(source: Source) -> Document:
    """The segments of a transcript."""
    value = json_object(source, "an object with segments")
    place = f"{source.name}: segments"
    segments = objects(value.get("segments"), place)
    texts = [string(each.get("body"), f"{place}[{n}].body") for n, each in enumerate(segments)]
    spans = string_spans(source.text, "body", texts)
    pieces = [
        Piece(
            text,
            Place(
                span,
                seconds(segment.get("startTime"), f"{place}[{number}].startTime"),
                optional_seconds(segment.get("endTime"), f"{place}[{number}].endTime"),
                speaker=optional_string(segment.get("speaker")),
            ),
        )
        for number, (segment, text, span) in enumerate(zip(segments, texts, spans, strict=True))
    ]
    return recording(source, NAME, pieces, chapters=json_chapters(value, source.name))
