"""Tiling on unit vectors, twice: as commonly cited, and as Hearst would have done it.

In:  one vector per unit.
Out: boundaries at gaps of low similarity.

``ThresholdTiling`` is the "extended TextTiling" that the paper cites: every gap whose mean
similarity is below a threshold becomes a boundary, so that one weak stretch gives a run of
boundaries.  ``EmbeddingTiling`` is the fair version: only valleys count, by their depth.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors, unit_rows
from embed_kcpd.errors import VectorsError
from embed_kcpd.evaluation.baselines.gaps import (
    block_similarity,
    boundaries_after,
    depths,
    minima,
    sums_beside,
)
from embed_kcpd.evaluation.document import Document

THRESHOLD = 0.19
"""The published threshold for a sentence-transformers model (all-mpnet-base-v2, en_city)."""

BLOCK = 5
"""Units on each side of a gap, published with that threshold."""

CUTOFF = 0.5
"""Deviations below the mean depth that still make a boundary (Hearst's HC)."""


@dataclass(frozen=True, slots=True)
class ThresholdTiling:
    """Every gap whose mean pairwise cosine is below a threshold."""

    block: int = BLOCK
    threshold: float = THRESHOLD
    name: ClassVar[str] = "embedding-threshold"
    needs_vectors: ClassVar[bool] = True
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if document.n_units < 2:
            return ()
        scores = mean_pair_similarity(given(vectors), self.block)
        return boundaries_after(np.flatnonzero(scores < self.threshold))


@dataclass(frozen=True, slots=True)
class EmbeddingTiling:
    """Valleys of block similarity deeper than the mean valley less half a deviation."""

    block: int = BLOCK
    cutoff: float = CUTOFF
    name: ClassVar[str] = "embedding-tiling"
    needs_vectors: ClassVar[bool] = True
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if document.n_units < 2:
            return ()
        scores = block_similarity(given(vectors), self.block)
        return boundaries_after(deep_valleys(scores, self.cutoff))


def mean_pair_similarity(rows: FloatArray, block: int) -> FloatArray:
    """Mean cosine of all pairs of units across each gap, ``block`` units on each side."""
    at = np.arange(1, len(rows))
    dots: FloatArray = np.einsum("gd,gd->g", *sums_beside(rows, block))
    n_pairs = np.minimum(at, block) * np.minimum(len(rows) - at, block)
    means: FloatArray = dots / n_pairs
    return means


def deep_valleys(scores: FloatArray, cutoff: float) -> list[int]:
    """Local minima deeper than the mean depth of all minima less ``cutoff`` deviations."""
    valleys = minima(scores)
    if len(valleys) == 0:
        return []
    depth = depths(scores)[valleys]
    deep: list[int] = valleys[depth >= depth.mean() - cutoff * depth.std()].tolist()
    return deep


def given(vectors: Vectors | None) -> FloatArray:
    """Unit rows of the vectors a method was promised."""
    if vectors is None:
        raise VectorsError("this method cuts vectors; give one per unit")
    return unit_rows(vectors)
