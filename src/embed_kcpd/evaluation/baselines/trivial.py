"""Answers that need no text: the floor under every table.

In:  the number of units, and for some the number of segments.
Out: no boundary, every boundary, even segments, random boundaries.

A method that does not beat all four has found nothing.
"""

import zlib
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.evaluation.document import Document


@dataclass(frozen=True, slots=True)
class NoBoundary:
    """One segment."""

    name: ClassVar[str] = "none"
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class EveryBoundary:
    """Every unit a segment."""

    name: ClassVar[str] = "all"
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        return tuple(range(1, document.n_units))


@dataclass(frozen=True, slots=True)
class Even:
    """The true number of segments, all of one length as nearly as possible."""

    name: ClassVar[str] = "even"
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = True

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        edges = np.linspace(0, document.n_units, document.n_segments + 1)
        return tuple(int(edge) for edge in np.round(edges[1:-1]))


@dataclass(frozen=True, slots=True)
class RandomBoundaries:
    """The true number of segments at random; a document always gets the same draw."""

    seed: int = 0
    name: ClassVar[str] = "random"
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = True

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        rng = np.random.default_rng([self.seed, zlib.crc32(document.id.encode())])
        if document.n_units < 2:
            return ()
        drawn = rng.choice(document.n_units - 1, document.n_segments - 1, replace=False) + 1
        return tuple(sorted(drawn.tolist()))
