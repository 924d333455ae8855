"""Amazon Transcribe: the file that a job writes.

In:  an object with ``results``: ``transcripts`` and the ``items`` they are made of, which are
     words with times in seconds and punctuation without; ``audio_segments`` in newer files.
Out: a recording; channels are speakers where no speakers are told apart.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.json_values import (
    json_value,
    objects,
    optional_string,
    seconds,
    string,
)
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.readers.transcripts.stretches import (
    SpokenWord,
    Stretch,
    Texts,
    in_order_of_time,
    stretch_pieces,
)
from embed_kcpd.text.places import Place

NAME = "aws-transcribe"

Numbered = tuple[int, dict[str, Any]]


def is_aws_transcribe(source: Source) -> bool:
    """An object whose results have transcripts and items."""
    results = _results(json_value(source))
    return all(isinstance(results.get(key), list) for key in ("transcripts", "items"))


def read_aws_transcribe(source: Source) -> Document:
    """What was said, by whom and when."""
    value = source.json
    results = _results(value)
    if not results:
        raise InputError(f"{source.name}: expected an object with results of Amazon Transcribe")
    pieces = [piece for each in _stretches(source, results) for piece in stretch_pieces(each)]
    stated = value.get("language_code") if isinstance(value, dict) else None
    language = results.get("language_code") or stated
    return recording(source, NAME, in_order_of_time(pieces), language=optional_string(language))


def _results(value: object) -> dict[str, Any]:
    results = value.get("results") if isinstance(value, dict) else None
    return results if isinstance(results, dict) else {}


def _stretches(source: Source, results: dict[str, Any]) -> list[Stretch]:
    """The segments of the file, or its one transcript."""
    texts = Texts(source, "transcript")
    place = f"{source.name}: results"
    items = objects(results.get("items"), f"{place}.items")
    speakers = _speakers(results, place)
    segments = results.get("audio_segments")
    if segments:
        named = {
            each["id"]: (number, each)
            for number, each in enumerate(items)
            if isinstance(each.get("id"), int)
        }
        return [
            texts.stretch(each, _words(_of(each, named), speakers, place), _place(each, where))
            for number, each in enumerate(objects(segments, f"{place}.audio_segments"))
            for where in (f"{place}.audio_segments[{number}]",)
        ]
    transcripts = objects(results.get("transcripts"), f"{place}.transcripts")
    words = _words(list(enumerate(items)), speakers, place)
    return [texts.stretch(each, words, Place()) for each in transcripts[:1]]


def _of(segment: Mapping[str, Any], named: Mapping[int, Numbered]) -> list[Numbered]:
    """The items that a segment names."""
    names = segment.get("items")
    listed = names if isinstance(names, list) else []
    return [named[name] for name in listed if isinstance(name, int) and name in named]


def _place(segment: Mapping[str, Any], where: str) -> Place:
    start = seconds(segment.get("start_time"), f"{where}.start_time")
    end = seconds(segment.get("end_time"), f"{where}.end_time")
    return Place(None, start, end, speaker=_label(segment))


def _label(value: Mapping[str, Any], speaker: str | None = None) -> str | None:
    """Who speaks, else the channel."""
    own = optional_string(value.get("speaker_label")) or speaker
    return own or optional_string(value.get("channel_label"))


def _speakers(results: Mapping[str, Any], place: str) -> dict[object, str | None]:
    """Who speaks at the start of a word, for files that do not say it beside the word."""
    labels = results.get("speaker_labels")
    if not isinstance(labels, dict):
        return {}
    segments = objects(labels.get("segments"), f"{place}.speaker_labels.segments")
    return {
        item.get("start_time"): optional_string(item.get("speaker_label"))
        for segment in segments
        for item in objects(segment.get("items", []), f"{place}.speaker_labels.segments.items")
        if isinstance(item.get("start_time"), str)
    }


def _words(
    items: Sequence[Numbered], speakers: Mapping[object, str | None], place: str
) -> list[SpokenWord]:
    """The words; punctuation belongs to the word before it."""
    words: list[SpokenWord] = []
    for number, item in items:
        where = f"{place}.items[{number}]"
        best = objects(item.get("alternatives"), f"{where}.alternatives")[:1]
        content = "".join(string(each.get("content"), f"{where} content") for each in best).strip()
        if item.get("type") != "punctuation":
            start, end = (
                seconds(item.get(key), f"{where}.{key}") for key in ("start_time", "end_time")
            )
            speaker = _label(item, speakers.get(item.get("start_time")))
            words.append(SpokenWord(content, start, end, speaker))
        elif words:
            last = words.pop()
            words.append(
                SpokenWord(last.text, last.start, last.end, last.speaker, last.after + content)
            )
    return words
