"""Matrix products whose rows do not depend on the rows beside them.

In:  rows of any number, a matrix.
Out: their product.

A library chooses its routine by the shape of a product and may then add up in another order.
Here every product has the same shape: rows are taken by a fixed number, the last of them filled
up with zeros.
"""

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float32]


def steady_product(rows: Rows, matrix: Rows, n_rows: int) -> Rows:
    """``rows @ matrix``, always ``n_rows`` rows at a time.

    >>> steady_product(np.ones((3, 2), np.float32), np.eye(2, dtype=np.float32), n_rows=2).shape
    (3, 2)
    """
    product: Rows = np.empty((len(rows), matrix.shape[1]), dtype=np.float32)
    whole = len(rows) - len(rows) % n_rows
    for start in range(0, whole, n_rows):
        np.matmul(rows[start : start + n_rows], matrix, out=product[start : start + n_rows])
    if whole < len(rows):
        last: Rows = np.zeros((n_rows, matrix.shape[0]), dtype=np.float32)
        last[: len(rows) - whole] = rows[whole:]
        product[whole:] = (last @ matrix)[: len(rows) - whole]
    return product
