"""GraphSeg (Glavas, Nanni and Ponzetto 2016, *SEM): cliques of related sentences.

In:  how related the units of a document are; other documents, to choose two numbers.
Out: segments grown from units that are related to each other.

Units are joined in a graph where their relatedness exceeds a threshold.  The paper then speaks
of maximal cliques: neighbours that share one are put together, and so are neighbouring
segments that a clique reaches across.  Two units share a maximal clique exactly if they are
joined, so both steps ask for edges only and no clique is ever listed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.baselines.learning import best_setting, need_documents
from embed_kcpd.evaluation.baselines.relatedness import (
    Relatedness,
    UnitRelatedness,
    WordRelatedness,
    information_content,
)
from embed_kcpd.evaluation.baselines.text_vectors import TextVectors
from embed_kcpd.evaluation.baselines.words import content_words
from embed_kcpd.evaluation.datasets import Document

THRESHOLDS: tuple[float, ...] = tuple(np.arange(0.1, 0.81, 0.025).round(3).tolist())
LEAST_SIZES = (1, 2, 3)
"""Thresholds (tau) and least segment sizes (n) that are tried on other documents."""

TUNING_DOCUMENTS = 50
"""Training documents looked at; more change the choice little and cost time."""

Segments = list[list[int]]
Graph = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class GraphSeg:
    """The algorithm with its relatedness, its threshold and its least segment size."""

    name: str
    relatedness: Relatedness = field(repr=False)
    threshold: float
    min_size: int
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        return boundaries(self.relatedness(document), self.threshold, self.min_size)


@dataclass(frozen=True, slots=True)
class GraphSegLearner:
    """Counts words for their information content, and chooses the two numbers by Pk."""

    by_words: bool = True
    vectors: TextVectors = field(default_factory=TextVectors, repr=False)
    needs_boundaries: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "graphseg" if self.by_words else "graphseg-units"

    def learn(self, documents: Sequence[Document]) -> GraphSeg:
        need_documents(documents, self.name)
        relatedness = self._relatedness(documents)
        tuning = documents[:TUNING_DOCUMENTS]

        def cut_with(related: FloatArray, setting: tuple[float, int]) -> tuple[int, ...]:
            return boundaries(related, *setting)

        matrices = [relatedness(document) for document in tuning]
        settings = product(THRESHOLDS, LEAST_SIZES)
        return GraphSeg(self.name, relatedness, *best_setting(settings, tuning, matrices, cut_with))

    def _relatedness(self, documents: Sequence[Document]) -> Relatedness:
        if not self.by_words:
            return UnitRelatedness(self.vectors)
        texts = (unit for document in documents for unit in document.units)
        seen = information_content(word for text in texts for word in content_words(text))
        return WordRelatedness(seen, self.vectors)


def boundaries(related: FloatArray, threshold: float, min_size: int) -> tuple[int, ...]:
    """The three steps of the paper on a matrix of relatedness."""
    joined: Graph = related > threshold
    segments = reached(runs(joined), joined)
    return tuple(segment[0] for segment in grown(segments, related, min_size)[1:])


def runs(joined: Graph) -> Segments:
    """Neighbouring units that are joined, put together."""
    segments: Segments = []
    for unit in range(len(joined)):
        if segments and joined[unit - 1, unit]:
            segments[-1].append(unit)
        else:
            segments.append([unit])
    return segments


def reached(segments: Segments, joined: Graph) -> Segments:
    """Neighbouring segments with an edge between them, put together, in one pass."""
    merged: Segments = []
    for at, segment in enumerate(segments):
        if at and joined[np.ix_(segments[at - 1], segment)].any():
            merged[-1].extend(segment)
        else:
            merged.append(list(segment))
    return merged


def grown(segments: Segments, related: FloatArray, min_size: int) -> Segments:
    """Segments below the least size joined to the more related neighbour, first to last."""
    merged = [list(segment) for segment in segments]
    at = 0
    while at < len(merged) and len(merged) > 1:
        if len(merged[at]) >= min_size:
            at += 1
            continue
        beside = [near for near in (at - 1, at + 1) if 0 <= near < len(merged)]
        best = max(beside, key=_mean_to(merged, related, at))
        first = min(at, best)
        merged[first : first + 2] = [merged[first] + merged[first + 1]]
        at = first
    return merged


def _mean_to(segments: Segments, related: FloatArray, at: int) -> Callable[[int], float]:
    """The mean relatedness of one segment to another, as a function of the other."""
    return lambda near: float(related[np.ix_(segments[at], segments[near])].mean())
