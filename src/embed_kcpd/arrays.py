"""The array types of the road, and the one check every vector passes.

In:  whatever the caller calls vectors.
Out: a finite float64 or float32 array of shape (n, dim), or an error naming the unit at fault.

A row whose squared length is finite is finite: who measures lengths anyway needs no second pass
and calls ``check_finite`` only to name the unit at fault.
"""

import math
from numbers import Real
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

_CHUNK = 4096
"""Rows looked at together: no second array of the size of the input is made."""


def checked_vectors(vectors: npt.ArrayLike) -> Vectors:
    """``vectors`` as a finite two-dimensional float array; float32 stays float32.

    >>> checked_vectors([[1, 0], [0, 1]]).dtype
    dtype('float64')
    """
    rows = shaped_vectors(vectors)
    check_finite(rows)
    return rows


def shaped_vectors(vectors: npt.ArrayLike, for_a_series: str = "") -> Vectors:
    """The same without a look at the numbers, for those who measure every row anyway.

    ``for_a_series`` is what to do with numbers that are no rows.
    """
    rows = _as_array(vectors)
    if rows.dtype == object:
        rows = _from_data_frame(rows)
    if rows.dtype.kind not in "fiu":
        raise VectorsError(f"vectors must be numbers, got {_kind(vectors, rows)}")
    if rows.dtype != np.float32:
        rows = rows.astype(np.float64, copy=False)
    if rows.ndim != 2:
        remedy = f"; {for_a_series}" if for_a_series and rows.ndim == 1 and len(rows) else ""
        raise VectorsError(f"vectors must have shape (n, dim), got {rows.shape}{remedy}")
    return rows


def check_finite(rows: Vectors) -> None:
    """Raise if a row holds a number that is not finite."""
    for start in range(0, len(rows), _CHUNK):
        are_finite = np.isfinite(rows[start : start + _CHUNK])
        if not are_finite.all():
            unit = start + int(np.argmin(are_finite.all(axis=1)))
            raise VectorsError(
                f"the vector of unit {unit} is not finite; check the encoder's output"
            )


