"""Matrix products whose rows do not depend on the rows beside them.

In:  rows of any number, a matrix.
Out: their product.

A library chooses its routine by the shape of a product and may then add up in another order.
Here every product has the same shape: rows are taken by a fixed number, the last of them filled
up with zeros.  Some routines also treat the rows of one product differently: that of OpenBLAS for
processors with AVX2 takes six at a time, then two, and adds up differently.  So the number of
rows is one with which a row has the same product in every place, and they are multiplied as
columns, with which more of them are treated alike.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float32]

_NUMBERS_OF_ROWS = (64, 16, 8, 4)
"""Rows of one product, the fastest number first: 16 hold for every routine of OpenBLAS tried."""

_DEPTH, _WIDTH = 1280, 320
"""The deepest product of the network, and a width of it that is no power of two."""


def steady_product(rows: Rows, matrix: Rows, most_rows: int) -> Rows:
    """``rows @ matrix``, always as many rows at a time, ``most_rows`` at most.

    >>> steady_product(np.ones((3, 2), np.float32), np.eye(2, dtype=np.float32), 2).shape
    (3, 2)
    """
    n_rows, turned = min(most_rows, _steady_rows()), matrix.T
    product: Rows = np.empty((len(rows), matrix.shape[1]), dtype=np.float32)
    whole = len(rows) - len(rows) % n_rows
    for start in range(0, whole, n_rows):
        product[start : start + n_rows] = (turned @ rows[start : start + n_rows].T).T
    if whole < len(rows):
        last: Rows = np.zeros((n_rows, matrix.shape[0]), dtype=np.float32)
        last[: len(rows) - whole] = rows[whole:]
        product[whole:] = (turned @ last.T).T[: len(rows) - whole]
    return product


@cache
def _steady_rows() -> int:
    """How many rows of one product this machine's library treats alike."""
    row = np.sin(np.arange(_DEPTH, dtype=np.float32))
    matrix = np.cos(np.arange(_DEPTH * _WIDTH, dtype=np.float32)).reshape(_WIDTH, _DEPTH).T
    for n_rows in _NUMBERS_OF_ROWS:
        columns = matrix.T @ np.tile(row, (n_rows, 1)).T
        if (columns == columns[:, :1]).all():
            return n_rows
    return 1
