"""How well titles match the headings that people wrote.

In:  documents whose true segments have headings written by people.
Out: the share of segments whose title is nearer to their own heading than to any other.

Titles and headings are compared by the cosine of their vectors.  Headings that occur several
times in a document count as one; a lead section without a heading of its own ("preface") is
titled like the others but not counted.  A document with fewer than two headings is left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from embed_kcpd.annotations.titles import name_segments
from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.protocol import Encoder
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.datasets import data_file
from embed_kcpd.evaluation.jsonl import records
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import unit_texts

SETS: Mapping[str, str] = {
    "wiki50": "wiki50/docs.jsonl",
    "cities": "cities/docs.jsonl",
    "btctranscripts": "chapters/btctranscripts.jsonl.gz",
    "optech": "chapters/optech.jsonl.gz",
}
"""Sets with headings, and where they lie inside the data folder."""

NO_HEADING = frozenset({"preface", "TOP-LEVEL SEGMENT", ""})
"""What the sets write where a section has no heading."""


@dataclass(frozen=True, slots=True)
class Headed:
    """True segments, each a list of units with the heading people gave it, and who speaks."""

    id: str
    segments: tuple[tuple[str, ...], ...]
    headings: tuple[str, ...]
    speakers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """One title beside the heading it should be nearest to."""

    heading: str
    title: str
    is_hit: bool


Titler = Callable[[Headed, Vectors], Sequence[str]]


def first_sentence(document: Headed, _vectors: Vectors) -> list[str]:
    """The row to beat: how each segment begins."""
    return [units[0] for units in document.segments]


def by_words(document: Headed, _vectors: Vectors) -> list[str]:
    named = name_segments(document.segments, speakers=document.speakers)
    return [title.text for title in named]


def by_vectors(document: Headed, vectors: Vectors) -> list[str]:
    named = name_segments(document.segments, vectors, speakers=document.speakers)
    return [title.text for title in named]


DEFAULT = "words and unit vectors (the default)"
METHODS: Mapping[str, Titler] = {
    "first sentence": first_sentence,
    "words alone": by_words,
    DEFAULT: by_vectors,
}


def judged_titles(
    documents: Sequence[Headed], titler: Titler, encoder: Encoder
) -> Iterator[Judged]:
    """Every title whose segment has a heading, and whether it is nearest to that heading."""
    for document in documents:
        headings = [h for h in dict.fromkeys(document.headings) if h not in NO_HEADING]
        if len(headings) > 1:
            yield from _judged(document, headings, titler, encoder)


def share(judged: Sequence[Judged]) -> float:
    """The share of titles that are nearest to their own heading."""
    return sum(each.is_hit for each in judged) / len(judged) if judged else float("nan")


def load_headed(name: str, folder: Path | None = None) -> tuple[Headed, ...]:
    """The documents of a set with headings."""
    if name not in SETS:
        raise InputError(f"no set with headings is called {name!r}; choose from {', '.join(SETS)}")
    path = data_file(name, SETS[name], folder)
    read = _transcript if name in ("btctranscripts", "optech") else _sections
    try:
        return tuple(read(record) for _, record in records(path))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path} is not a set with headings: {error!r}") from None


def _judged(
    document: Headed, headings: Sequence[str], titler: Titler, encoder: Encoder
) -> Iterator[Judged]:
    vectors = np.asarray(encoder.encode([unit for part in document.segments for unit in part]))
    titles = titler(document, vectors)
    near = _unit_rows(encoder.encode([title or " " for title in titles])) @ (
        _unit_rows(encoder.encode(list(headings))).T
    )
    for heading, title, row in zip(document.headings, titles, near, strict=True):
        if heading in NO_HEADING:
            continue
        own = headings.index(heading)
        is_hit = bool(title) and bool(row[own] > np.delete(row, own).max())
        yield Judged(heading, title, is_hit)


def _unit_rows(rows: Vectors) -> Vectors:
    normed: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return normed


def _sections(record: Mapping[str, Any]) -> Headed:
    units, edges = record["sentences"], [0, *record["boundaries"], len(record["sentences"])]
    segments = tuple(tuple(units[start:end]) for start, end in pairwise(edges))
    return Headed(record["id"], segments, tuple(record["titles"]))


def _transcript(record: Mapping[str, Any]) -> Headed:
    """Sentences by the time they are said; sentences inside a cue are spread over it evenly."""
    chapters = [chapter for chapter in record["chapters"] if chapter["level"] == 1]
    starts = np.array([chapter["start"] for chapter in chapters])
    parts: list[list[str]] = [[] for _ in range(len(chapters) + 1)]
    for cue in record["cues"]:
        for said, sentence in _timed(cue):
            parts[int(np.searchsorted(starts, said + 1e-6, side="right"))].append(sentence)
    headings = ["", *(chapter["title"] for chapter in chapters)]
    kept = [place for place, part in enumerate(parts) if part]
    return Headed(
        record["id"],
        tuple(tuple(parts[place]) for place in kept),
        tuple(headings[place] for place in kept),
        tuple(sorted({cue["speaker"] for cue in record["cues"] if cue["speaker"]})),
    )


def _timed(cue: Mapping[str, Any]) -> Iterator[tuple[float, str]]:
    text = cue["text"]
    sentences = [sentence.strip() for sentence in unit_texts(text, Sentences().split(text))]
    times = np.linspace(cue["start"], cue["end"], len(sentences), endpoint=False)
    return zip(times.tolist(), sentences, strict=True)
