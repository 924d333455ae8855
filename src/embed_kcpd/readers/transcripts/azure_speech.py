"""Azure Speech: the file of a batch transcription, or the answer of a fast one.

In:  an object with ``recognizedPhrases``, which have their best text in ``nBest`` and times in
     ticks of 100 nanoseconds; or with ``phrases``, which have a ``text`` and milliseconds.
Out: a recording; channels are speakers where there are several and no speakers are told apart.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.json_values import (
    LONGEST_RECORDING,
    json_value,
    objects,
    optional_string,
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

NAME = "azure-speech"

Phrase = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a service writes phrases: its keys, and how many of its units make a second."""

    phrases: str
    combined: str
    text: str
    words: str
    word: str
    unit: str
    per_second: float


_BATCH = _Kind(
    "recognizedPhrases",
    "combinedRecognizedPhrases",
    "display",
    "displayWords",
    "displayText",
    "InTicks",
    1e7,
)
_FAST = _Kind("phrases", "combinedPhrases", "text", "words", "text", "Milliseconds", 1e3)


def is_azure_speech(source: Source) -> bool:
    """Phrases beside the whole text."""
    value = json_value(source)
    return isinstance(value, dict) and _kind(value) is not None


def read_azure_speech(source: Source) -> Document:
    """The phrases in the order of time."""
    value = source.json
    kind = _kind(value) if isinstance(value, dict) else None
    if not isinstance(value, dict) or kind is None:
        raise InputError(f"{source.name}: expected an object with phrases of Azure Speech")
    place = f"{source.name}: {kind.phrases}"
    phrases = objects(value[kind.phrases], place)
    has_channels = len({str(each.get("channel")) for each in phrases}) > 1
    texts = Texts(source, kind.text)
    pieces = [
        piece
        for number, phrase in enumerate(phrases)
        # What was not understood has no text.
        if phrase.get("recognitionStatus", "Success") == "Success"
        for piece in stretch_pieces(
            _stretch(texts, phrase, kind, f"{place}[{number}]", has_channels)
        )
    ]
    language = next((each["locale"] for each in phrases if each.get("locale")), None)
    return recording(source, NAME, in_order_of_time(pieces), language=optional_string(language))


def _kind(value: Mapping[str, Any]) -> _Kind | None:
    kinds = (_BATCH, _FAST)
    return next((kind for kind in kinds if kind.phrases in value and kind.combined in value), None)


def _stretch(texts: Texts, phrase: Phrase, kind: _Kind, where: str, has_channels: bool) -> Stretch:
    holder = phrase
    if kind is _BATCH:
        holder = next(iter(objects(phrase.get("nBest"), f"{where}.nBest")), {})
    string(holder.get(kind.text), f"{where} {kind.text}")
    words = [
        SpokenWord(
            string(word.get(kind.word), f"{where}.{kind.words}[{number}].{kind.word}").strip(),
            *_times(word, kind, f"{where}.{kind.words}[{number}]"),
        )
        for number, word in enumerate(
            objects(holder.get(kind.words) or [], f"{where}.{kind.words}")
        )
    ]
    channel = f"Channel {phrase.get('channel')}" if has_channels else None
    speaker = speaker_name(phrase.get("speaker")) or channel
    start, end = _times(phrase, kind, where)
    return texts.stretch(holder, words, Place(None, start, end, speaker=speaker))


def _times(value: Mapping[str, Any], kind: _Kind, where: str) -> tuple[float, float]:
    """Start and end in seconds."""
    start, length = (
        _seconds(value.get(key + kind.unit), kind.per_second, f"{where}.{key}{kind.unit}")
        for key in ("offset", "duration")
    )
    return start, start + length


def _seconds(value: object, per_second: float, where: str) -> float:
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    if not abs(number) <= LONGEST_RECORDING * per_second:
        raise InputError(f"{where}: expected a number, got {str(value)[:40]!r}")
    return number / per_second
