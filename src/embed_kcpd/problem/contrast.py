"""Contrast: what a unit says beyond the document's own subject.

In:  vectors, and the words of each unit.
Out: centred unit rows, weights of mean one, and the similarity across each gap.

The kernel cost does not change when all vectors move together, so centring alone does
nothing; renormalising the residual does: similarity is then measured around the subject
of the document instead of around the origin.
"""

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors, unit_rows
from embed_kcpd.evidence.similarity import similarity_across

RIDGE = 1.0
"""Shrinks segment means towards the document's, so that one odd unit cannot buy a segment.
Half or twice as much changes the error little (mean Pk 14.9 to 15.2 over nine sets)."""

HALF_WEIGHT_WORDS = 10.0
"""A unit of this many words weighs half as much as an endless one; 5 to 20 do as well."""

GAP_WIDTHS = (1, 2, 3)
"""Units on each side of a gap that are compared, averaged over these widths."""

LEAST_RESIDUAL = 1e-6
"""A residual shorter than this is rounding, not content: it is not blown up to norm one."""


def length_weights(words: FloatArray, half_weight_words: float = HALF_WEIGHT_WORDS) -> FloatArray:
    """Weights ``n / (n + half_weight_words)`` for units of n words, rescaled to mean one.

    >>> length_weights(np.array([10.0, 10.0]))
    array([1., 1.])
    """
    counts = np.maximum(np.asarray(words, dtype=np.float64), 1.0)
    weights = counts / (counts + half_weight_words)
    return weights / weights.mean() if len(weights) else weights


def contrast_rows(vectors: Vectors, weights: FloatArray) -> FloatArray:
    """Directions centred on the weighted document mean, set to norm one; a residual of zero stays.

    >>> contrast_rows(np.array([[1.0, 0.0], [0.0, 2.0]]), np.ones(2)).round(2)
    array([[ 0.71, -0.71],
           [-0.71,  0.71]])
    """
    rows = unit_rows(vectors)
    if len(rows) == 0:
        return rows
    residual: FloatArray = rows - weights @ rows / weights.sum()
    norms: FloatArray = np.sqrt(np.einsum("td,td->t", residual, residual))
    return residual / np.maximum(norms, LEAST_RESIDUAL)[:, None]


def gap_similarity(rows: FloatArray, weights: FloatArray) -> FloatArray:
    """The similarity across each gap of written text: blocks of one, two and three units."""
    return similarity_across(rows, weights, GAP_WIDTHS)
