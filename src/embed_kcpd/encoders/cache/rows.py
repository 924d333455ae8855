"""One stored vector and its checksum.

In:  a key and a vector, or what a file says it stored under a key.
Out: the row to store, or the vector; none if a single bit of it differs from what was stored.

A damaged file can give anything back: other types, cut blobs, the vector of another text.
The checksum covers the key, the precision and the numbers, so none of that is ever believed.
"""

import hashlib
from typing import TypeGuard

import numpy as np

from embed_kcpd.arrays import Vectors

Key = bytes
Row = tuple[Key, int, bytes, bytes]
"""Key, bytes per number, the numbers in little-endian order, checksum."""

_CHECKSUM_BYTES = 8
_PRECISIONS = (4, 8)


def packed(key: Key, vector: Vectors) -> Row:
    """The row to store for ``vector``."""
    width = vector.itemsize
    numbers = vector.astype(f"<f{width}").tobytes()
    return key, width, numbers, _checksum(key, width, numbers)


def unpacked(row: tuple[object, ...]) -> tuple[Key, Vectors] | None:
    """Key and vector of a stored row; ``None`` if it is not what ``packed`` made.

    >>> row = packed(b"key", np.array([1.0, 2.0]))
    >>> unpacked(row)
    (b'key', array([1., 2.]))
    >>> unpacked((*row[:2], bytes(16), row[3])) is None
    True
    """
    if not _is_row(row):
        return None
    key, width, numbers, checksum = row
    if checksum != _checksum(key, width, numbers):
        return None
    return key, np.frombuffer(numbers, dtype=f"<f{width}")


def _is_row(row: tuple[object, ...]) -> TypeGuard[Row]:
    types = tuple(type(value) for value in row)
    return types == (bytes, int, bytes, bytes) and row[1] in _PRECISIONS


def _checksum(key: Key, width: int, numbers: bytes) -> bytes:
    digest = hashlib.blake2b(key, digest_size=_CHECKSUM_BYTES)
    digest.update(bytes([len(key) % 256, width]))
    digest.update(numbers)
    return digest.digest()
