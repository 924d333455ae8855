"""The vector of a chunk, from the vectors of its units and its neighbours.

In:  unit vectors, their tokens, the spans of the chunks, their texts.
Out: one row of length one for each chunk.

An encoder reads only so many tokens of a long text.  The mean of the unit vectors, each counted
by its tokens, leaves nothing out and costs nothing.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors, ordinary_rows
from embed_kcpd.chunks.settings import Embedding
from embed_kcpd.encoders import Encoder
from embed_kcpd.encoders.protocol import checked_rows, encoder_identity
from embed_kcpd.errors import EncoderError

_TINY = 1e-12


def pooled(vectors: Vectors, tokens: FloatArray, edges: Sequence[int]) -> FloatArray:
    """The mean direction of the units between each two edges, weighted by tokens.

    >>> pooled(np.eye(2), np.array([3.0, 4.0]), [0, 2]).round(2)
    array([[0.6, 0.8]])
    """
    if len(edges) < 2:
        return np.zeros((0, vectors.shape[1]))
    weighted = _directions(vectors) * np.maximum(tokens, 1.0)[:, None]
    return _unit(np.add.reduceat(weighted, list(edges[:-1]), axis=0))


def with_neighbours(rows: FloatArray, weight: float) -> FloatArray:
    """Each row plus a share of the rows before and after it, of length one."""
    mixed = rows.copy()
    mixed[1:] += weight * rows[:-1]
    mixed[:-1] += weight * rows[1:]
    return _unit(mixed)


def chunk_vectors(
    pooled_rows: FloatArray,
    texts: Sequence[str],
    encoder: Encoder | None,
    kind: Embedding,
    context: float,
) -> FloatArray:
    """The vectors of chunks as asked for; ``encoder`` reads their texts."""
    rows = pooled_rows
    if kind is not Embedding.pooled and encoder is not None and texts:
        read = checked_rows(encoder.encode(texts), len(texts), encoder_identity(encoder))
        if not np.isfinite(read).all():
            place = int(np.argmin(np.isfinite(read).all(axis=1)))
            raise EncoderError(
                f"{encoder_identity(encoder)} gave the text of chunk {place} a vector that is not "
                "finite; lower max_tokens, or use Embedding.pooled"
            )
        whole = _directions(read)
        rows = whole if kind is Embedding.text else _unit(whole + pooled_rows)
    return with_neighbours(rows, context)


def _directions(vectors: Vectors) -> FloatArray:
    """Rows of length one, however long they were; a row of zeros stays one."""
    rows = ordinary_rows(np.asarray(vectors, dtype=np.float64))
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    directions: FloatArray = rows / np.where(lengths > 0.0, lengths, 1.0)
    return directions


def _unit(rows: FloatArray) -> FloatArray:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    directions: FloatArray = rows / np.maximum(lengths, _TINY)
    return directions
