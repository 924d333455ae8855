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
from embed_kcpd.evaluation.baselines.dynamic import block_sums, cut_each
from embed_kcpd.evaluation.baselines.learning import best_setting, need_documents
from embed_kcpd.evaluation.baselines.words import content_stems, term_counts
from embed_kcpd.evaluation.document import Document

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
        prior = LengthPrior(self.mean, self.deviation)
        return cuts(links(document.units), prior, (self.weight,), self.power)[0]


@dataclass(frozen=True, slots=True)
class LengthPrior:
    """How long segments are: mean and standard deviation, in units."""

    mean: float
    deviation: float

    def surprise(self, lengths: FloatArray) -> FloatArray:
        surprise: FloatArray = (lengths - self.mean) ** 2 / (2.0 * self.deviation**2)
        return surprise


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
        prior = LengthPrior(float(np.mean(lengths)), max(float(np.std(lengths)), LEAST_DEVIATION))

        def cut_with(
            solutions: dict[float, list[tuple[int, ...]]], setting: tuple[int, float]
        ) -> tuple[int, ...]:
            place, power = setting
            return solutions[power][place]

        tuning = documents[:TUNING_DOCUMENTS]
        tables = (links(document.units) for document in tuning)
        solutions = [
            {power: cuts(table, prior, WEIGHTS, power) for power in POWERS} for table in tables
        ]
        settings = product(range(len(WEIGHTS)), POWERS)
        place, power = best_setting(settings, tuning, solutions, cut_with)
        return Fragkou(prior.mean, prior.deviation, WEIGHTS[place], power)


def cuts(
    inside: FloatArray, prior: LengthPrior, weights: Sequence[float], power: float
) -> list[tuple[int, ...]]:
    """The boundaries of least cost for each weight, from the links inside every segment."""
    n = len(inside) - 1
    lengths = np.arange(1.0, n + 1)
    surprise, divisor = prior.surprise(lengths), lengths**power
    share = np.array(weights)

    def column(end: int) -> FloatArray:
        # Shortest segment first, until the rows are turned round.
        density = inside[end - 1 :: -1, end] / divisor[:end]
        costs: FloatArray = np.outer(surprise[:end], share) - np.outer(density, 1.0 - share)
        return costs[::-1]

    return cut_each(column, n, len(share))


def links(units: Sequence[str]) -> FloatArray:
    """Ordered pairs of different units sharing a content word inside every segment, as a table."""
    counts = term_counts([content_stems(unit) for unit in units])
    shared = (counts @ counts.T > 0).astype(np.float64)
    np.fill_diagonal(shared, 0.0)
    return block_sums(shared)
