"""Sequences whose truth is known: piecewise stationary, exactly m-dependent (Assumption A1).

In:  blocks (where they start, their means, the roots of their covariances) and the weights of a
     moving average.
Out: vectors drawn from them, as many replicates as wanted.

One Gaussian noise runs through the whole sequence, ``Z_t = sum_j weights[j] e_{t-j}`` with
independent standard normal e, so that units more than ``memory`` apart are independent and
dependence does not stop at a boundary.  A unit of block b is ``means[b] + roots[b] Z_t``; on the
sphere it is divided by its norm.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.errors import OptionsError


class KnownTruth(Protocol):
    """A sequence with known boundaries that can be drawn again and again."""

    @property
    def n_units(self) -> int: ...

    @property
    def boundaries(self) -> tuple[int, ...]: ...

    @property
    def memory(self) -> int: ...

    @property
    def labels(self) -> IntArray:
        """The block of every unit."""
        ...

    def draw(self, rng: np.random.Generator) -> FloatArray:
        """One replicate, (n, dim)."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class GaussianBlocks:
    """Gaussian vectors around block means, with moving-average noise of order ``memory``.

    ``means`` is (blocks, dim), ``roots`` (blocks, dim, dim) and ``weights`` (memory + 1) with
    squares that sum to one, so that ``roots[b] roots[b]^T`` is the covariance of block b.
    """

    n_units: int
    boundaries: tuple[int, ...]
    means: FloatArray
    roots: FloatArray
    weights: FloatArray

    def __post_init__(self) -> None:
        edges = (0, *self.boundaries, self.n_units)
        if any(left >= right for left, right in pairwise(edges)):
            raise OptionsError(
                f"boundaries must increase strictly inside (0, {self.n_units}), "
                f"got {self.boundaries}"
            )
        blocks, dim = self.means.shape
        if blocks != len(edges) - 1 or self.roots.shape != (blocks, dim, dim):
            raise OptionsError(
                f"{len(edges) - 1} blocks need as many means and square roots, got means "
                f"{self.means.shape} and roots {self.roots.shape}"
            )
        if not np.isclose(self.weights @ self.weights, 1.0):
            raise OptionsError("the squared weights of the moving average must sum to one")

    @property
    def dim(self) -> int:
        return int(self.means.shape[1])

    @property
    def memory(self) -> int:
        return len(self.weights) - 1

    @property
    def labels(self) -> IntArray:
        sizes = np.diff((0, *self.boundaries, self.n_units))
        labels: IntArray = np.repeat(np.arange(len(sizes)), sizes)
        return labels

    @property
    def correlations(self) -> FloatArray:
        """Correlation of one coordinate of the noise at lags 0 to memory + 1; the last is zero."""
        order = len(self.weights)
        products: FloatArray = np.correlate(self.weights, self.weights, "full")
        correlations: FloatArray = np.concatenate([[1.0], products[order:], [0.0]])
        return correlations

    def draw(self, rng: np.random.Generator) -> FloatArray:
        rows: FloatArray = self.draw_many(rng, 1)[0]
        return rows

    def draw_many(self, rng: np.random.Generator, count: int) -> FloatArray:
        """``count`` independent replicates, (count, n, dim)."""
        noise = moving_average(rng, self.weights, (count, self.n_units, self.dim))
        labels = self.labels
        if _isotropic(self.roots):
            scales: FloatArray = self.roots[labels, 0, 0]
            return self.means[labels] + scales[:, None] * noise
        shaped: FloatArray = np.einsum("tij,rtj->rti", self.roots[labels], noise)
        return self.means[labels] + shaped


@dataclass(frozen=True, slots=True, eq=False)
class SphereBlocks:
    """Gaussian blocks projected on the unit sphere; the covariances must be multiples of I."""

    blocks: GaussianBlocks

    def __post_init__(self) -> None:
        if not _isotropic(self.blocks.roots):
            raise OptionsError("on the sphere every root must be a positive multiple of I")

    @property
    def n_units(self) -> int:
        return self.blocks.n_units

    @property
    def boundaries(self) -> tuple[int, ...]:
        return self.blocks.boundaries

    @property
    def memory(self) -> int:
        return self.blocks.memory

    @property
    def labels(self) -> IntArray:
        return self.blocks.labels

    def draw(self, rng: np.random.Generator) -> FloatArray:
        rows: FloatArray = self.draw_many(rng, 1)[0]
        return rows

    def draw_many(self, rng: np.random.Generator, count: int) -> FloatArray:
        """``count`` independent replicates, (count, n, dim), every row of norm one."""
        rows = self.blocks.draw_many(rng, count)
        norms: FloatArray = np.sqrt(np.einsum("rtd,rtd->rt", rows, rows))
        return rows / norms[..., None]


def moving_average(
    rng: np.random.Generator, weights: FloatArray, shape: tuple[int, int, int]
) -> FloatArray:
    """Noise of shape (count, n, dim): along n a moving average, standard normal everywhere."""
    count, n_units, dim = shape
    fresh: FloatArray = rng.standard_normal((count, n_units + len(weights) - 1, dim))
    if len(weights) == 1:
        return float(weights[0]) * fresh
    if np.ptp(weights) == 0:
        sums: FloatArray = np.cumsum(fresh, axis=1)
        sums[:, len(weights) :] -= sums[:, : -len(weights)].copy()
        return float(weights[0]) * sums[:, len(weights) - 1 :]
    noise = np.zeros(shape)
    for lag, weight in enumerate(weights[::-1]):
        noise += weight * fresh[:, lag : lag + n_units]
    return noise


def flat_weights(memory: int) -> FloatArray:
    """Equal weights: the correlation falls in a straight line to zero at ``memory + 1``.

    >>> flat_weights(3)
    array([0.5, 0.5, 0.5, 0.5])
    """
    return np.full(memory + 1, 1.0 / np.sqrt(memory + 1))


def _isotropic(roots: FloatArray) -> bool:
    """Whether every root is a positive multiple of the identity."""
    scales = roots[:, 0, 0]
    eye = np.eye(roots.shape[1])
    return bool((scales > 0).all() and np.array_equal(roots, scales[:, None, None] * eye))
