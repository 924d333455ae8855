"""Google Cloud Speech-to-Text: the answer to a recording.

In:  an object with ``results`` (inside ``response`` if an operation is stored), each with
     ``alternatives`` of which the first is best: a ``transcript``, and its ``words`` with times.
Out: a recording.

Version 1 tells speakers apart in the last result alone, which repeats the words of all others.
A time is written as ``"1.300s"``, or as ``seconds`` and ``nanos``; zero is left out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from embed_kcpd.errors import InputError
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

NAME = "google-speech"

_STARTS = ("startTime", "startOffset", "start_time", "start_offset")
_ENDS = ("endTime", "endOffset", "end_time", "end_offset")
_RESULT_ENDS = ("resultEndTime", "resultEndOffset", "result_end_time", "result_end_offset")
_SPEAKERS = ("speakerLabel", "speakerTag", "speaker_label", "speaker_tag")
_LANGUAGES = ("languageCode", "language_code")


def is_google_speech(source: Source) -> bool:
    """A list of results, of which the first has alternatives with a transcript or words."""
    results = _results(json_value(source))
    first = results[0] if isinstance(results, list) and results else None
    alternatives = first.get("alternatives") if isinstance(first, dict) else None
    best = alternatives[0] if isinstance(alternatives, list) and alternatives else None
    return isinstance(best, dict) and isinstance(best.get("transcript"), str)


def read_google_speech(source: Source) -> Document:
    """The best alternative of every result."""
    results = objects(_results(source.json), f"{source.name}: results")
    texts = Texts(source, "transcript")
    pieces: list[Piece] = []
    spoken = [_spoken(each, f"{source.name}: results[{n}]") for n, each in enumerate(results)]
    if len(spoken) > 1 and _repeats([words for _, words, _ in spoken]):
        spoken = [({}, spoken[-1][1], None)]
    before = 0.0
    for best, words, end in spoken:
        pieces += stretch_pieces(texts.stretch(best, words, Place(None, before, end)))
        before = max(before, end or 0.0)
    language = next((found for each in results if (found := _first(each, _LANGUAGES))), None)
    return recording(source, NAME, in_order_of_time(pieces), language=optional_string(language))


def _results(value: object) -> Any:
    answer = value.get("response", value) if isinstance(value, dict) else None
    return answer.get("results") if isinstance(answer, dict) else None


def _first(value: Mapping[str, Any], keys: Sequence[str]) -> Any:
    return next((value[key] for key in keys if value.get(key) not in (None, "", 0)), None)


Spoken = tuple[dict[str, Any], list[SpokenWord], float | None]


def _spoken(result: dict[str, Any], where: str) -> Spoken:
    """The best alternative of a result, its words, and when it ends; nothing may be heard."""
    place = f"{where}.alternatives"
    best = next(iter(objects(result.get("alternatives", []), place)), {})
    if "transcript" in best:
        string(best["transcript"], f"{place}[0].transcript")
    words = objects(best.get("words", []), f"{place}[0].words")
    end = _first(result, _RESULT_ENDS)
    return (
        best,
        [_word(word, f"{place}[0].words[{n}]") for n, word in enumerate(words)],
        None if end is None else _seconds(end, f"{where} end"),
    )


def _word(word: Mapping[str, Any], where: str) -> SpokenWord:
    if _first(word, _ENDS) is None:
        raise InputError(f"{where}: expected the time at which the word ends")
    return SpokenWord(
        string(word.get("word"), f"{where}.word").strip(),
        _seconds(_first(word, _STARTS) or 0, f"{where} start"),
        _seconds(_first(word, _ENDS), f"{where} end"),
        speaker_name(_first(word, _SPEAKERS)),
    )


def _seconds(value: object, where: str) -> float:
    if isinstance(value, Mapping):
        whole, parts = value.get("seconds") or 0, value.get("nanos") or 0
        return seconds(whole, where) + seconds(parts, where) / 1e9
    return seconds(value.removesuffix("s") if isinstance(value, str) else value, where)


def _repeats(spoken: Sequence[Sequence[SpokenWord]]) -> bool:
    """Whether the last result has the words of all others once more, with speakers."""
    *others, last = spoken
    has_speakers = any(word.speaker for word in last)
    return has_speakers and not any(word.speaker for words in others for word in words)
