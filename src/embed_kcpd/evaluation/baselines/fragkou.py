"""The dynamic programme of Fragkou, Petridis and Kehagias (2004, JIIS 23).

In:  the words of a document; other documents with their boundaries, to learn four numbers.
Out: the cheapest trade of segment length against shared words inside segments.

A segment of L units costs ``weight * (L - mean)**2 / (2 sd**2) - (1 - weight) * links / L**power``,
where ``links`` counts the pairs of different units that share a word.  Mean and deviation of
the length come from the training documents, weight and power are those with the least Pk on
them: of all baselines here the one that learns from true boundaries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.baselines.dynamic import block_sums, cut
from embed_kcpd.evaluation.baselines.learning import best_setting, need_documents
from embed_kcpd.evaluation.baselines.words import content_stems, term_counts
from embed_kcpd.evaluation.datasets import Document

WEIGHTS: tuple[float, ...] = (
    *np.arange(0.0, 0.1, 0.01).tolist(),
    *np.arange(0.1, 1.05, 0.1).tolist(),
)
"""Weights of the length (gamma) that are tried."""

POWERS = (0.33, 0.5, 0.66, 1.0)
"""Powers of the length (r) that the links are divided by."""

TUNING_DOCUMENTS = 100
"""Training documents on which weight and power are tried."""

LEAST_DEVIATION = 1.0
"""Training segments of one length would forbid any other; one unit of freedom stays."""


@dataclass(frozen=True, slots=True)
class Fragkou:
    """The dynamic programme with its four numbers."""

    mean: float
    deviation: float
    weight: float
    power: float
    name: ClassVar[str] = "fragkou"
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        return self.cut_links(links(document.units))

    def cut_links(self, inside: FloatArray) -> tuple[int, ...]:
        """Boundaries for a table of links inside every segment."""
        edges = np.arange(len(inside))
        lengths = np.maximum(edges[None, :] - edges[:, None], 1).astype(np.float64)
        surprise = (lengths - self.mean) ** 2 / (2.0 * self.deviation**2)
        return cut(
            self.weight * surprise - (1.0 - self.weight) * inside / lengths**self.power, None
        )


@dataclass(frozen=True, slots=True)
class FragkouLearner:
    """Finds mean, deviation, weight and power on other documents."""

    name: ClassVar[str] = "fragkou"
    needs_boundaries: ClassVar[bool] = True

    def learn(self, documents: Sequence[Document]) -> Fragkou:
        need_documents(documents, self.name)
        lengths = [
            right - left
            for document in documents
            for left, right in pairwise((0, *document.boundaries, document.n_units))
        ]
        mean, deviation = float(np.mean(lengths)), max(float(np.std(lengths)), LEAST_DEVIATION)

        def cut_with(inside: FloatArray, setting: tuple[float, float]) -> tuple[int, ...]:
            return Fragkou(mean, deviation, *setting).cut_links(inside)

        tuning = documents[:TUNING_DOCUMENTS]
        tables = [links(document.units) for document in tuning]
        setting = best_setting(product(WEIGHTS, POWERS), tuning, tables, cut_with)
        return Fragkou(mean, deviation, *setting)


def links(units: Sequence[str]) -> FloatArray:
    """Ordered pairs of different units sharing a content word inside every segment, as a table."""
    counts = term_counts([content_stems(unit) for unit in units])
    shared = (counts @ counts.T > 0).astype(np.float64)
    np.fill_diagonal(shared, 0.0)
    return block_sums(shared)
