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

_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4"}
_TYPES |= {"I16": "<i2", "I8": "i1", "U8": "u1", "BOOL": "?"}
_LENGTH_BYTES = 8


def tensors_in(content: bytes | bytearray | Tensor) -> dict[str, Tensor]:
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
    tensor: Tensor = widened(body[first:last], entry["dtype"]).reshape(entry["shape"])
    return tensor


def widened(data: bytes | Tensor, kind: str) -> Tensor:
    """Bytes as numbers of the named kind; bfloat16, which NumPy lacks, becomes float32.

    >>> widened(bytes([0x80, 0x3F]), "BF16").tolist()
    [1.0]
    """
    numbers: Tensor = np.frombuffer(data, dtype=_TYPES[kind])
    if kind == "BF16":
        # A bfloat16 is the upper half of a float32.
        return (numbers.astype(np.uint32) << 16).view(np.float32)
    return numbers