def _from_data_frame(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A column of lists as rows, and numbers that could be missing as numbers, if these they are.

    >>> _from_data_frame(np.array([[1, 2.5]], dtype=object))
    array([[1. , 2.5]])
    """
    column = values.reshape(-1) if values.shape[1:] in ((), (1,)) else values[:0, 0]
    if len(column) and all(map(_is_row, column)):
        return _as_array(list(column))
    return values.astype(np.float64) if all(map(_is_real, values.flat)) else values


def _is_row(value: object) -> bool:
    """A list or an array of whatever library; a single number of NumPy is none."""
    return isinstance(value, list | tuple) or getattr(value, "ndim", 0) == 1


def _is_real(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _kind(vectors: object, values: npt.NDArray[Any]) -> str:
    """What was given where numbers should be; NumPy makes one object of what it cannot read."""
    if values.ndim == 0:
        return f"{type(vectors).__name__}; give an array or a list of rows"
    strange = next((value for value in values.flat if not _is_real(value)), None)
    within = f", with {strange!r:.40} in it" if values.dtype == object else ""
    return f"dtype {values.dtype}{within}"


def _as_array(vectors: npt.ArrayLike) -> npt.NDArray[Any]:
    _check_unmasked(vectors)
    try:
        return np.asarray(vectors)
    except ValueError:
        unit, sizes = _first_odd(vectors)
        raise VectorsError(
            "vectors must all have as many numbers as the first: "
            f"that of unit {unit} has {sizes[1]}, the first {sizes[0]}"
        ) from None
    except (TypeError, RuntimeError) as error:  # a tensor that NumPy cannot read says what to do
        raise VectorsError(f"vectors must be an array or a list of rows: {error}") from None


def _check_unmasked(vectors: object) -> None:
    """Raise if a number is masked: what stands below the mask would be taken for a number.

    ``numpy.ma`` is not loaded for it: without it there is no masked array.
    """
    mask = getattr(vectors, "mask", None)
    if isinstance(vectors, np.ndarray) and mask is not None and np.any(mask):
        unit = int(np.argmax(np.any(np.atleast_2d(mask), axis=1)))
        raise VectorsError(
            f"the vector of unit {unit} has masked numbers; "
            "give them values (vectors.filled) or drop the unit"
        )


def _first_odd(vectors: Any) -> tuple[int, tuple[str, str]]:
    """The first vector whose size differs from that of the first one, and both sizes."""
    sizes = [str(len(row)) if hasattr(row, "__len__") else "none" for row in vectors]
    unit = next((unit for unit, size in enumerate(sizes) if size != sizes[0]), 0)
    return unit, (sizes[0], sizes[unit])


def unit_rows(vectors: Vectors) -> FloatArray:
    """Rows of norm one in float64; a zero row is an error, since it has no direction.

    >>> unit_rows(np.array([[3.0, 4.0]]))
    array([[0.6, 0.8]])
    """
    rows = ordinary_rows(np.asarray(vectors)).astype(np.float64)
    norms: FloatArray = np.sqrt(np.einsum("td,td->t", rows, rows))
    check_directions(norms)
    return rows / norms[:, None]


def check_directions(lengths: FloatArray) -> None:
    """Raise if a row has no length, and so no direction."""
    if not lengths.all():
        unit = int(np.argmin(lengths))
        raise VectorsError(
            f"the vector of unit {unit} is zero and has no direction; "
            "drop the unit or use an encoder that gives every text a vector"
        )


MEDIAN_SAMPLE = 16_384
"""Numbers from which on a sample tells where their median lies: one of sixteen, and no more than
so many; then one in twenty of all is near it."""


def median(values: FloatArray) -> float:
    """The median of a list of numbers, without ``numpy.ma``, which ``np.median`` loads first.

    >>> median(np.array([3.0, 1.0, 2.0, 5.0]))
    2.5
    """
    places, below = near_middle(values)
    low, high = middle_values(values[places], len(values), below)
    return low if low == high else (low + high) / 2


def near_middle(values: Vectors) -> tuple[IntArray, int]:
    """Places of the numbers near the middle of a list, and how many numbers are below all of them.

    Of many numbers these are the ones near the median of a sample, of few all of them.

    >>> near_middle(np.array([3.0, 1.0, 2.0, 5.0]))
    (array([0, 1, 2, 3]), 0)
    """
    n = len(values)
    if n >= MEDIAN_SAMPLE:
        sample = np.sort(values[:: max(16, n // MEDIAN_SAMPLE)])
        reach = 3 * math.isqrt(len(sample))
        is_below = values < sample[len(sample) // 2 - reach]
        places = np.flatnonzero(is_below ^ (values <= sample[len(sample) // 2 + reach]))
        below = int(np.count_nonzero(is_below))
        if below <= (n - 1) // 2 and n // 2 < below + len(places):
            return places, below
    return np.arange(n), 0


def middle_values(near: Vectors, n: int, below: int) -> tuple[float, float]:
    """The two numbers in the middle of ``n``, the same one twice if that is odd, out of the numbers
    ``near`` the middle; ``below`` of the others are lower, the rest is higher.

    >>> middle_values(np.array([3.0, 2.0]), n=4, below=1)
    (2.0, 3.0)
    """
    middle = np.array([(n - 1) // 2, n // 2]) - below
    low, high = map(float, np.partition(near, middle)[middle])
    return low, high


_LEAST, _MOST = 2.0**-300, 2.0**300
"""Largest numbers of a row between which its squares keep all their digits."""


def ordinary_squares(dim: int) -> tuple[float, float]:
    """Squared lengths between which ``ordinary_rows`` would change no row of ``dim`` numbers.

    None of them is zero: every such row has a direction.
    """
    return max(dim, 1) * _LEAST**2, _MOST**2


def ordinary_rows(vectors: Vectors) -> Vectors:
    """The same directions, each row with numbers that can be squared.

    Rows whose largest number is extreme are multiplied by a power of two, which is exact;
    all others stay as they are, and without any the array itself is returned.

    >>> bool(ordinary_rows(np.array([[3e200, 4e200], [3.0, 4.0]])).max() < 10)
    True
    """
    if vectors.dtype == np.float32 or vectors.size == 0:
        return vectors  # squares of float32 fit into float64
    largest = np.maximum(vectors.max(axis=1), -vectors.min(axis=1))
    odd = (largest > 0.0) & ((largest < _LEAST) | (largest > _MOST))
    if not odd.any():
        return vectors
    powers = np.frexp(largest[odd])[1]
    rows: Vectors = vectors.copy()
    rows[odd] = np.ldexp(rows[odd], -powers[:, None])
    return rows
