"""Kernels: what makes two units alike.

In:  vectors (n, dim).
Out: the Gram matrix of all pairs, for kernels without a shorter way.

``paper_scale`` is the factor C of the paper's penalty C sqrt(T log T) for that kernel.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors, check_finite, unit_rows
from embed_kcpd.errors import OptionsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.problem.median_distance import median_squared_distance

MEDIAN_ROWS = 2048
"""Rows up to which the median distance is that of all pairs; beyond, of that many evenly spaced
rows: the median of two million pairs says what that of more would, and costs no second search."""


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

    def __post_init__(self) -> None:
        if self.gamma is not None and not (is_number(self.gamma) and self.gamma > 0):
            raise OptionsError(f"gamma must be a positive number, got {self.gamma!r}")

    def prepared(self, vectors: Vectors) -> Vectors:
        """The vectors in a size that can be squared.

        The median heuristic makes the kernel independent of their size, so they are brought
        near one by a power of two, which is exact; a given ``gamma`` leaves them as they are.
        """
        if self.gamma is not None:
            return vectors
        check_finite(vectors)
        return _near_one(vectors)

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
    rows = vectors[_evenly(len(vectors), MEDIAN_ROWS)]
    if len(rows) < 2:
        return 1.0
    middle, longest = median_squared_distance(rows)
    return 1.0 / middle if middle > 1e-12 * longest else 1.0


def _evenly(n: int, most: int) -> IntArray | slice:
    """At most that many of the numbers below n, evenly spaced."""
    return slice(None) if n <= most else np.linspace(0, n - 1, most).astype(np.int64)
