"""C99 (Choi 2000, NAACL): divisive clustering of ranked sentence similarities.

In:  the words of a document.
Out: boundaries, as many as asked for or as many as the gain in density suggests.

Absolute cosines of short sentences mean little, so each is replaced by its rank among its
neighbours in the similarity matrix.  The text is then split again and again where the density
of ranks inside the segments grows most.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.evaluation.baselines.words import content_stems, cosines, term_counts
from embed_kcpd.evaluation.document import Document

MASK = 11
"""Side of the square of neighbours a similarity is ranked among."""

SMOOTHING = (1.0, 2.0, 4.0, 8.0, 4.0, 2.0, 1.0)
"""Weights that smooth the gains in density before they are judged."""

CUTOFF = 1.2
"""Deviations above the mean that a gain must stand out by."""


@dataclass(frozen=True, slots=True)
class C99:
    """Choi's algorithm; its own number of segments, or the number given."""

    needs_count: bool = False
    needs_vectors: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return "c99-count" if self.needs_count else "c99"

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if document.n_units < 2:
            return ()
        similarity = cosines(term_counts([content_stems(unit) for unit in document.units]))
        splits, gains = divisions(ranks(similarity, MASK))
        count = document.n_segments - 1 if self.needs_count else outstanding(gains)
        return tuple(sorted(splits[:count]))


def ranks(similarity: FloatArray, side: int) -> FloatArray:
    """Share of each entry's neighbours, in a square of ``side``, that are lower than it.

    The square is cut off at the edges of the matrix; the entry itself is not a neighbour.

    >>> ranks(np.array([[1.0, 0.5, 0.0], [0.5, 1.0, 0.5], [0.0, 0.5, 1.0]]), side=3)[0]
    array([0.66666667, 0.2       , 0.        ])
    """
    n, half = len(similarity), side // 2
    lower, neighbours = np.zeros((n, n)), np.full((n, n), -1.0)
    for down in range(-min(half, n - 1), min(half, n - 1) + 1):
        for right in range(-min(half, n - 1), min(half, n - 1) + 1):
            rows, columns = _inside(n, down), _inside(n, right)
            shifted = similarity[_inside(n, -down), _inside(n, -right)]
            lower[rows, columns] += similarity[rows, columns] > shifted
            neighbours[rows, columns] += 1.0
    shares: FloatArray = lower / np.maximum(neighbours, 1.0)
    return shares


def divisions(similarity: FloatArray) -> tuple[list[int], FloatArray]:
    """Boundaries in the order of splitting down to single units, and the density each gains.

    The density of a segmentation is the sum of similarities inside its segments over the
    area of their squares.
    """
    n = len(similarity)
    total = np.zeros((n + 1, n + 1))
    np.cumsum(np.cumsum(similarity, axis=0), axis=1, out=total[1:, 1:])
    corner: FloatArray = np.diagonal(total).copy()
    at = np.arange(1, n)
    # The segment that each possible cut would split, and the cuts not yet made.
    start, end = np.zeros(n - 1, dtype=np.int64), np.full(n - 1, n)
    is_open = np.ones(n - 1, dtype=np.bool_)

    def inside(first: IntArray, last: IntArray) -> FloatArray:
        block: FloatArray = corner[last] + corner[first] - 2.0 * total[first, last]
        return block

    mass, area = float(total[n, n]), float(n * n)
    splits, densities = [], [mass / area]
    while is_open.any():
        masses = mass - inside(start, end) + inside(start, at) + inside(at, end)
        areas = area - 2.0 * (at - start) * (end - at)
        best = int(np.divide(masses, areas, out=np.full(n - 1, -np.inf), where=is_open).argmax())
        mass, area = float(masses[best]), float(areas[best])
        cut = best + 1
        end[start[best] : best], start[best + 1 : end[best] - 1] = cut, cut
        is_open[best] = False
        splits.append(cut)
        densities.append(mass / area)
    return splits, np.diff(densities)


def outstanding(gains: FloatArray) -> int:
    """How many leading gains, once smoothed, stand out from all of them."""
    weights = np.array(SMOOTHING)
    half = len(weights) // 2
    padded = np.pad(gains, half)
    present = np.pad(np.ones(len(gains)), half)
    smooth = np.convolve(padded, weights, "valid") / np.convolve(present, weights, "valid")
    stands_out = smooth > smooth.mean() + CUTOFF * smooth.std()
    return len(gains) if stands_out.all() else int(stands_out.argmin())


def _inside(n: int, shift: int) -> slice:
    """Indices i of 0..n-1 for which i - shift is an index too."""
    return slice(max(0, shift), n + min(0, shift))
