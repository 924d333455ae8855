"""The same exact search in C, where the extension was built.

In:  rows, weights, ridge, prices, limits.
Out: for each end the best start of its last segment.

The extension is optional: without a compiler at installation, or with the environment
variable ``EMBED_KCPD_NATIVE=0``, ``native_available()`` is false and the NumPy solvers
give the same answers.  The C code lies in ``native/``.
"""

import importlib
import os
from types import ModuleType

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.problem.limits import UNLIMITED, Limits

SWITCH = "EMBED_KCPD_NATIVE"
"""Environment variable that turns the extension off when it is ``0``."""


def _load() -> ModuleType | None:
    try:
        return importlib.import_module("embed_kcpd.solvers.search._native")
    except ImportError:
        return None


_EXTENSION = _load()


def native_available() -> bool:
    """Whether the C search was built and is not switched off."""
    return _EXTENSION is not None and os.environ.get(SWITCH, "1") != "0"


def search(
    rows: Vectors,
    weights: FloatArray,
    ridge: float,
    prices: FloatArray,
    limits: Limits = UNLIMITED,
    *,
    scale_rows: bool = False,
    block_size: int = 0,
) -> IntArray:
    """For each end 0..n the best start of its last segment; -1 where limits leave none.

    Every limit runs in C.  Rows of float32 or float64 in C order are read in place,
    anything else is copied once.  With ``scale_rows`` every row is divided by its norm as
    it is read, which spares a normalised copy of long inputs.  ``block_size`` is for tests
    and measurements: zero chooses, and every other value gives the same optimum.
    """
    if _EXTENSION is None:
        raise RuntimeError("the C search was not built; ask native_available() first")
    units = _readable(rows)
    n, dim = units.shape
    first, last = limits.windows(n)
    previous = np.zeros(n + 1, dtype=np.int64)
    held = (
        _vector(weights, np.float64, n, "weights"),
        _vector(prices, np.float64, n, "prices"),
        _vector(first, np.int64, n + 1, "first"),
        _vector(last, np.int64, n + 1, "last"),
        _vector(limits.open_starts(n), np.bool_, n + 1, "allowed"),
    )
    _EXTENSION.search(
        units.ctypes.data,
        units.dtype == np.float64,
        scale_rows,
        n,
        dim,
        held[0].ctypes.data,
        float(ridge),
        block_size,
        *(array.ctypes.data for array in held[1:]),
        previous.ctypes.data,
    )
    return previous


def _readable(rows: Vectors) -> Vectors:
    """Rows as C can read them: float32 or float64, native byte order, C order."""
    if rows.ndim != 2:
        raise ValueError(f"rows must have shape (n, dim), got {rows.shape}")
    kind = np.float32 if rows.dtype == np.float32 else np.float64
    return np.ascontiguousarray(rows, dtype=kind)


def _vector(
    values: npt.NDArray[np.generic], kind: npt.DTypeLike, length: int, name: str
) -> npt.NDArray[np.generic]:
    array = np.ascontiguousarray(values, dtype=kind)
    if array.shape != (length,):
        raise ValueError(f"{name} must have {length} entries, got shape {array.shape}")
    return array
