"""The similarity of every pair of units as a picture.

In:  vectors.
Out: a PNG, at most ``LARGEST`` pixels wide and high, whatever the number of units.

Similarity is the cosine around the plain mean of the text (``contrast.py`` weights that mean by
the words of a unit): what all units have in common would only make the picture grey.
The mean similarity of two
blocks of units is the product of their mean rows, so a long text is averaged before the
matrix is made and never needs all of its pairs.
"""

import struct
import zlib

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, Vectors

LARGEST = 360
"""Pixels; more would not be seen on a page and would only make it heavy."""

INK = (33, 59, 104)
"""Red, green and blue of full similarity; the paper shows through where there is none."""

_FAINT, _FULL = 50.0, 99.0
"""Percentiles of similarity drawn as nothing and as full ink."""

Bytes = npt.NDArray[np.uint8]


def similarity_picture(vectors: Vectors) -> bytes:
    """PNG of how alike units are, one pixel for each pair or for each pair of blocks."""
    return png_of(ink_of(block_similarity(vectors)))


def block_similarity(vectors: Vectors, largest: int = LARGEST) -> FloatArray:
    """Mean similarity of each pair of blocks; a block is one unit in texts of up to ``largest``.

    >>> block_similarity(np.array([[1.0, 0.0], [0.0, 2.0]])).round(3).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    rows, n = _directions(np.asarray(vectors, dtype=np.float64)), len(vectors)
    rows = _directions(rows - rows.mean(axis=0))
    if n > largest:
        starts = np.linspace(0, n, largest, endpoint=False).astype(np.int64)
        sizes = np.diff(np.append(starts, n))
        rows = np.add.reduceat(rows, starts, axis=0) / sizes[:, None]
    similarity: FloatArray = rows @ rows.T
    return similarity


def _directions(rows: FloatArray) -> FloatArray:
    """Rows of norm one; a zero row, which some kernels allow, stays zero."""
    norms: FloatArray = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.maximum(norms, 1e-12)


def ink_of(similarity: FloatArray) -> Bytes:
    """How much ink each pair gets, 0 to 255: the stronger half of all pairs is drawn."""
    n = len(similarity)
    pairs = similarity[~np.eye(n, dtype=bool)]
    faint, full = np.percentile(pairs, [_FAINT, _FULL]) if len(pairs) else (0.0, 1.0)
    strength = (similarity - faint) / max(float(full - faint), 1e-9)
    ink: Bytes = np.rint(255 * np.clip(strength, 0.0, 1.0)).astype(np.uint8)
    return ink


def png_of(ink: Bytes) -> bytes:
    """A PNG with a palette of one colour, whose 256 entries differ in how much they cover."""
    height, width = ink.shape
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    rows = np.hstack([np.zeros((height, 1), dtype=np.uint8), ink])
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [
            _chunk(b"IHDR", head),
            _chunk(b"PLTE", bytes(INK) * 256),
            _chunk(b"tRNS", bytes(range(256))),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)
