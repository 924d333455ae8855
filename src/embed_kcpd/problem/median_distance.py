"""The median squared distance of all pairs of rows.

In:  rows (n, dim).
Out: the median over all pairs of distinct rows, and the longest distance of a row to their middle.

C measures all pairs in float32, which takes half the time of float64 and errs by a known amount.
Only the pairs that this leaves near the median are measured again in float64, so that the median
is that of float64 distances.
"""

import numpy as np

from embed_kcpd.arrays import (
    FloatArray,
    IntArray,
    Vectors,
    median,
    middle_values,
    near_middle,
)
from embed_kcpd.native import extension, native_available, wanted_engine

MOST_AGAIN = 4
"""Pairs that are measured again, for each row; where more are as near to the median, distances
are alike, and all pairs are measured in float64."""

PAIRS_AT_ONCE = 1024
"""Pairs that are measured again together."""

ROWS_AT_ONCE = 128
"""Rows that are compared with all after them together, where all pairs are measured in float64."""

TERMS = 64
"""NARROW_TERMS of ``native/rbf_distances.h``."""

SMALLEST = 2.0**-300
"""Largest numbers between this and its inverse have squares that float64 holds."""

UNDERFLOW = 2.0**-110
"""What products in float32 lose of numbers too small for it, in rows scaled to one, at most."""


def median_squared_distance(rows: Vectors) -> tuple[float, float]:
    """The median squared distance of two rows, and the largest squared distance of a row to the
    mean of all or of a few.

    >>> median_squared_distance(np.array([[0.0], [1.0], [3.0]]))[0]
    4.0
    """
    if native_available():
        found = _median_by_float32(rows)
        if found is not None:
            return found
    distances, lengths = _all_distances(rows)
    return median(distances), float(lengths.max())


def _all_distances(vectors: Vectors) -> tuple[FloatArray, FloatArray]:
    """Squared distances of all pairs of rows, and of each row to the mean."""
    rows = np.asarray(vectors, dtype=np.float64)
    rows = rows - rows.mean(axis=0)  # distances stay, rounding shrinks
    lengths: FloatArray = np.einsum("td,td->t", rows, rows)
    distances: list[FloatArray] = []
    for first in range(0, len(rows), ROWS_AT_ONCE):
        block = slice(first, first + ROWS_AT_ONCE)
        squares = rows[block] @ rows[first:].T
        squares *= -2.0
        squares += lengths[block, None]
        squares += lengths[first:]
        np.maximum(squares, 0.0, out=squares)
        distances.extend(row[k + 1 :] for k, row in enumerate(squares))
    return np.concatenate(distances), lengths


def _median_by_float32(vectors: Vectors) -> tuple[float, float] | None:
    """The same by way of float32; None where too many pairs are near the median."""
    kind = np.float32 if vectors.dtype == np.float32 else np.float64
    rows = np.ascontiguousarray(vectors, dtype=kind)
    n, dim = rows.shape
    if rows.size == 0:
        return None
    largest = max(float(rows.max()), -float(rows.min()))
    if not SMALLEST < largest < 1.0 / SMALLEST:
        return None
    scale = 2.0 ** -int(np.frexp(largest)[1])  # the largest number is one half to one
    distances, halves = np.empty(n * (n - 1) // 2, dtype=np.float32), np.empty(n)
    given = (rows, kind == np.float64, n, dim, 0.5 * scale * scale)
    extension().rbf_distances(wanted_engine(), given, distances, halves)
    longest = float(halves.max())
    again = _near_median(distances, 2.0 * rounding(dim, longest))
    if again is None or len(again[0]) > MOST_AGAIN * n:
        return None
    low, high = middle_values(_distances_at(rows, scale, again[0]), len(distances), again[1])
    middle = (low + high) / 2
    return middle / scale**2, 2.0 * longest / scale**2


def _near_median(distances: Vectors, margin: float) -> tuple[IntArray, int] | None:
    """Places of the distances within the margin of the two in the middle, and how many are lower;
    None if they are more than those that were looked at."""
    n = len(distances)
    places, lower = near_middle(distances)
    near = distances[places]
    low, high = middle_values(near, n, lower)
    is_below = near < low - margin
    is_near = is_below ^ (near <= high + margin)
    below, within = int(np.count_nonzero(is_below)), int(np.count_nonzero(is_near))
    is_cut_off = (below == 0 and lower > 0) or (
        below + within == len(near) and lower + len(near) < n
    )
    return None if is_cut_off else (places[is_near], lower + below)


def rounding(dim: int, longest: float) -> float:
    """How far a distance in float32 is from that in float64 at most.

    ``longest`` is half the largest squared length, so 2 longest bounds the product of two rows.
    In float32 it errs by 2^-24 of that for each rounding: those of both rows, of the additions in
    a sum of ``TERMS`` products, and of adding up such sums.  The distance errs by twice as much
    and by a few roundings of its own.
    """
    roundings = min(dim, TERMS) + dim / TERMS + 10
    return roundings * 2.0**-22 * longest + dim * UNDERFLOW


def _distances_at(rows: Vectors, scale: float, places: IntArray) -> FloatArray:
    """Squared distances of scaled rows, of the pairs at these places of the list of all pairs."""
    n = len(rows)
    row = np.arange(n)
    begins = row * (n - 1) - row * (row - 1) // 2
    left = np.searchsorted(begins, places, side="right") - 1
    right = places - begins[left] + left + 1
    distances = np.empty(len(places))
    for at in range(0, len(places), PAIRS_AT_ONCE):
        some = slice(at, at + PAIRS_AT_ONCE)
        apart = np.subtract(rows[left[some]], rows[right[some]], dtype=np.float64)
        apart *= scale
        np.einsum("td,td->t", apart, apart, out=distances[some])
    return distances
