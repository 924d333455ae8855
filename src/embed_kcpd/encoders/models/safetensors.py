"""Reading safetensors with NumPy alone.

In:  the bytes of a file.
Out: named arrays that share these bytes.

The format is an eight-byte length, a JSON header of that length with each tensor's type,
shape and byte range, then the bytes.  It is data and nothing else: reading it runs no code.
"""

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from embed_kcpd.errors import EncoderError

Tensor = npt.NDArray[Any]

_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I8": "i1"}
_LENGTH_BYTES = 8


def tensors_in(content: bytes | bytearray) -> dict[str, Tensor]:
    """Every tensor of a file's content by name."""
    try:
        return _named(np.frombuffer(content, dtype=np.uint8))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise EncoderError(f"the content cannot be read as safetensors: {error}") from error


def _named(data: Tensor) -> dict[str, Tensor]:
    header_bytes = int.from_bytes(data[:_LENGTH_BYTES].tobytes(), "little")
    start = _LENGTH_BYTES + header_bytes
    if start > len(data):
        raise ValueError("the header is longer than the file")
    header = json.loads(data[_LENGTH_BYTES:start].tobytes())
    header.pop("__metadata__", None)
    return {name: _tensor(data[start:], entry) for name, entry in header.items()}


def _tensor(body: Tensor, entry: dict[str, Any]) -> Tensor:
    first, last = entry["data_offsets"]
    if not 0 <= first <= last <= len(body):
        raise ValueError("the file ends inside a tensor")
    tensor: Tensor = body[first:last].view(_TYPES[entry["dtype"]]).reshape(entry["shape"])
    return tensor
