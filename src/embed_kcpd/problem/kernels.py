"""Kernels: what makes two units alike.

In:  vectors (n, dim).
Out: the Gram matrix of all pairs, for kernels without a shorter way.

``paper_scale`` is the factor C of the paper's penalty C sqrt(T log T) for that kernel.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors, unit_rows

MEDIAN_ROWS = 20_000
"""Rows up to which the median distance is exact; beyond, that many evenly spaced rows."""

_SAMPLE = 1500
"""Rows of the sample that brackets the median of longer inputs."""

_BLOCK = 512
"""Rows whose distances to others are computed at a time."""


@dataclass(frozen=True, slots=True)
class Cosine:
    """Dot product of unit rows."""

    name: ClassVar[str] = "cosine"
    paper_scale: ClassVar[float] = 0.088

    def gram(self, vectors: Vectors) -> FloatArray:
        rows = unit_rows(vectors)
        gram: FloatArray = rows @ rows.T
        return gram


@dataclass(frozen=True, slots=True)
class Rbf:
    """``exp(-gamma |x - y|**2)``; without ``gamma`` the median heuristic sets it."""

    gamma: float | None = None
    name: ClassVar[str] = "rbf"
    paper_scale: ClassVar[float] = 0.06

    def prepared(self, vectors: Vectors) -> Vectors:
        """The vectors in a size that can be squared.

        The median heuristic makes the kernel independent of their size, so they are brought
        near one by a power of two, which is exact; a given ``gamma`` leaves them as they are.
        """
        return vectors if self.gamma is not None else _near_one(vectors)

    def width(self, vectors: Vectors) -> float:
        """``gamma`` as given, or by the median heuristic."""
        return median_gamma(vectors) if self.gamma is None else self.gamma

    def gram(self, vectors: Vectors) -> FloatArray:
        return np.exp(-self.width(vectors) * squared_distances(vectors))


Kernel = Cosine | Rbf


def _near_one(vectors: Vectors) -> Vectors:
    """All vectors times one power of two, so that the largest number is between 1/2 and 1."""
    if vectors.size == 0:
        return vectors
    largest = max(float(vectors.max()), -float(vectors.min()))
    if largest == 0.0 or 2.0**-300 < largest < 2.0**300:
        return vectors
    return np.ldexp(np.asarray(vectors, dtype=np.float64), -int(np.frexp(largest)[1]))


def squared_distances(vectors: Vectors) -> FloatArray:
    """Squared Euclidean distance of every pair of rows, exactly zero on the diagonal."""
    rows = np.asarray(vectors, dtype=np.float64)
    norms = np.einsum("td,td->t", rows, rows)
    squares: FloatArray = norms[:, None] + norms - 2.0 * (rows @ rows.T)
    np.maximum(squares, 0.0, out=squares)
    np.fill_diagonal(squares, 0.0)
    return squares


def median_gamma(vectors: Vectors) -> float:
    """One over the median squared distance of distinct pairs; 1 if that median is zero.

    >>> median_gamma(np.array([[0.0], [2.0]]))
    0.25
    """
    rows = np.asarray(vectors[_evenly(len(vectors), MEDIAN_ROWS)], dtype=np.float64)
    if len(rows) < 2:
        return 1.0
    rows = rows - rows.mean(axis=0)  # distances stay, rounding shrinks
    median = _median_distance(rows)
    floor = 1e-12 * float(np.einsum("td,td->t", rows, rows).max())
    return 1.0 / median if median > floor else 1.0


def _evenly(n: int, most: int) -> IntArray:
    """At most that many of the numbers below n, evenly spaced."""
    chosen: IntArray = np.linspace(0, n - 1, min(n, most)).astype(np.int64)
    return chosen


def _median_distance(rows: FloatArray) -> float:
    """The exact median over all pairs, holding only those near it.

    Two quantiles of a sample bracket the median; one pass counts what lies below the
    bracket and keeps what lies inside.  A bracket that misses is opened on its side.
    """
    n_pairs = len(rows) * (len(rows) - 1) // 2
    middle = np.array([(n_pairs - 1) // 2, n_pairs // 2])
    low, high = -np.inf, np.inf
    if n_pairs > _SAMPLE**2:
        sample = np.concatenate(list(_distances(rows[_evenly(len(rows), _SAMPLE)])))
        low, high = np.quantile(sample, [0.48, 0.52])
    while True:
        below, kept = 0, []
        for distances in _distances(rows):
            below += int(np.count_nonzero(distances < low))
            kept.append(distances[(distances >= low) & (distances <= high)])
        inside = np.concatenate(kept)
        if below <= middle[0] and middle[1] < below + len(inside):
            return float(np.partition(inside, middle - below)[middle - below].mean())
        low, high = (-np.inf, high) if below > middle[0] else (low, np.inf)


def _distances(rows: FloatArray) -> Iterator[FloatArray]:
    """Squared distances of all pairs of rows, a block at a time."""
    norms = np.einsum("td,td->t", rows, rows)
    for start in range(0, len(rows), _BLOCK):
        stop = min(start + _BLOCK, len(rows))
        for begin in range(start, len(rows), 8 * _BLOCK):
            end = min(begin + 8 * _BLOCK, len(rows))
            squares = norms[start:stop, None] + norms[begin:end]
            squares -= 2.0 * (rows[start:stop] @ rows[begin:end].T)
            np.maximum(squares, 0.0, out=squares)
            if begin > start:
                yield squares.ravel()
            else:
                yield squares[np.triu_indices(stop - start, 1, end - begin)]
