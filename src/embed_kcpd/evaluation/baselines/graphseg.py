"""GraphSeg (Glavas, Nanni and Ponzetto 2016, *SEM): cliques of related sentences.

In:  how related the units of a document are; other documents, to choose two numbers.
Out: segments grown from units that are related to each other.

Units are joined in a graph where their relatedness exceeds a threshold.  The paper then speaks
of maximal cliques: neighbours that share one are put together, and so are neighbouring
segments that a clique reaches across.  Two units share a maximal clique exactly if they are
joined, so both steps ask for edges only and no clique is ever listed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.baselines.learning import best_setting, need_documents
from embed_kcpd.evaluation.baselines.relatedness import Relatedness, WordRelatedness
from embed_kcpd.evaluation.document import Document

THRESHOLDS: tuple[float, ...] = tuple(np.arange(0.1, 0.81, 0.025).round(3).tolist())
LEAST_SIZES = (1, 2, 3, 5, 7, 10)
"""Thresholds (tau) and least segment sizes (n) that are tried on other documents."""

TUNING_DOCUMENTS = 50
"""Training documents looked at; more change the choice little and cost time."""

Edges = list[int]
"""The first unit of every segment, and the number of units."""

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
    """Chooses the two numbers by Pk on other documents."""

    name: str = "graphseg"
    relatedness: Relatedness = field(default_factory=WordRelatedness)
    needs_boundaries: ClassVar[bool] = True

    def learn(self, documents: Sequence[Document]) -> GraphSeg:
        need_documents(documents, self.name)
        tuning = documents[:TUNING_DOCUMENTS]

        def cut_with(related: FloatArray, setting: tuple[float, int]) -> tuple[int, ...]:
            return boundaries(related, *setting)

        matrices = [self.relatedness(document) for document in tuning]
        settings = product(THRESHOLDS, LEAST_SIZES)
        chosen = best_setting(settings, tuning, matrices, cut_with)
        return GraphSeg(self.name, self.relatedness, *chosen)


def boundaries(related: FloatArray, threshold: float, min_size: int) -> tuple[int, ...]:
    """The three steps of the paper on a matrix of relatedness."""
    joined: Graph = related > threshold
    return tuple(grown(reached(runs(joined), joined), related, min_size)[1:-1])


def runs(joined: Graph) -> Edges:
    """Neighbouring units that are joined, put together."""
    n = len(joined)
    starts = np.flatnonzero(~np.diagonal(joined, 1)) + 1
    return [0, *starts.tolist(), n] if n else [0]


def reached(edges: Edges, joined: Graph) -> Edges:
    """Neighbouring segments with an edge between them, put together, in one pass."""
    return [
        *edges[:1],
        *(
            start
            for before, start, end in zip(edges, edges[1:], edges[2:], strict=False)
            if not joined[before:start, start:end].any()
        ),
        *edges[1:][-1:],
    ]


def grown(edges: Edges, related: FloatArray, min_size: int) -> Edges:
    """Segments below the least size joined to the more related neighbour, first to last."""
    merged = list(edges)
    at = 0
    while at + 1 < len(merged) and len(merged) > 2:
        if merged[at + 1] - merged[at] >= min_size:
            at += 1
            continue
        last = at + 2 == len(merged)
        if last or (at > 0 and _link(merged, related, at) >= _link(merged, related, at + 1)):
            at -= 1
        del merged[at + 1]
    return merged


def _link(edges: Edges, related: FloatArray, at: int) -> float:
    """The mean relatedness of the two segments that the edge ``at`` parts."""
    between = related[edges[at - 1] : edges[at], edges[at] : edges[at + 1]]
    return float(between.sum()) / between.size
