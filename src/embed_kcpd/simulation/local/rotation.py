"""Rotary positions: keys and queries turned by where their token stands.

In:  vectors and positions.
Out: the vectors, turned.

The product of a turned query and a turned key depends on the difference of their positions
alone, and turning twice is turning by the sum.
"""

import numpy as np

from embed_kcpd.arrays import IntArray, Vectors


def turned(vectors: Vectors, positions: IntArray, base: float) -> Vectors:
    """Neighbouring pairs of coordinates turned by the angles of a position.

    The last two axes of ``vectors`` are tokens and coordinates; one position for each token.

    >>> turned(np.array([[1.0, 0.0]]), np.array([1]), base=10.0).round(3).tolist()
    [[0.54, 0.841]]
    """
    dim = vectors.shape[-1]
    angles = positions[:, None] * base ** (-np.arange(0, dim, 2) / dim)
    cos, sin = np.cos(angles).astype(vectors.dtype), np.sin(angles).astype(vectors.dtype)
    even, odd = vectors[..., 0::2], vectors[..., 1::2]
    result = np.empty_like(vectors)
    result[..., 0::2] = even * cos - odd * sin
    result[..., 1::2] = even * sin + odd * cos
    return result
