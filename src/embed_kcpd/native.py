"""The C extension: whether it is there, and how arrays are handed to it.

In:  NumPy arrays.
Out: arrays as C reads them; the extension module itself.

The extension is optional: without a compiler at installation, or with the environment
variable ``EMBED_KCPD_NATIVE=0``, ``native_available()`` is false and everything that C does is
done in NumPy, with the same answers.  ``EMBED_KCPD_ENGINE`` asks for the code of one kind of
processor instead of the fastest.  The C code lies in ``native/``.
"""

import importlib
import os
from functools import lru_cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from embed_kcpd.errors import OptionsError

SWITCH = "EMBED_KCPD_NATIVE"
"""Environment variable that turns the extension off when it is ``0``."""

ENGINE = "EMBED_KCPD_ENGINE"
"""Environment variable that names the engine to run, for tests and measurements."""

ENGINES = ("best", "plain", "avx2", "avx512")
"""The engines by their number in C."""


@lru_cache(maxsize=1)
def loaded() -> ModuleType | None:
    """The extension module, or None where it was not built; loaded when it is first asked for."""
    try:
        return importlib.import_module("embed_kcpd._native")
    except ImportError:
        return None


def native_available() -> bool:
    """Whether the extension was built and is not switched off."""
    return os.environ.get(SWITCH, "1") != "0" and loaded() is not None


def extension() -> ModuleType:
    """The extension module; only where ``native_available()``."""
    module = loaded()
    if module is None:
        raise RuntimeError("the C extension was not built; ask native_available() first")
    return module


def available_engines() -> tuple[str, ...]:
    """The engines that this processor can run, the slowest first."""
    return ENGINES[1 : 1 + extension().best_engine()]


def wanted_engine() -> int:
    """The number of the engine that the environment asks for; 0 for the best."""
    name = os.environ.get(ENGINE, "best")
    if name == "best":
        return 0
    if name not in ENGINES:
        raise OptionsError(f"{ENGINE} must be one of {', '.join(ENGINES)}, got {name!r}")
    if name not in available_engines():
        raise OptionsError(f"{ENGINE}={name}, but this processor has no {name}")
    return ENGINES.index(name)


def checked_vector(
    values: npt.NDArray[np.generic], kind: npt.DTypeLike, length: int, name: str
) -> npt.NDArray[np.generic]:
    """``values`` as C reads them, if there are as many as C will read."""
    array = np.ascontiguousarray(values, dtype=kind)
    if array.shape != (length,):
        raise ValueError(f"{name} must have {length} entries, got shape {array.shape}")
    return array
