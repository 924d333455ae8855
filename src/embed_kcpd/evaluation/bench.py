"""Measure methods on data sets.

In:  documents with true boundaries, a method, vectors where the method needs them.
Out: the errors of the method, document by document.

Methods see documents blind.  A learner never cuts a document it has learned from: what it
learns on the documents at even positions cuts those at odd positions, and the other way round.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import AnyEncoder, as_encoder
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.methods import Learner, Method
from embed_kcpd.evaluation.metrics import checked_boundaries, pk, window_diff

Progress = Callable[[int], None]
"""Told how many documents were just finished."""


METHOD_PARTS = ("name", "needs_vectors", "needs_count", "segment")
"""What an object needs to be a ``Method``."""


def _quiet(_done: int) -> None:
    """Nobody is watching."""


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
    _check_method(method)
    halves = _halves(method, documents)
    if vectors is None and any(half.needs_vectors for half in halves):
        raise InputError(f"{method.name} needs vectors; pass vectors=embed(documents, encoder)")
    if vectors is not None and len(vectors) != len(documents):
        raise InputError(
            f"vectors of {len(vectors)} documents were given for {len(documents)} documents"
        )
    cuts = []
    for position, document in enumerate(documents):
        learner = halves[position % 2]
        seen = document if learner.needs_count else document.blind()
        rows = vectors[position] if vectors is not None and learner.needs_vectors else None
        cuts.append(_checked(learner.segment(seen, rows), method.name, document))
        on_progress(1)
    return cuts


def _check_method(method: object) -> None:
    if isinstance(method, Learner):
        return
    if not all(hasattr(method, part) for part in METHOD_PARTS):
        raise InputError(
            f"a method is an object with {', '.join(METHOD_PARTS)}, got {method!r:.60}"
        )


def _checked(cuts: Sequence[int], name: str, document: Document) -> tuple[int, ...]:
    """What a method answered, if these are boundaries of the document."""
    try:
        return checked_boundaries(cuts, document.n_units)
    except InputError as error:
        raise InputError(f"{name} on document {document.id!r}: {error}") from None


def _halves(method: Method | Learner, documents: Sequence[Document]) -> tuple[Method, Method]:
    """The method that cuts even positions, and the one that cuts odd ones."""
    if isinstance(method, Learner):
        hides = not method.needs_boundaries
        shown = [document.blind() for document in documents] if hides else documents
        return method.learn(shown[1::2]), method.learn(shown[0::2])
    return method, method


def embed(documents: Sequence[Document], encoder: AnyEncoder) -> tuple[Vectors, ...]:
    """The vectors of each document; a text that occurs twice is encoded once."""
    texts = list(dict.fromkeys(unit for document in documents for unit in document.units))
    table = np.asarray(as_encoder(encoder).encode(texts))
    if len(table) != len(texts):
        raise InputError(f"the encoder gave {len(table)} vectors for {len(texts)} texts")
    place = {text: row for row, text in enumerate(texts)}
    return tuple(table[[place[unit] for unit in document.units]] for document in documents)
