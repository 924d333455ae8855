"""Similarity by distance in overlapping windows, in linear memory.

In:  rows with weights, and a stride; windows of four strides begin at every stride.
Out: for each window and each distance up to half of it, how alike the pairs that far apart are.

The rows are cut into stripes of one stride.  One product of a stripe with itself and the two
that follow holds every pair it begins, up to two strides apart.  A window of four stripes owns all
pairs begun in its first two, and those begun in its last two which do not leave it: two
triangular masks.  So each pair is multiplied once, not once per window.  C multiplies no pairs at
all: it transforms each stripe once (``native/engine/windows.c.inc``); without it, NumPy takes
many stripes at once.
"""

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.native import checked_vector, extension, native_available, wanted_engine
from embed_kcpd.problem.row_measures import squared_lengths
from embed_kcpd.problem.rows import Rows, as_rows

STRIPES_AT_ONCE = 64
"""Stripes multiplied together: enough to keep the processor busy, little to keep in memory."""

LEAST_MASS = 1e-12
"""No mean is divided by less."""


def striped_curves(rows: Rows, weights: FloatArray, stride: int, n_windows: int) -> FloatArray:
    """k(l) for l = 1 to 2 strides in the first ``n_windows`` windows of four strides each.

    The weighted mean similarity of units l apart, minus that of all pairs of distinct units.

    >>> striped_curves(Rows(np.array([[1.0], [1.0], [-1.0], [-1.0]])), np.ones(4), 1, 1).round(2)
    array([[ 0.67, -0.67]])
    """
    weighted = rows.weighted(weights)
    if native_available():
        curves = np.empty((n_windows, 2 * stride))
        held = checked_vector(weights, np.float64, len(rows), "weights")
        extension().windows(wanted_engine(), weighted.arguments, held, stride, n_windows, curves)
        return curves
    alike = window_sums(weighted, stride, n_windows)
    mass = window_sums(weights[:, None], stride, n_windows)
    means = _means_of_pairs(weighted, weights, stride, n_windows)
    return alike / np.maximum(mass, LEAST_MASS) - means


def window_sums(rows: Rows | FloatArray, stride: int, n_windows: int) -> FloatArray:
    """Sums of products of rows l apart, l = 1 to 2 strides, in the first ``n_windows`` windows.

    >>> window_sums(np.ones((10, 1)), stride=2, n_windows=2)
    array([[7., 6., 5., 4.],
           [7., 6., 5., 4.]])
    """
    given, n_stripes = as_rows(rows), n_windows + 3
    begun = np.arange(2 * stride)[:, None]
    distance = np.arange(1, 2 * stride + 1)
    stays = (begun + distance < 2 * stride).astype(np.float64)
    all_pairs = np.empty((n_stripes, 2 * stride))
    third, fourth = np.empty_like(all_pairs), np.empty_like(all_pairs)
    for first in range(0, n_stripes, STRIPES_AT_ONCE):
        part = slice(first, min(first + STRIPES_AT_ONCE, n_stripes))
        products = _stripe_products(given, stride, part.start, part.stop)
        all_pairs[part] = products.sum(axis=1)
        third[part] = np.einsum("sil,il->sl", products, stays[:stride])
        fourth[part] = np.einsum("sil,il->sl", products, stays[stride:])
    windows = np.arange(n_windows)
    return all_pairs[windows] + all_pairs[windows + 1] + third[windows + 2] + fourth[windows + 3]


def _means_of_pairs(weighted: Rows, weights: FloatArray, stride: int, n_windows: int) -> FloatArray:
    """Weighted mean similarity of all pairs of distinct units in each window, as a column."""
    sums = _stripe_totals(weighted, stride, n_windows + 3)
    totals = np.lib.stride_tricks.sliding_window_view(sums, 4, axis=0).sum(axis=2)
    alike = np.einsum("wd,wd->w", totals, totals)
    alike -= _by_window(squared_lengths(weighted), stride, n_windows)
    mass = _by_window(weights, stride, n_windows) ** 2
    mass -= _by_window(weights * weights, stride, n_windows)
    means: FloatArray = alike / np.maximum(mass, LEAST_MASS)
    return means[:, None]


def _by_window(values: FloatArray, stride: int, n_windows: int) -> FloatArray:
    """Sums of one number per unit over each window."""
    running = np.append(0.0, np.cumsum(values))
    starts = stride * np.arange(n_windows)
    sums: FloatArray = running[starts + 4 * stride] - running[starts]
    return sums


def _stripe_totals(rows: Rows, stride: int, n_stripes: int) -> FloatArray:
    """The sum of the rows of each stripe; one row each."""
    totals = np.empty((n_stripes, rows.shape[1]))
    for first in range(0, n_stripes, STRIPES_AT_ONCE):
        last = min(first + STRIPES_AT_ONCE, n_stripes)
        held = rows[first * stride : last * stride]
        totals[first:last] = held.reshape(last - first, stride, -1).sum(axis=1)
    return totals


def _stripe_products(rows: Rows, stride: int, first: int, last: int) -> FloatArray:
    """Entry [s, i, l - 1]: row i of stripe first + s times the row l after it.

    Rows past the end count as zero; the masks never let them into a window.
    """
    n, dim = rows.shape
    start, end = first * stride, (last + 2) * stride
    padded = np.zeros((end - start + 1, dim))
    held = rows[start : min(end + 1, n)]
    padded[: len(held)] = held
    n_stripes = last - first
    left = padded[: n_stripes * stride].reshape(n_stripes, stride, dim)
    reached = np.lib.stride_tricks.sliding_window_view(padded[1:], 3 * stride - 1, axis=0)
    right = reached[: n_stripes * stride : stride]
    products = np.matmul(left, right)
    step = products.strides
    # Row i of a stripe pairs with columns i to i + 2 strides - 1: a sheared view of the band.
    return np.lib.stride_tricks.as_strided(
        products,
        shape=(n_stripes, stride, 2 * stride),
        strides=(step[0], step[1] + step[2], step[2]),
        writeable=False,
    )
