"""What is measured on rows in one pass: lengths, sums, products of near rows, sums of segments.

In:  ``Rows``.
Out: float64 arrays of a few numbers for each row.

Each function is a pass of C over the values in place, or the same in NumPy a chunk at a time.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.native import checked_vector, extension, native_available, wanted_engine
from embed_kcpd.problem.rows import Rows

_FEW_ROWS = 512
"""Rows up to which products are summed in float64, and from which on in float32."""


def squared_lengths(rows: Rows) -> FloatArray:
    """The squared length of each row."""
    lengths = np.empty(len(rows))
    if native_available():
        extension().squares(wanted_engine(), rows.arguments, lengths)
        return lengths
    for start, chunk in rows.chunks():
        np.einsum("td,td->t", chunk, chunk, out=lengths[start : start + len(chunk)])
    return lengths


def inverse_lengths(rows: Rows, least: float, most: float) -> FloatArray | None:
    """One over the length of each row; None unless all squared lengths lie between two numbers.

    >>> inverse_lengths(Rows(np.array([[3.0, 4.0]])), 1.0, 30.0)
    array([0.2])
    """
    if native_available():
        scales = np.empty(len(rows))
        if extension().directions(wanted_engine(), rows.arguments, least, most, scales):
            return scales
        return None
    squares = squared_lengths(rows)
    if squares.min(initial=most) >= least and squares.max(initial=least) <= most:
        inverse: FloatArray = 1.0 / np.sqrt(squares)
        return inverse
    return None


def weighted_sum(rows: Rows, weights: FloatArray) -> FloatArray:
    """The sum of all rows, each times its weight."""
    total = np.zeros(rows.shape[1])
    given = checked_vector(weights, np.float64, len(rows), "weights")
    if native_available():
        extension().sum(wanted_engine(), rows.arguments, given, total)
        return total
    for start, chunk in rows.chunks():
        total += weights[start : start + len(chunk)] @ chunk
    return total


def products_with(rows: Rows, vector: FloatArray) -> FloatArray:
    """The product of each row with one vector.

    >>> products_with(Rows(np.array([[1.0, 0.0], [2.0, 3.0]])), np.array([1.0, 1.0]))
    array([1., 5.])
    """
    products = np.empty(len(rows))
    given = checked_vector(vector, np.float64, rows.shape[1], "vector")
    if native_available():
        extension().dots(wanted_engine(), rows.arguments, given, products)
        return products
    for start, chunk in rows.chunks():
        products[start : start + len(chunk)] = chunk @ vector
    return products


def mean_squared_product(rows: Rows, own: FloatArray, sample: int) -> float:
    """The mean squared product of two distinct rows, over ``sample`` evenly spaced ones at most.

    ``own`` is the squared length of each row.  The squares of all products add up to those of
    the Gram matrix of rows or of columns, whichever is smaller.  Beyond 512 rows it is made in
    float32: the result is good to six digits.

    >>> mean_squared_product(Rows(np.eye(2)[[0, 0, 1]]), np.ones(3), 9)
    0.333...
    """
    step = -(-len(rows) // sample)
    lengths = own[::step]
    n, largest = len(lengths), float(lengths.max(initial=0.0))
    if n < 2 or largest == 0.0:
        return 0.0
    shrink = 1.0 / math.sqrt(largest)
    if n <= _FEW_ROWS:
        held = rows[::step] * shrink
        gram = held @ held.T if n <= rows.shape[1] else held.T @ held
    else:
        single = _single_precision(rows, step, n, shrink)
        gram = (single.T @ single).astype(np.float64)
    squares = float(np.vdot(gram, gram)) - float(np.sum((lengths / largest) ** 2))
    return max(squares, 0.0) * largest**2 / (n * (n - 1))


def mean_squared_products(
    rows: Rows, own: FloatArray, weights: FloatArray, sample: int
) -> tuple[float, float]:
    """The mean squared product of two distinct rows, and the same of the weighted rows.

    One Gram matrix serves both where the weights are equal or the rows compared are few.

    >>> mean_squared_products(Rows(np.eye(2)[[0, 0, 1]]), np.ones(3), np.full(3, 2.0), 9)
    (0.333..., 5.333...)
    """
    if len(rows) < 2:
        return 0.0, 0.0
    step = -(-len(rows) // sample)
    sampled = weights[::step]
    if sampled.min() == sampled.max():
        plain = mean_squared_product(rows, own, sample)
        return plain, plain * float(sampled[0]) ** 4
    if len(sampled) > _FEW_ROWS:
        plain = mean_squared_product(rows, own, sample)
        return plain, mean_squared_product(rows.weighted(weights), own * weights**2, sample)
    return _mean_squares_of_few(rows[::step], own[::step], sampled)


def _mean_squares_of_few(
    rows: FloatArray, own: FloatArray, weights: FloatArray
) -> tuple[float, float]:
    """Both means from the products of all pairs of rows."""
    n, largest = len(rows), float(own.max(initial=0.0))
    if largest == 0.0:
        return 0.0, 0.0
    held = rows / math.sqrt(largest)
    products = held @ held.T
    np.fill_diagonal(products, 0.0)
    products *= products
    squares = weights**2
    totals = (float(products.sum()), float(squares @ products @ squares))
    plain, weighted = (total * largest**2 / (n * (n - 1)) for total in totals)
    return plain, weighted


def _single_precision(rows: Rows, step: int, count: int, factor: float) -> npt.NDArray[np.float32]:
    """``count`` rows, ``step`` apart, times a factor, rounded to float32."""
    if not native_available():
        return (rows[: count * step : step] * factor).astype(np.float32)
    held = np.empty((count, rows.shape[1]), dtype=np.float32)
    extension().read(wanted_engine(), rows.arguments, 0, step, count, factor, held)
    return held


@dataclass(frozen=True, slots=True)
class ChainSums:
    """The squared length of each row, its product with the next one (0 for the last), and the
    weighted sum of all."""

    own: FloatArray
    neighbours: FloatArray
    total: FloatArray


def chain_sums(rows: Rows, weights: FloatArray) -> ChainSums:
    """Lengths, products of neighbours and the weighted sum, in one pass.

    >>> chain_sums(Rows(np.array([[1.0], [2.0], [3.0]])), np.array([1.0, 1.0, 2.0]))
    ChainSums(own=array([1., 4., 9.]), neighbours=array([2., 6., 0.]), total=array([9.]))
    """
    if not native_available():
        products = near_products(rows, 1)
        return ChainSums(products[0], products[1], weighted_sum(rows, weights))
    own, neighbours, total = np.empty(len(rows)), np.empty(len(rows)), np.empty(rows.shape[1])
    given = checked_vector(weights, np.float64, len(rows), "weights")
    extension().chain(wanted_engine(), rows.arguments, given, own, neighbours, total)
    return ChainSums(own, neighbours, total)


def near_products(rows: Rows, width: int) -> FloatArray:
    """Entry [d, i]: row i times row i + d, for d up to ``width``; zero past the last row.

    >>> near_products(Rows(np.array([[1.0], [2.0], [3.0]])), 1)
    array([[1., 4., 9.],
           [2., 6., 0.]])
    """
    n = len(rows)
    products = np.zeros((width + 1, n))
    if native_available():
        extension().band(wanted_engine(), rows.arguments, width, products)
        return products
    for start, chunk in rows.chunks(overlap=width):
        for distance in range(width + 1):
            count = max(0, len(chunk) - distance)
            products[distance, start : start + count] = np.einsum(
                "td,td->t", chunk[:count], chunk[distance:]
            )
    return products


@dataclass(frozen=True, slots=True)
class SegmentSums:
    """For each segment its weighted squares and the squared length of its weighted sum;
    for each two neighbours the product of their sums."""

    squares: FloatArray
    energy: FloatArray
    cross: FloatArray


def segment_sums(rows: Rows, weights: FloatArray, edges: IntArray) -> SegmentSums:
    """Sums of the segments between rising ``edges``."""
    squares, energy, cross = np.zeros((3, len(edges) - 1))
    if native_available():
        held = checked_vector(weights, np.float64, len(rows), "weights")
        at = np.ascontiguousarray(edges, dtype=np.int64)
        extension().along(
            wanted_engine(),
            rows.arguments,
            held,
            at,
            len(at) - 1,
            squares,
            energy,
            cross,
        )
        return SegmentSums(squares, energy, cross[1:])
    return _segment_sums(rows, weights, edges)


def _segment_sums(rows: Rows, weights: FloatArray, edges: IntArray) -> SegmentSums:
    count = len(edges) - 1
    squares, sums = np.zeros(count), np.zeros((count, rows.shape[1]))
    for start, chunk in rows.chunks_within(int(edges[0]), int(edges[-1])):
        stop = start + len(chunk)
        first = max(0, int(np.searchsorted(edges, start, "right")) - 1)
        last = int(np.searchsorted(edges, stop))
        for k in range(first, min(last, count)):
            part = slice(max(edges[k], start) - start, min(edges[k + 1], stop) - start)
            weight = weights[start:stop][part]
            sums[k] += weight @ chunk[part]
            squares[k] += weight @ np.einsum("td,td->t", chunk[part], chunk[part])
    energy: FloatArray = np.einsum("kd,kd->k", sums, sums)
    cross: FloatArray = np.einsum("kd,kd->k", sums[1:], sums[:-1])
    return SegmentSums(squares, energy, cross)
