"""AssemblyAI: a transcript as its API gives it.

In:  an object with ``text`` and ``words``, with ``utterances`` where speakers are told apart; its
     ``sentences`` or ``paragraphs``; or a list of utterances.  Times are thousandths of a second.
Out: a recording, with the chapters of the service where it made some.
"""

from collections.abc import Mapping
from typing import Any

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, GivenChapter
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
    speaker_name,
    stretch_pieces,
)
from embed_kcpd.text.places import Place

NAME = "assemblyai"

_LISTS = ("utterances", "sentences", "paragraphs", "words")


def is_assemblyai(source: Source) -> bool:
    """An answer of the service, or words or utterances with whole times and a confidence."""
    value = json_value(source)
    if isinstance(value, dict):
        if "audio_url" in value and "status" in value and ("words" in value or "error" in value):
            return True
        return any(_are_timed(value.get(name)) for name in _LISTS)
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and _are_timed(value) and _are_timed(first.get("words"))


def read_assemblyai(source: Source) -> Document:
    """What was said, by whom and when."""
    value = source.json
    about = value if isinstance(value, dict) else {}
    status = about.get("status", "completed")
    if status != "completed":
        reason = optional_string(about.get("error")) or "fetch it again when it is completed"
        raise InputError(f"{source.name}: the transcript has the status {status!r}: {reason}")
    pieces = [piece for each in _stretches(source, value) for piece in stretch_pieces(each)]
    return recording(
        source,
        NAME,
        in_order_of_time(pieces),
        language=optional_string(about.get("language_code")),
        chapters=_chapters(about.get("chapters"), f"{source.name}: chapters"),
    )


def _are_timed(values: object) -> bool:
    """Whether a list begins with a text that has a confidence and times in whole numbers."""
    first = values[0] if isinstance(values, list) and values else None
    if not isinstance(first, dict) or not isinstance(first.get("text"), str):
        return False
    return "confidence" in first and all(type(first.get(key)) is int for key in ("start", "end"))


def _stretches(source: Source, value: object) -> list[Stretch]:
    texts = Texts(source, "text")
    if isinstance(value, dict):
        name = next((name for name in _LISTS if value.get(name)), "words")
        if name == "words":
            words = _words(value.get(name) or [], f"{source.name}: words")
            return [texts.stretch(value, words, Place())]
        value = value[name]
    else:
        name = "utterances"
    place = f"{source.name}: {name}"
    return [
        texts.stretch(each, _words(each.get("words") or [], f"{where}.words"), _place(each, where))
        for each, where in _numbered(value, place)
    ]


def _place(utterance: Mapping[str, Any], where: str) -> Place:
    string(utterance.get("text"), f"{where}.text")
    start, end = _times(utterance, where)
    return Place(None, start, end, speaker=speaker_name(utterance.get("speaker")))


def _words(values: object, place: str) -> list[SpokenWord]:
    return [
        SpokenWord(
            string(word.get("text"), f"{where}.text").strip(),
            *_times(word, where),
            speaker_name(word.get("speaker")),
        )
        for word, where in _numbered(values, place)
    ]


def _times(value: Mapping[str, Any], where: str) -> tuple[float, float]:
    start, end = (seconds(value.get(key), f"{where}.{key}") for key in ("start", "end"))
    return start / 1000, end / 1000


def _chapters(values: object, place: str) -> tuple[GivenChapter, ...]:
    """The chapters; the shortest of three summaries of each is its title."""
    chapters = []
    for chapter, where in _numbered(values or [], place):
        start, end = _times(chapter, where)
        title = optional_string(chapter.get("gist")) or optional_string(chapter.get("headline"))
        chapters.append(GivenChapter(start, title or "", end))
    return tuple(chapters)


def _numbered(values: object, place: str) -> list[tuple[dict[str, Any], str]]:
    return [(each, f"{place}[{number}]") for number, each in enumerate(objects(values, place))]
