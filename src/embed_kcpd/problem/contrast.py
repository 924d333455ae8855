"""Contrast: what a unit says beyond the document's own subject.

In:  vectors, and the words of each unit.
Out: centred unit rows, weights of mean one, and the similarity across each gap.

Nothing of the size of the vectors is made: rows are scaled and shifted when they are read.

The kernel cost does not change when all vectors move together, so centring alone does
nothing; renormalising the residual does: similarity is then measured around the subject
of the document instead of around the origin.
"""

from dataclasses import replace

import numpy as np

from embed_kcpd.arrays import (
    FloatArray,
    Vectors,
    check_directions,
    check_finite,
    ordinary_rows,
    ordinary_squares,
)
from embed_kcpd.problem.row_measures import (
    inverse_lengths,
    near_products,
    squared_lengths,
    weighted_sum,
)
from embed_kcpd.problem.rows import Rows

RIDGE = 1.0
"""Shrinks segment means towards the document's, so that one odd unit cannot buy a segment.
Half or twice as much changes the error little (mean Pk 14.9 to 15.2 over nine sets)."""

HALF_WEIGHT_WORDS = 10.0
"""A unit of this many words weighs half as much as an endless one; 5 to 20 do as well."""

GAP_WIDTHS = (1, 2, 3)
"""Units on each side of a gap that are compared, averaged over these widths."""

WIDEST_GAP = max(GAP_WIDTHS)

LEAST_RESIDUAL = 1e-6
"""A residual shorter than this is rounding, not content: it is not blown up to norm one."""

_TINY = 1e-12

_ONE = 1.0 + 1e-12
"""The squared length of a row of norm one, rounding included."""


def length_weights(words: FloatArray, half_weight_words: float = HALF_WEIGHT_WORDS) -> FloatArray:
    """Weights ``n / (n + half_weight_words)`` for units of n words, rescaled to mean one.

    >>> length_weights(np.array([10.0, 10.0]))
    array([1., 1.])
    """
    counts = np.maximum(np.asarray(words, dtype=np.float64), 1.0)
    weights = counts / (counts + half_weight_words)
    return weights / weights.mean() if len(weights) else weights


def direction_rows(vectors: Vectors) -> Rows:
    """Rows of norm one, read from the vectors in place; a zero or infinite row is an error.

    >>> direction_rows(np.array([[3.0, 4.0]]))[:]
    array([[0.6, 0.8]])
    """
    rows = Rows(vectors)
    scales = inverse_lengths(rows, *ordinary_squares(rows.shape[1]))
    if scales is None:
        check_finite(vectors)
        rows = Rows(ordinary_rows(vectors))
        squares = squared_lengths(rows)
        check_directions(squares)
        scales = 1.0 / np.sqrt(squares)
    return Rows(rows.values, scales=scales, longest=_ONE)


def contrast_rows(vectors: Vectors, weights: FloatArray) -> Rows:
    """Directions centred on the weighted document mean, set to norm one; a residual of zero stays.

    >>> contrast_rows(np.array([[1.0, 0.0], [0.0, 2.0]]), np.ones(2))[:].round(2)
    array([[ 0.71, -0.71],
           [-0.71,  0.71]])
    """
    rows = direction_rows(vectors)
    if len(rows) == 0:
        return replace(rows, shifts=np.zeros(0), centre=np.zeros(rows.shape[1]))
    moved = rows.around(weighted_sum(rows, weights) / weights.sum())
    lengths = np.sqrt(squared_lengths(moved))
    factors: FloatArray = 1.0 / np.maximum(lengths, LEAST_RESIDUAL)
    return replace(moved.weighted(factors), longest=_ONE)


def gap_similarity(rows: Rows, weights: FloatArray) -> FloatArray:
    """For each unit t > 0, the cosine between what stands just before it and from it on.

    Averaged over blocks of one, two and three units; entry 0 is zero.
    """
    n = len(rows)
    products = np.zeros((2 * WIDEST_GAP, n + 2 * WIDEST_GAP))
    near = near_products(rows.weighted(weights), 2 * WIDEST_GAP - 1)
    products[:, WIDEST_GAP : n + WIDEST_GAP] = near
    return gaps_of(products)


def gaps_of(products: FloatArray) -> FloatArray:
    """The same from the products of near rows, between ``WIDEST_GAP`` columns of zeros.

    Entry [d, WIDEST_GAP + i] is unit i times unit i + d; zero where one of them is not there.
    Several texts may stand side by side, with as many columns of zeros between them.
    """
    n = products.shape[1] - 2 * WIDEST_GAP
    gaps, across, block = np.zeros(n), np.zeros(n), np.zeros(n + WIDEST_GAP)
    for width in GAP_WIDTHS:  # each has one unit more on both sides than the one before
        for low, high in _outermost(width):
            across += products[high - low, WIDEST_GAP + low : WIDEST_GAP + n + low]
        for distance in range(width):  # the last unit of a block with those before it
            last = products[distance, width - 1 - distance :][: len(block)]
            block += last if distance == 0 else 2.0 * last
        lengths = np.sqrt(np.maximum(block, 0.0))
        left, right = lengths[WIDEST_GAP - width :][:n], lengths[WIDEST_GAP:]
        gaps += across / np.maximum(left * right, _TINY)
    return gaps / len(GAP_WIDTHS)


def _outermost(width: int) -> list[tuple[int, int]]:
    """Pairs of units across a gap, by their distance from it, that one unit less on both sides
    does not have.

    >>> _outermost(2)
    [(-2, 0), (-2, 1), (-1, 1)]
    """
    return [(-width, high) for high in range(width)] + [
        (low, width - 1) for low in range(1 - width, 0)
    ]
