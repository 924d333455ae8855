"""What a speech service heard in one stretch of a recording: a text, and its words with times.

In:  a text, words in the order of the text, and where its characters stand in the file.
Out: pieces that end where the speaker changes or pauses.

Services repeat every word beside the text, often without punctuation.  Each word is looked up in
the text, so that a piece is written as the text is.  Where a word is not in the text, the words
are joined by blanks instead.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from embed_kcpd.readers.document import Piece
from embed_kcpd.readers.json_values import (
    character_starts,
    object_spans,
    optional_string,
)
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.word_times import with_word_times
from embed_kcpd.text.places import Place, SourceSpan
from embed_kcpd.text.spoken_units import PAUSE

_MARKS_BETWEEN = 16
"""Characters that may stand between two words of a text."""


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word as it stands in the text; ``after`` is the punctuation that follows it."""

    text: str
    start: float
    end: float
    speaker: str | None = None
    after: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A text; ``characters`` say where each of its characters stands in the file, and its end.

    ``place`` holds for a text without words; its speaker for words without one.
    """

    text: str
    words: Sequence[SpokenWord]
    place: Place
    characters: Sequence[int] = ()


class Texts:
    """The strings under one key of a JSON file, and where they stand in it."""

    def __init__(self, source: Source, key: str) -> None:
        self._source, self._key = source, key
        self._spans = object_spans(source.text, source.json, key)

    def stretch(self, holder: dict[str, object], words: Sequence[SpokenWord], at: Place) -> Stretch:
        """The stretch whose text is in this object."""
        text = holder.get(self._key)
        if not isinstance(text, str):
            return Stretch("", words, at)
        span = self._spans.get(id(holder))
        starts = [] if span is None else character_starts(self._source.text, span)
        return Stretch(text, words, at, starts if len(starts) == len(text) + 1 else ())


def stretch_pieces(stretch: Stretch) -> list[Piece]:
    """The stretch, cut where somebody else speaks or nobody does for a while."""
    words = [word for word in stretch.words if word.text]
    if not words:
        return list(_piece(stretch, 0, len(stretch.text), stretch.place, ()))
    starts = _word_starts(stretch.text, words)
    if starts is None:
        written = [word.text + word.after for word in words]
        stretch = Stretch(" ".join(written), words, stretch.place)
        starts = [0, *accumulate(len(each) + 1 for each in written)][:-1]
    return [piece for run in _runs(stretch, words) for piece in _run(stretch, words, starts, run)]


def in_order_of_time(pieces: Sequence[Piece]) -> list[Piece]:
    """Pieces of several channels, which a file has one channel after the other."""
    return sorted(pieces, key=lambda piece: piece.place.start_seconds or 0.0)


def speaker_name(value: object) -> str | None:
    """How a speaker is called; most services only number them.

    >>> speaker_name(0), speaker_name("A"), speaker_name("spk_1"), speaker_name("")
    ('Speaker 0', 'Speaker A', 'spk_1', None)
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return f"Speaker {value}"
    name = optional_string(value)
    return f"Speaker {name}" if name is not None and len(name) <= 2 else name


def _word_starts(text: str, words: Sequence[SpokenWord]) -> list[int] | None:
    """Where each word stands in the text, ``None`` where one is not there."""
    starts, position = [], 0
    for word in words:
        at = text.find(word.text, position, position + len(word.text) + _MARKS_BETWEEN)
        if at < 0 or any(character.isalnum() for character in text[position:at]):
            return None
        starts.append(at)
        position = at + len(word.text)
    return starts


def _runs(stretch: Stretch, words: Sequence[SpokenWord]) -> Iterator[tuple[int, int, str | None]]:
    """First word, word behind the last, and speaker of every piece.

    A word of nobody belongs to whoever spoke before.
    """
    first, speaker = 0, words[0].speaker or stretch.place.speaker
    for number, (before, word) in enumerate(pairwise(words), 1):
        following = word.speaker or speaker
        if following != speaker or word.start - before.end >= PAUSE:
            yield first, number, speaker
            first, speaker = number, following
    yield first, len(words), speaker


def _run(
    stretch: Stretch,
    words: Sequence[SpokenWord],
    starts: Sequence[int],
    run: tuple[int, int, str | None],
) -> Iterator[Piece]:
    first, behind, speaker = run
    begin = _opening(stretch.text, words, starts, first) if first else 0
    end = len(stretch.text)
    if behind < len(words):
        end = _opening(stretch.text, words, starts, behind)
    said = words[first:behind]
    place = Place(None, said[0].start, max(word.end for word in said), speaker=speaker)
    marks = [(at, word.start) for at, word in zip(starts[first:behind], said, strict=True)]
    yield from _piece(stretch, begin, end, place, marks)


def _opening(text: str, words: Sequence[SpokenWord], starts: Sequence[int], number: int) -> int:
    """Where a word begins with the marks before it, such as an opening bracket."""
    before = text[starts[number - 1] + len(words[number - 1].text) : starts[number]]
    marks = before.split()[-1:] if before and not before[-1].isspace() else []
    has_blank = any(map(str.isspace, before))
    return starts[number] - sum(map(len, marks)) if has_blank else starts[number]


def _piece(
    stretch: Stretch, begin: int, end: int, place: Place, marks: Sequence[tuple[int, float]]
) -> Iterator[Piece]:
    """The characters from ``begin`` to ``end`` without blanks around them, unless they are all."""
    whole = stretch.text[begin:end]
    text = whole.strip()
    if not text:
        return
    begin += len(whole) - len(whole.lstrip())
    characters = stretch.characters
    span = SourceSpan(characters[begin], characters[begin + len(text)]) if characters else None
    timed = Place(span, place.start_seconds, place.end_seconds, speaker=place.speaker)
    inside = [(max(0, at - begin), second) for at, second in marks]
    yield Piece(text, with_word_times(timed, text, inside))
