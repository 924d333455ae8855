"""Similarity across a gap: how alike the units just before it and from it on are.

In:  rows with weights, and how many units on each side are compared.
Out: a price for each gap: high where both sides are alike.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import FloatArray

_TINY = 1e-12


def similarity_across(rows: FloatArray, weights: FloatArray, widths: Sequence[int]) -> FloatArray:
    """For each unit t > 0, the cosine between what stands just before it and from it on.

    Averaged over blocks of these widths in units; entry 0 is zero.

    >>> similarity_across(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), np.ones(3), (1,))
    array([0., 1., 0.])
    """
    n = len(rows)
    across = np.zeros(n)
    sums = np.vstack([np.zeros((1, rows.shape[1])), np.cumsum(rows * weights[:, None], axis=0)])
    at = np.arange(1, n)
    for width in widths:
        left = sums[at] - sums[np.maximum(0, at - width)]
        right = sums[np.minimum(n, at + width)] - sums[at]
        scale = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
        across[1:] += np.einsum("td,td->t", left, right) / np.maximum(scale, _TINY)
    return across / len(widths)
