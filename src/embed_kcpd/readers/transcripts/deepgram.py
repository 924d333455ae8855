"""Deepgram: the answer to a recording.

In:  an object with ``results.channels``, each with ``alternatives`` of which the first is best: a
     ``transcript`` and its ``words`` with times in seconds.
Out: a recording; channels are speakers where there are several.
"""

from typing import Any

from embed_kcpd.readers.document import Document, Piece
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
    Texts,
    in_order_of_time,
    speaker_name,
    stretch_pieces,
)
from embed_kcpd.text.places import Place

NAME = "deepgram"


def is_deepgram(source: Source) -> bool:
    """An object with results, channels in them, and alternatives in these."""
    channels = _channels(json_value(source))
    first = channels[0] if isinstance(channels, list) and channels else None
    return isinstance(first, dict) and isinstance(first.get("alternatives"), list)


def read_deepgram(source: Source) -> Document:
    """The words of the best alternative of every channel."""
    place = f"{source.name}: results.channels"
    channels = objects(_channels(source.json), place)
    texts = Texts(source, "transcript")
    pieces: list[Piece] = []
    for number, channel in enumerate(channels):
        where = f"{place}[{number}].alternatives"
        own = f"Channel {number}" if len(channels) > 1 else None
        for best in objects(channel.get("alternatives"), where)[:1]:
            string(best.get("transcript"), f"{where}[0].transcript")
            words = _words(best.get("words", []), f"{where}[0].words", own)
            pieces += stretch_pieces(texts.stretch(best, words, Place(speaker=own)))
    language = next(
        (each["detected_language"] for each in channels if "detected_language" in each), None
    )
    return recording(source, NAME, in_order_of_time(pieces), language=optional_string(language))


def _channels(value: object) -> Any:
    results = value.get("results") if isinstance(value, dict) else None
    return results.get("channels") if isinstance(results, dict) else None


def _words(values: object, place: str, channel: str | None) -> list[SpokenWord]:
    words = []
    for number, word in enumerate(objects(values, place)):
        where = f"{place}[{number}]"
        written = word.get("punctuated_word", word.get("word"))
        names = [name for name in (channel, speaker_name(word.get("speaker"))) if name]
        words.append(
            SpokenWord(
                string(written, f"{where}.word").strip(),
                seconds(word.get("start"), f"{where}.start"),
                seconds(word.get("end"), f"{where}.end"),
                ", ".join(names) or None,
            )
        )
    return words
