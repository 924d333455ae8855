"""Measure methods on data sets: one row per set, method and encoder.

In:  documents with true boundaries, a method, vectors where the method needs them.
Out: rows with the mean and the population standard deviation over documents, in percent.

Methods see documents blind.  A learner never cuts a document it has learned from: what it
learns on the documents at even positions cuts those at odd positions, and the other way round.
"""

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import Encoder
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.jsonl import read_json
from embed_kcpd.evaluation.methods import Learner, Method
from embed_kcpd.evaluation.metrics import pk, window_diff
from embed_kcpd.evaluation.registry import Entry
from embed_kcpd.evaluation.reported import reported_cell

Progress = Callable[[int], None]
"""Told how many documents were just finished."""

Settings = tuple[str, str, str | None, int]
"""Set, method, encoder and number of documents: what must be equal for a row to be kept."""


def _quiet(_done: int) -> None:
    """Nobody is watching."""


@dataclass(frozen=True, slots=True)
class Row:
    """One method on one set.  Errors in percent; ``seconds`` without the embedding."""

    set: str
    method: str
    encoder: str | None
    kernel: str | None
    objective: str | None
    documents: int
    pk: float
    pk_sd: float
    wd: float
    wd_sd: float
    extra_boundaries: float
    reported_pk: float | None
    reported_wd: float | None
    seconds: float

    @property
    def settings(self) -> Settings:
        return self.set, self.method, self.encoder, self.documents


@dataclass(frozen=True, slots=True)
class Scores:
    """Errors of one method, document by document, between 0 and 1."""

    pk: tuple[float, ...]
    wd: tuple[float, ...]
    extra_boundaries: tuple[int, ...]
    seconds: float


def score(
    documents: Sequence[Document], cuts: Sequence[Sequence[int]], seconds: float = 0.0
) -> Scores:
    """Pk, WindowDiff and the surplus of boundaries of each document."""
    pairs = list(zip(documents, cuts, strict=True))
    return Scores(
        tuple(pk(doc.boundaries, cuts, doc.n_units) for doc, cuts in pairs),
        tuple(window_diff(doc.boundaries, cuts, doc.n_units) for doc, cuts in pairs),
        tuple(len(cuts) - len(doc.boundaries) for doc, cuts in pairs),
        seconds,
    )


def measure(
    method: Method | Learner,
    documents: Sequence[Document],
    vectors: Sequence[Vectors] | None = None,
    on_progress: Progress = _quiet,
) -> Scores:
    """Cut every document and compare with its true boundaries."""
    started = time.perf_counter()
    cuts = cut_all(method, documents, vectors, on_progress)
    return score(documents, cuts, time.perf_counter() - started)


def cut_all(
    method: Method | Learner,
    documents: Sequence[Document],
    vectors: Sequence[Vectors] | None = None,
    on_progress: Progress = _quiet,
) -> list[tuple[int, ...]]:
    """The boundaries that a method finds in every document."""
    halves = _halves(method, documents)
    cuts = []
    for position, document in enumerate(documents):
        learner = halves[position % 2]
        seen = document if learner.needs_count else document.blind()
        rows = vectors[position] if vectors is not None and learner.needs_vectors else None
        cuts.append(learner.segment(seen, rows))
        on_progress(1)
    return cuts


def _halves(method: Method | Learner, documents: Sequence[Document]) -> tuple[Method, Method]:
    """The method that cuts even positions, and the one that cuts odd ones."""
    if isinstance(method, Learner):
        hides = not method.needs_boundaries
        shown = [document.blind() for document in documents] if hides else documents
        return method.learn(shown[1::2]), method.learn(shown[0::2])
    return method, method


def embed(documents: Sequence[Document], encoder: Encoder) -> tuple[Vectors, ...]:
    """The vectors of each document; a text that occurs twice is encoded once."""
    texts = list(dict.fromkeys(unit for document in documents for unit in document.units))
    table = np.asarray(encoder.encode(texts))
    place = {text: row for row, text in enumerate(texts)}
    return tuple(table[[place[unit] for unit in document.units]] for document in documents)


def row(set_name: str, method: str, entry: Entry, encoder: str | None, scores: Scores) -> Row:
    """Scores as a row, with what the paper reports beside them."""
    cell = reported_cell(method, encoder, set_name)

    def percent(values: Iterable[float], summary: Callable[[list[float]], float]) -> float:
        return round(100 * float(summary(list(values))), 4)

    return Row(
        set=set_name,
        method=method,
        encoder=encoder,
        kernel=entry.kernel,
        objective=entry.objective,
        documents=len(scores.pk),
        pk=percent(scores.pk, np.mean),
        pk_sd=percent(scores.pk, np.std),
        wd=percent(scores.wd, np.mean),
        wd_sd=percent(scores.wd, np.std),
        extra_boundaries=round(float(np.mean(scores.extra_boundaries)), 4),
        reported_pk=cell.pk if cell else None,
        reported_wd=cell.wd if cell else None,
        seconds=round(scores.seconds, 3),
    )


def read_rows(path: Path) -> list[Row]:
    """The rows of a result file; none if there is no such file."""
    if not path.exists():
        return []
    content = read_json(path)
    if not (isinstance(content, list) and all(_is_row(item) for item in content)):
        raise InputError(f"{path} is not a list of bench rows; move it away or choose another file")
    return [Row(**{field.name: item[field.name] for field in fields(Row)}) for item in content]


_TEXT, _NUMBER = (str,), (int, float)
_TYPES: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("set", "method"), _TEXT),
    **dict.fromkeys(("encoder", "kernel", "objective"), (*_TEXT, type(None))),
    "documents": (int,),
    **dict.fromkeys(("pk", "pk_sd", "wd", "wd_sd", "extra_boundaries", "seconds"), _NUMBER),
    **dict.fromkeys(("reported_pk", "reported_wd"), (*_NUMBER, type(None))),
}
"""What the fields of a row may be in a file."""


def _is_row(item: object) -> bool:
    return isinstance(item, dict) and all(
        name in item and type(item[name]) in types for name, types in _TYPES.items()
    )


def rows_as_json(rows: Sequence[Row]) -> str:
    """One row per line, so that a changed number is one changed line."""
    lines = ",\n".join("  " + json.dumps(asdict(row), ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n" if rows else "[]\n"
