"""Kernels: what makes two units alike.

In:  vectors (n, dim).
Out: the Gram matrix of all pairs, for kernels without a shorter way.

``paper_scale`` is the factor C of the paper's penalty C sqrt(T log T) for that kernel.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors, unit_rows

MEDIAN_ROWS = 20_000
"""Rows up to which the median distance is exact; beyond, that many evenly spaced rows."""


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

    def gram(self, vectors: Vectors) -> FloatArray:
        gamma = median_gamma(vectors) if self.gamma is None else self.gamma
        return np.exp(-gamma * squared_distances(vectors))


Kernel = Cosine | Rbf


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
    rows = vectors
    if len(rows) > MEDIAN_ROWS:
        rows = rows[np.linspace(0, len(rows) - 1, MEDIAN_ROWS).astype(int)]
    if len(rows) < 2:
        return 1.0
    squares = squared_distances(rows)
    median = float(np.median(squares[np.triu_indices(len(rows), 1)]))
    return 1.0 / median if median > 0 else 1.0
