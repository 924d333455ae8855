"""The exact search in C, where the extension was built.

In:  rows, weights, ridge, prices, windows.
Out: for each end the best start of its last segment.
"""

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.native import address, checked_vector, extension, wanted_engine
from embed_kcpd.problem.rows import Rows
from embed_kcpd.solvers.windows import Windows


def search(
    rows: Rows,
    weights: FloatArray,
    ridge: float,
    prices: FloatArray,
    windows: Windows,
    *,
    block_size: int = 0,
) -> IntArray:
    """For each end 0..n the best start of its last segment; -1 where limits leave none.

    Every limit runs in C.  ``block_size`` is for tests and measurements: zero chooses, and
    every other value gives the same optimum.
    """
    n = len(rows)
    previous = np.zeros(n + 1, dtype=np.int64)
    held = (
        checked_vector(weights, np.float64, n, "weights"),
        checked_vector(prices, np.float64, n, "prices"),
        checked_vector(windows.first, np.int64, n + 1, "first"),
        checked_vector(windows.last, np.int64, n + 1, "last"),
        checked_vector(windows.allowed, np.bool_, n + 1, "allowed"),
    )
    extension().search(
        wanted_engine(),
        rows.arguments,
        address(held[0]),
        float(ridge),
        rows.longest,
        block_size,
        *(address(array) for array in held[1:]),
        address(previous),
    )
    return previous
