"""The array types of the road, and the one check every vector passes.

In:  whatever the caller calls vectors.
Out: a finite float64 or float32 array of shape (n, dim), or an error naming the unit at fault.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from embed_kcpd.errors import VectorsError

Vectors = npt.NDArray[np.floating[Any]]
"""What encoders give: float32 or float64 rows."""

FloatArray = npt.NDArray[np.float64]
"""What the mathematics computes with."""

IntArray = npt.NDArray[np.int64]

Int32Array = npt.NDArray[np.int32]

BoolArray = npt.NDArray[np.bool_]


def checked_vectors(vectors: npt.ArrayLike) -> Vectors:
    """``vectors`` as a finite two-dimensional float array; float32 stays float32.

    >>> checked_vectors([[1, 0], [0, 1]]).dtype
    dtype('float64')
    """
    rows = np.asarray(vectors)
    if rows.dtype.kind not in "fiu":
        raise VectorsError(f"vectors must be numbers, got dtype {rows.dtype}")
    if rows.dtype != np.float32:
        rows = rows.astype(np.float64, copy=False)
    if rows.ndim != 2:
        raise VectorsError(f"vectors must have shape (n, dim), got {rows.shape}")
    finite = np.isfinite(rows).all(axis=1)
    if not finite.all():
        unit = int(np.argmin(finite))
        raise VectorsError(f"the vector of unit {unit} is not finite; check the encoder's output")
    return rows


def unit_rows(vectors: Vectors) -> FloatArray:
    """Rows of norm one in float64; a zero row is an error, since it has no direction.

    >>> unit_rows(np.array([[3.0, 4.0]]))
    array([[0.6, 0.8]])
    """
    rows = np.asarray(vectors, dtype=np.float64)
    norms: FloatArray = np.sqrt(np.einsum("td,td->t", rows, rows))
    if not norms.all():
        unit = int(np.argmin(norms))
        raise VectorsError(
            f"the vector of unit {unit} is zero and has no direction; "
            "drop the unit or use an encoder that gives every text a vector"
        )
    return rows / norms[:, None]
