"""The same exact search in C, where the extension was built.

In:  rows, weights, ridge, prices, windows.
Out: for each end the best start of its last segment.

The extension is optional: without a compiler at installation, or with the environment
variable ``EMBED_KCPD_NATIVE=0``, ``native_available()`` is false and the NumPy solvers
give the same answers.  ``EMBED_KCPD_ENGINE`` asks for the code of one kind of processor
instead of the fastest.  The C code lies in ``native/``.
"""

import importlib
import os
from dataclasses import dataclass
from types import ModuleType

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.errors import OptionsError
from embed_kcpd.solvers.windows import Windows

SWITCH = "EMBED_KCPD_NATIVE"
"""Environment variable that turns the extension off when it is ``0``."""

ENGINE = "EMBED_KCPD_ENGINE"
"""Environment variable that names the engine to run, for tests and measurements."""

ENGINES = ("best", "plain", "avx2", "avx512")
"""The engines by their number in C."""


def _load() -> ModuleType | None:
    try:
        return importlib.import_module("embed_kcpd.solvers.search._native")
    except ImportError:
        return None


_EXTENSION = _load()


def native_available() -> bool:
    """Whether the C search was built and is not switched off."""
    return _EXTENSION is not None and os.environ.get(SWITCH, "1") != "0"


def extension() -> ModuleType:
    """The extension module; only where ``native_available()``."""
    if _EXTENSION is None:
        raise RuntimeError("the C search was not built; ask native_available() first")
    return _EXTENSION


def available_engines() -> tuple[str, ...]:
    """The engines that this processor can run, the slowest first."""
    return ENGINES[1 : 1 + extension().best_engine()]


def wanted_engine() -> int:
    """The number of the engine that the environment asks for, or of the best."""
    name = os.environ.get(ENGINE, "best")
    if name not in ENGINES:
        raise OptionsError(f"{ENGINE} must be one of {', '.join(ENGINES)}, got {name!r}")
    number = ENGINES.index(name)
    if number > extension().best_engine():
        raise OptionsError(f"{ENGINE}={name}, but this processor has no {name}")
    return number


@dataclass(frozen=True, slots=True)
class NativeRows:
    """Rows as C reads them: ``scales[i] * values[i] - shifts[i] * centre``.

    ``values`` of float32 or float64 in C order are read in place, anything else is copied
    once.  ``longest`` is a bound on every squared length, where one is known.
    """

    values: Vectors
    scales: FloatArray | None = None
    shifts: FloatArray | None = None
    centre: FloatArray | None = None
    longest: float = -1.0

    def __post_init__(self) -> None:
        if self.values.ndim != 2:
            raise ValueError(f"rows must have shape (n, dim), got {self.values.shape}")
        n, dim = self.values.shape
        kind = np.float32 if self.values.dtype == np.float32 else np.float64
        self._hold("values", np.ascontiguousarray(self.values, dtype=kind))
        for name, length in (("scales", n), ("shifts", n), ("centre", dim)):
            given = getattr(self, name)
            if given is not None:
                self._hold(name, vector(given, np.float64, length, name))

    def _hold(self, name: str, array: npt.NDArray[np.generic]) -> None:
        object.__setattr__(self, name, array)

    @property
    def arguments(self) -> tuple[int, bool, int, int, int, int, int]:
        """What the functions in C take for rows; this object must outlive the call."""
        n, dim = self.values.shape
        return (
            self.values.ctypes.data,
            self.values.dtype == np.float64,
            n,
            dim,
            address(self.scales),
            address(self.shifts),
            address(self.centre),
        )


def search(
    rows: NativeRows,
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
    n = len(rows.values)
    previous = np.zeros(n + 1, dtype=np.int64)
    held = (
        vector(weights, np.float64, n, "weights"),
        vector(prices, np.float64, n, "prices"),
        vector(windows.first, np.int64, n + 1, "first"),
        vector(windows.last, np.int64, n + 1, "last"),
        vector(windows.allowed, np.bool_, n + 1, "allowed"),
    )
    extension().search(
        rows.arguments,
        address(held[0]),
        float(ridge),
        rows.longest,
        block_size,
        *(address(array) for array in held[1:]),
        address(previous),
        wanted_engine(),
    )
    return previous


def address(array: npt.NDArray[np.generic] | None) -> int:
    """Where an array lies in memory; 0 for none."""
    return 0 if array is None else array.ctypes.data


def vector(
    values: npt.NDArray[np.generic], kind: npt.DTypeLike, length: int, name: str
) -> npt.NDArray[np.generic]:
    """``values`` as C reads them, if there are as many as C will read."""
    array = np.ascontiguousarray(values, dtype=kind)
    if array.shape != (length,):
        raise ValueError(f"{name} must have {length} entries, got shape {array.shape}")
    return array
