"""Three kinds of known truth, each with one dial.

In:  where the blocks start, the dimension, the memory, how large the change is.
Out: a sequence of ``sequences.py``.

``mean_change`` moves the mean; ``correlation_change`` keeps mean and marginals and flips the
correlation, which the linear kernel cannot see and a characteristic one can; ``topic_change``
puts directions on the sphere, like sentence embeddings.
"""

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.theory.sequences import GaussianBlocks, SphereBlocks, flat_weights


def mean_change(
    n_units: int, boundaries: tuple[int, ...], *, dim: int, distance: float, memory: int
) -> GaussianBlocks:
    """Unit covariance; neighbouring means are ``distance`` apart, on alternating axes."""
    if dim < 2:
        raise OptionsError(f"means on alternating axes need two dimensions, got {dim}")
    means = alternating_axes(len(boundaries) + 1, dim) * distance / np.sqrt(2.0)
    roots = np.broadcast_to(np.eye(dim), (len(means), dim, dim))
    return GaussianBlocks(n_units, boundaries, means, roots, flat_weights(memory))


def correlation_change(
    n_units: int, boundaries: tuple[int, ...], *, pairs: int, correlation: float, memory: int
) -> GaussianBlocks:
    """Zero means and unit variances; in each pair of coordinates the correlation changes sign."""
    if not 0 <= correlation < 1:
        raise OptionsError(f"the correlation must lie in [0, 1), got {correlation:g}")
    blocks = len(boundaries) + 1
    signs = np.where(np.arange(blocks) % 2 == 0, 1.0, -1.0)
    roots = np.stack([_paired_root(pairs, sign * correlation) for sign in signs])
    means = np.zeros((blocks, 2 * pairs))
    return GaussianBlocks(n_units, boundaries, means, roots, flat_weights(memory))


def topic_change(
    n_units: int, boundaries: tuple[int, ...], *, dim: int, noise: float, memory: int
) -> SphereBlocks:
    """Orthogonal topic directions on the sphere under noise of norm about ``noise``."""
    if dim < 3:
        raise OptionsError(f"topics on the sphere need three dimensions or more, got {dim}")
    means = alternating_axes(len(boundaries) + 1, dim)
    roots = np.broadcast_to(np.eye(dim) * noise / np.sqrt(dim), (len(means), dim, dim))
    return SphereBlocks(GaussianBlocks(n_units, boundaries, means, roots, flat_weights(memory)))


def alternating_axes(blocks: int, dim: int) -> FloatArray:
    """The axes in turn, one per block: neighbours are orthogonal."""
    return np.eye(dim)[np.arange(blocks) % dim]


def _paired_root(pairs: int, correlation: float) -> FloatArray:
    """Lower triangular root of a covariance of correlated pairs of coordinates."""
    block = np.array([[1.0, 0.0], [correlation, np.sqrt(1.0 - correlation**2)]])
    root: FloatArray = np.kron(np.eye(pairs), block)
    return root
