"""Recordings with the chapters people gave them, as documents with known boundaries.

In:  a JSONL file: ``cues`` (start and end in seconds, text) and ``chapters`` (start, level).
Out: documents whose units are sentences and whose boundaries are the chapters of level one.

A cue may hold several sentences; their times are interpolated by characters.  A chapter begins
with the first sentence that does not start before it.
"""

from bisect import bisect_left
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.datasets import data_file, record_id
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.jsonl import Record, records
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import unit_texts

TALKS: Mapping[str, str] = {
    "btctranscripts": "chapters/btctranscripts.jsonl.gz",
    "optech": "chapters/optech.jsonl.gz",
}
"""Where each set of recordings lies inside the data folder."""

TIME_TOLERANCE = 0.01
"""Seconds by which a sentence may begin before its chapter, for times that were rounded."""


def load_talks(name: str, folder: Path | None = None) -> tuple[Document, ...]:
    """The recordings of a named set that have at least two chapters."""
    path = data_file(name, TALKS[name], folder)
    talks = tuple(talk_document(record, f"{path}:{line}") for line, record in records(path))
    return tuple(talk for talk in talks if talk.boundaries)


def talk_document(record: Record, place: str) -> Document:
    """One recording: its sentences, and where its chapters begin."""
    try:
        units, times = _timed_sentences(_objects(record["cues"]))
        chapters = _objects(record["chapters"])
        starts = [float(each["start"]) for each in chapters if each.get("level", 1) == 1]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise InputError(
            f"{place} needs 'cues' with start, end and text, and 'chapters' with start"
        ) from None
    first = {bisect_left(times, start - TIME_TOLERANCE) for start in starts}
    inside = tuple(sorted(unit for unit in first if 0 < unit < len(units)))
    return Document(record_id(record, place), tuple(units), inside)


def _objects(value: object) -> list[dict[str, Any]]:
    if not (isinstance(value, list) and all(isinstance(each, dict) for each in value)):
        raise TypeError
    return value


def _timed_sentences(cues: list[dict[str, Any]]) -> tuple[list[str], list[float]]:
    """The sentences of all cues, and the second at which each begins, never falling."""
    splitter = Sentences()
    texts: list[str] = []
    times: list[float] = []
    for cue in cues:
        text, start = cue["text"], float(cue["start"])
        lasting = max(0.0, float(cue.get("end") or start) - start)
        units = splitter.split(text)
        for unit, sentence in zip(units, unit_texts(text, units), strict=True):
            if sentence.strip():
                at = start + unit.start / max(1, len(text)) * lasting
                texts.append(sentence.strip())
                times.append(max(at, times[-1] if times else at))
    return texts, times
