"""Reading a GGUF model file with NumPy alone.

In:  the path of a file.
Out: what it says about itself, and its weights as float32.

The format is a header of typed key-value pairs, a table of tensors, then their bytes.  Weights
may be stored in blocks of 32 numbers with one scale (Q8_0) or a scale and a minimum (Q4_1).
"""

import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.errors import InputError

MAGIC = b"GGUF"
_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q"}
_NUMBERS[12] = "d"
_STRING, _LIST = 8, 9
_BLOCK = 32


@dataclass(frozen=True, slots=True)
class ModelFile:
    """The key-value pairs of a file and its tensors, rows first."""

    values: Mapping[str, Any]
    tensors: Mapping[str, Vectors]


def read_gguf(path: Path) -> ModelFile:
    """The whole file; one that is no GGUF or ends too early is an error."""
    try:
        return _read(path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, KeyError, ArithmeticError, RecursionError, struct.error) as error:
        raise InputError(f"{path} cannot be read as a GGUF model: {error}") from None


def _read(content: bytes) -> ModelFile:
    if content[:4] != MAGIC:
        raise ValueError("it does not begin with the letters GGUF")
    reader = _Reader(content, 8)
    n_tensors, n_values = reader.number("Q"), reader.number("Q")
    values = {reader.text(): reader.value(reader.number("I")) for _ in range(n_values)}
    table = [reader.tensor() for _ in range(n_tensors)]
    step = int(values.get("general.alignment", _BLOCK))
    start = math.ceil(reader.place / step) * step
    return ModelFile(values, {entry.name: entry.weights(content, start) for entry in table})


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the table of tensors; ``shape`` has the rows first."""

    name: str
    shape: tuple[int, ...]
    kind: int
    offset: int

    def weights(self, content: bytes, start: int) -> Vectors:
        if self.kind not in _KINDS:
            raise ValueError(f"{self.name} is stored as type {self.kind}, which is not supported")
        stored, unpacked = _KINDS[self.kind]
        count = math.prod(self.shape) // (1 if stored.fields is None else _BLOCK)
        blocks = np.frombuffer(content, stored, count, start + self.offset)
        return unpacked(blocks).reshape(self.shape)


def _q8(blocks: Any) -> Vectors:
    return np.asarray(blocks["scale"].astype(np.float32)[:, None] * blocks["numbers"])


def _q4(blocks: Any) -> Vectors:
    """The lower halves of the bytes are the first 16 numbers of a block, the upper the rest."""
    halves = np.concatenate([blocks["numbers"] & 15, blocks["numbers"] >> 4], axis=1)
    scale, least = (blocks[name].astype(np.float32)[:, None] for name in ("scale", "least"))
    return np.asarray(halves * scale + least)


_KINDS: Mapping[int, tuple[np.dtype[Any], Callable[[Any], Vectors]]] = {
    0: (np.dtype("<f4"), np.array),
    3: (np.dtype([("scale", "<f2"), ("least", "<f2"), ("numbers", "u1", 16)]), _q4),
    8: (np.dtype([("scale", "<f2"), ("numbers", "i1", 32)]), _q8),
}
"""F32, Q4_1 and Q8_0 by their numbers in the format."""


class _Reader:
    """Walks through the header."""

    def __init__(self, content: bytes, place: int) -> None:
        self._content = content
        self.place = place

    def number(self, kind: str) -> Any:
        (value,) = struct.unpack_from("<" + kind, self._content, self.place)
        self.place += struct.calcsize("<" + kind)
        return value

    def text(self) -> str:
        length = self.number("Q")
        self.place += length
        return self._content[self.place - length : self.place].decode()

    def value(self, kind: int) -> Any:
        if kind == _STRING:
            return self.text()
        if kind == _LIST:
            inner, count = self.number("I"), self.number("Q")
            return [self.value(inner) for _ in range(count)]
        return self.number(_NUMBERS[kind])

    def tensor(self) -> _Entry:
        name = self.text()
        shape = tuple(self.number("Q") for _ in range(self.number("I")))
        return _Entry(name, shape[::-1], self.number("I"), self.number("Q"))
