"""The cues of a recording to units.

In:  a recording, and how sentences are told apart in it.
Out: where each unit begins in its text, and the place of each.

Sentences are joined to units of spoken text (``text/spoken_units.py``), which begin where a cue
does, or a sentence of a long one.  Turns are what one speaker says; paragraphs and lines are
those of each cue.
"""

from dataclasses import replace
from itertools import pairwise

from embed_kcpd.evidence.phrases import english, marked
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.text.places import Place
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.spoken_units import NEAR_WORDS, spoken_unit_starts
from embed_kcpd.text.units import Part, Splitter, Turns, joined_parts
from embed_kcpd.text.words import count_words


def recording_parts(document: Document, splitter: Splitter) -> list[Part]:
    """The units of a recording."""
    if isinstance(splitter, Turns):
        parts = [(at, piece.place) for at, piece in _pieces(document)]
        return joined_parts(parts, _turn_starts(parts))
    if not isinstance(splitter, Sentences):
        return [part for at, piece in _pieces(document) for part in _split(at, piece, splitter)]
    parts = cue_parts(document, splitter)
    return joined_parts(parts, _spoken_starts(document, parts))


def _pieces(document: Document) -> list[tuple[int, Piece]]:
    return list(zip(document.starts, document.pieces, strict=True))


def _split(at: int, piece: Piece, splitter: Splitter) -> list[Part]:
    """The parts of one cue."""
    length = len(piece.text)
    return [
        (at + unit.start, _unit_place(piece.place.part(unit.start, unit.end, length)))
        for unit in splitter.split(piece.text)
    ]


def _unit_place(place: Place) -> Place:
    """The place of a part, whose words are no longer told apart."""
    return replace(place, words=()) if place.words else place


def cue_parts(document: Document, splitter: Splitter) -> list[Part]:
    """Short cues as they are, so that units begin when a cue does; long ones in sentences."""
    words = count_words([piece.text for piece in document.pieces])
    parts: list[Part] = []
    for (at, piece), count in zip(_pieces(document), words, strict=True):
        parts += (
            [(at, _unit_place(piece.place))] if count < NEAR_WORDS else _split(at, piece, splitter)
        )
    return parts


def _turn_starts(parts: list[Part]) -> list[int]:
    """The parts at which another speaker begins."""
    speakers = [place.speaker for _, place in parts]
    return [n for n, name in enumerate(speakers) if n == 0 or name != speakers[n - 1]]


def _spoken_starts(document: Document, parts: list[Part]) -> list[int]:
    """The parts at which a unit of spoken text begins."""
    edges = pairwise([*(start for start, _ in parts), len(document.text)])
    texts = [document.text[start:end].strip() for start, end in edges]
    silences = [_silence(left, right) for (_, left), (_, right) in pairwise(parts)]
    opens = marked(texts, english().announcement).tolist()
    return spoken_unit_starts(texts, [*silences, 0.0][: len(texts)], opens)


def _silence(left: Place, right: Place) -> float:
    """Seconds between two parts, 0 where they are unknown."""
    if left.end_seconds is None or right.start_seconds is None:
        return 0.0
    return right.start_seconds - left.end_seconds
