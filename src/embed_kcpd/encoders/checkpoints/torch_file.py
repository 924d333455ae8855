"""Reading a ``pytorch_model.bin`` without torch and without running what is in it.

In:  the path of a file that ``torch.save`` wrote.
Out: named arrays.

The file is a zip: a pickle that names the tensors, and the bytes of each.  A pickle may call
whatever it names, so here it may name nothing but an ordered dictionary, the kinds of
storage, and the function that puts a tensor together, which is ours.
"""

import pickle
import zipfile
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from embed_kcpd.encoders.models.safetensors import Tensor, widened
from embed_kcpd.errors import EncoderError

_KINDS = {
    "FloatStorage": "F32",
    "HalfStorage": "F16",
    "BFloat16Storage": "BF16",
    "DoubleStorage": "F64",
    "LongStorage": "I64",
    "IntStorage": "I32",
    "CharStorage": "I8",
    "ByteStorage": "U8",
    "BoolStorage": "BOOL",
}
_BROKEN = (
    *(pickle.UnpicklingError, zipfile.BadZipFile, OSError, EOFError, ValueError, TypeError),
    *(KeyError, IndexError, AttributeError, RecursionError, MemoryError, NotImplementedError),
)
"""What the bytes of a damaged or hostile file can raise."""


def read_torch_file(path: Path) -> dict[str, Tensor]:
    """Every tensor of the file by name."""
    try:
        with zipfile.ZipFile(path) as archive:
            (index,) = (n for n in archive.namelist() if PurePosixPath(n).name == "data.pkl")
            folder = PurePosixPath(index).parent
            with archive.open(index) as stream:
                state = _Reader(stream, lambda key: archive.read(f"{folder}/data/{key}")).load()
        return {str(name): value for name, value in state.items() if isinstance(value, np.ndarray)}
    except _BROKEN as error:
        raise EncoderError(
            f"{path} cannot be read as a file of torch ({error}); ask for a model.safetensors"
        ) from error


class _Reader(pickle.Unpickler):
    """Puts tensors together, and refuses every other name."""

    def __init__(self, stream: Any, read: Callable[[str], bytes]) -> None:
        super().__init__(stream)
        self._read = read

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if module == "torch" and name in _KINDS:
            return _KINDS[name]
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _tensor
        if (module, name) == ("torch._utils", "_rebuild_parameter"):
            return _parameter
        raise pickle.UnpicklingError(f"it names {module}.{name}, which no weights need")

    def persistent_load(self, key: Any) -> Tensor:
        _, kind, place, _, size = key
        values = widened(self._read(str(place)), kind)
        if len(values) != size:
            raise ValueError(f"storage {place} has {len(values)} numbers instead of {size}")
        return values


def _tensor(
    storage: Tensor, start: int, shape: tuple[int, ...], strides: tuple[int, ...], *_: object
) -> Tensor:
    """The part of a storage that a tensor shows."""
    last = start + sum((n - 1) * step for n, step in zip(shape, strides, strict=True))
    if min((*shape, *strides, start, 1), default=0) < 0 or last >= max(len(storage), 1):
        raise ValueError("a tensor reaches beyond its storage")
    part = storage[start:]
    steps = [step * storage.itemsize for step in strides]
    view: Tensor = np.lib.stride_tricks.as_strided(part, shape, steps, writeable=False)
    tensor: Tensor = view.copy()
    return tensor


def _parameter(tensor: Tensor, *_: object) -> Tensor:
    return tensor
