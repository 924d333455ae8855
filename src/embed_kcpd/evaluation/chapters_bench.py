"""Chapters found beside those of people, by several methods.

In:  recordings with chapters made by people.
Out: for each method the score of every recording.

All methods see the same transcript; "number told" gives a method the true number of chapters.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from embed_kcpd.encoders import Encoder
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.baselines.percentile_rule import PercentileRule
from embed_kcpd.evaluation.chapter_errors import at_units, f1_at_tolerances, placed_right
from embed_kcpd.evaluation.chapter_places import Places, add_places, place_cues
from embed_kcpd.evaluation.chapter_scores import ChapterScore, score_chapters
from embed_kcpd.evaluation.chapters_data import TALKS
from embed_kcpd.evaluation.datasets import data_file
from embed_kcpd.evaluation.document import Document as UnitDocument
from embed_kcpd.evaluation.jsonl import records
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.granularity.paper import PaperRule
from embed_kcpd.pipeline import segment
from embed_kcpd.preparation import Prepared, prepared_text
from embed_kcpd.problem.kernels import Cosine
from embed_kcpd.problem.objectives import Paper
from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.readers.segmenting import document_settings
from embed_kcpd.settings import Settings
from embed_kcpd.text.places import Place
from embed_kcpd.text.units import GivenUnits


@dataclass(frozen=True, slots=True)
class Recording:
    """A transcript, and when its chapters but the first begin."""

    document: Document
    starts: tuple[float, ...]
    end: float


Method = Callable[[Recording, Encoder], Sequence[float]]
"""Finds when chapters begin."""


def load_recordings(name: str, folder: Path | None = None) -> tuple[Recording, ...]:
    """The recordings of a set that have at least two chapters."""
    path = data_file(name, TALKS[name], folder)
    try:
        loaded = [_recording(record) for _, record in records(path)]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path} is no set of recordings with chapters: {error!r}") from None
    return tuple(recording for recording in loaded if recording.starts)


def scores(
    recordings: Sequence[Recording], method: Method, encoder: Encoder
) -> Iterator[ChapterScore]:
    """The score of each recording."""
    for recording in recordings:
        found = method(recording, encoder)
        yield score_chapters(recording.starts, found, recording.end)


def own_rule(recording: Recording, encoder: Encoder) -> list[float]:
    return _cut(recording.document, Settings(encoder=encoder))


def told_number(recording: Recording, encoder: Encoder) -> list[float]:
    return _cut(recording.document, _told(recording, encoder))


def sentences(recording: Recording, encoder: Encoder) -> list[float]:
    return _cut(_as_sentences(recording), Settings(encoder=encoder, spoken=True))


def sentences_told(recording: Recording, encoder: Encoder) -> list[float]:
    return _cut(_as_sentences(recording), replace(_told(recording, encoder), spoken=True))


def paper_rule(recording: Recording, encoder: Encoder) -> list[float]:
    settings = Settings(encoder=encoder, objective=Paper(Cosine()), granularity=PaperRule())
    return _cut(recording.document, settings)


def percentile(recording: Recording, encoder: Encoder) -> list[float]:
    """The percentile rule; a passage is as long as the window of three sentences it asks for."""
    prepared, places = _prepared(recording.document, Settings(encoder=encoder))
    units = UnitDocument("recording", tuple(prepared.texts), ())
    return _times(places, PercentileRule(encoder, buffer=0).segment(units, None))


def people_at_passages(recording: Recording, encoder: Encoder) -> list[float]:
    """The chapters of people, where passages begin: the most that passages allow."""
    own = document_settings(recording.document, Settings(encoder=encoder)).unit
    places = own.places if isinstance(own, GivenUnits) else ()
    return at_units(recording.starts, [place.start_seconds or 0.0 for place in places])


def evenly_spaced(recording: Recording, _: Encoder) -> list[float]:
    n_chapters = len(recording.starts) + 1
    return [recording.end * number / n_chapters for number in range(1, n_chapters)]


METHODS: Mapping[str, Method] = {
    "passages (default)": own_rule,
    "sentences": sentences,
    "paper's rule": paper_rule,
    "percentile 95": percentile,
    "passages (number told)": told_number,
    "sentences (number told)": sentences_told,
    "evenly spaced (number told)": evenly_spaced,
}

ERROR_METHODS: Mapping[str, Method] = {
    "default": own_rule,
    "number told": told_number,
    "evenly spaced, number told": evenly_spaced,
    "chapters of people at passages": people_at_passages,
}
"""What the errors of the default are measured beside."""

RIGHT_WITHIN = 60.0
"""Seconds within which a chapter counts as found and only placed wrong."""


def error_rows(
    recordings: Sequence[Recording], encoder: Encoder
) -> Iterator[tuple[str, list[float]]]:
    """The mean F1 within each tolerance, as found and as if it had been placed right."""
    for name, method in ERROR_METHODS.items():
        pairs = [(each.starts, method(each, encoder)) for each in recordings]
        yield name, _mean_f1(pairs)
        if method in (own_rule, told_number):
            right = [(true, placed_right(true, found, RIGHT_WITHIN)) for true, found in pairs]
            yield f"{name}, right where within {RIGHT_WITHIN:g} s", _mean_f1(right)


def cue_rows(
    recordings: Sequence[Recording], encoder: Encoder
) -> Iterator[tuple[str, int, list[float]]]:
    """What stands where chapters begin and where the default, told the number, puts them."""
    places = Places()
    for recording in recordings:
        unit = document_settings(recording.document, Settings(encoder=encoder)).unit
        parts = unit.parts if isinstance(unit, GivenUnits) else ()
        edges = pairwise([*(start for start, _ in parts), len(recording.document.text)])
        texts = [recording.document.text[start:end].strip() for start, end in edges]
        cues = place_cues(texts, [place.speaker for _, place in parts])
        seconds = np.array([place.start_seconds or 0.0 for _, place in parts])
        found = told_number(recording, encoder)
        add_places(places, cues, seconds, recording.starts, found)
    yield from places.rows()


def _mean_f1(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> list[float]:
    means: list[float] = np.mean([f1_at_tolerances(*pair) for pair in pairs], axis=0).tolist()
    return means


def _told(recording: Recording, encoder: Encoder) -> Settings:
    return Settings(encoder=encoder, granularity=SegmentCount(len(recording.starts) + 1))


def _as_sentences(recording: Recording) -> Document:
    """The transcript read as text, whose units are sentences."""
    return replace(recording.document, kind=DocumentKind.text)


def _prepared(document: Document, settings: Settings) -> tuple[Prepared, tuple[Place, ...]]:
    """The units of a transcript with their vectors, and when each begins."""
    own = document_settings(document, replace(settings, confidence=False))
    units = own.unit
    places = units.places if isinstance(units, GivenUnits) else ()
    return prepared_text(document.text, own, None), places


def _cut(document: Document, settings: Settings) -> list[float]:
    own = document_settings(document, replace(settings, confidence=False))
    result = segment(document.text, own)
    return _times(result.places, result.boundaries)


def _times(places: Sequence[Place], boundaries: Sequence[int]) -> list[float]:
    return [places[unit].start_seconds or 0.0 for unit in boundaries]


def _recording(record: Mapping[str, Any]) -> Recording:
    """A record of the set; times that fall back are held."""
    pieces: list[Piece] = []
    latest = 0.0
    for cue in record["cues"]:
        latest = max(latest, float(cue["start"]))
        end = max(latest, float(cue.get("end") or latest))
        if cue["text"].strip():
            place = Place(None, latest, end, speaker=cue.get("speaker"))
            pieces.append(Piece(cue["text"], place))
    document = Document(str(record["id"]), "srt", DocumentKind.recording, tuple(pieces))
    first = pieces[0].place.start_seconds or 0.0
    starts = {float(each["start"]) for each in record["chapters"] if each.get("level", 1) == 1}
    inside = tuple(sorted(start for start in starts if start > first))
    end = max(piece.place.end_seconds or 0.0 for piece in pieces)
    return Recording(document, inside, end)
