"""The exact search in C, where the extension was built.

In:  rows, weights, ridge, prices, windows.
Out: for each end the best start of its last segment, for one price list or for many.
"""

import numpy as np

from embed_kcpd.arrays import FloatArray, Int32Array, IntArray
from embed_kcpd.native import checked_vector, extension, wanted_engine
from embed_kcpd.problem.rows import Rows
from embed_kcpd.solvers.windows import Windows

LISTED_PRICES = 2**21
"""Prices that one walk over the rows takes at most (16 MB), and two times as much for values."""

Solution = tuple[tuple[int, ...], float, tuple[float, ...], tuple[float, ...]]
"""Boundaries, objective, the cost of each segment and the gain of each boundary."""

FEWEST_LISTS, MOST_LISTS = 8, 64
"""Price lists of one walk, however long or short the text is."""


def lists_at_once(n_units: int) -> int:
    """How many price lists one walk serves.

    >>> lists_at_once(1000), lists_at_once(100_000), lists_at_once(10**6)
    (64, 20, 8)
    """
    return min(max(LISTED_PRICES // max(n_units, 1), FEWEST_LISTS), MOST_LISTS)


def search_lists(
    rows: Rows,
    weights: FloatArray,
    ridge: float,
    prices: FloatArray,
    windows: Windows,
    *,
    block_size: int = 0,
) -> Int32Array:
    """``search`` for each row of ``prices``, in one walk: costs are computed once for all."""
    n, lists = len(rows), len(prices)
    previous = np.zeros((lists, n + 1), dtype=np.int32)
    paid = np.ascontiguousarray(prices, dtype=np.float64)
    if paid.shape != (lists, n):
        raise ValueError(f"prices must have {n} entries in each list, got shape {paid.shape}")
    extension().search_lists(
        wanted_engine(),
        rows.arguments,
        checked_vector(weights, np.float64, n, "weights"),
        float(ridge),
        rows.longest,
        block_size,
        lists,
        paid,
        *windows.arrays(),
        previous,
    )
    return previous


def search(
    rows: Rows,
    weights: FloatArray,
    ridge: float,
    prices: FloatArray,
    windows: Windows,
    *,
    block_size: int = 0,
    values: FloatArray | None = None,
) -> IntArray:
    """For each end 0..n the best start of its last segment; -1 where limits leave none.

    Every limit runs in C.  ``values`` is filled with the least total up to each end, the price of
    a boundary there included.  ``block_size`` is for tests and measurements: zero chooses, and
    every other value gives the same optimum.
    """
    n = len(rows)
    previous = np.zeros(n + 1, dtype=np.int64)
    extension().search(
        wanted_engine(),
        rows.arguments,
        checked_vector(weights, np.float64, n, "weights"),
        float(ridge),
        rows.longest,
        block_size,
        checked_vector(prices, np.float64, n, "prices"),
        *windows.arrays(),
        previous,
        values,
    )
    return previous


def cut(
    rows: Rows, weights: FloatArray, ridge: float, prices: FloatArray, windows: Windows
) -> Solution | None:
    """The cheapest segmentation with its costs and gains; None where limits leave none.

    Search and costs are one call: what lies between them is not worth a trip to Python.
    """
    n = len(rows)
    found: Solution | None = extension().cut(
        wanted_engine(),
        rows.arguments,
        checked_vector(weights, np.float64, n, "weights"),
        float(ridge),
        rows.longest,
        checked_vector(prices, np.float64, n, "prices"),
        *windows.arrays(),
    )
    return found
