"""Many texts through a loaded model: each distinct text once, in windows of bounded size.

In:  a session, texts.
Out: one row for each text.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from embed_kcpd.arrays import IntArray
from embed_kcpd.encoders.models.session import Rows
from embed_kcpd.progress import progress

_WINDOW = 2048
"""Texts sorted by length at a time, which bounds what is held as tokens."""


class Runs(Protocol):
    """A loaded model."""

    def run(self, texts: Sequence[str], batch_tokens: int) -> Iterator[tuple[IntArray, Rows]]: ...


def encode_each(session: Runs, texts: Sequence[str], dimension: int, batch_tokens: int) -> Rows:
    """One row for each text; equal texts are run once."""
    distinct = {text: place for place, text in enumerate(dict.fromkeys(texts))}
    rows = _encode_distinct(session, list(distinct), dimension, batch_tokens)
    if len(distinct) == len(texts):
        return rows
    return rows[[distinct[text] for text in texts]]


def _encode_distinct(session: Runs, texts: list[str], dimension: int, batch_tokens: int) -> Rows:
    rows: Rows = np.empty((len(texts), dimension), dtype=np.float32)
    with progress("Encoding", len(texts)) as advance:
        for start in range(0, len(texts), _WINDOW):
            for places, vectors in session.run(texts[start : start + _WINDOW], batch_tokens):
                rows[start + places] = vectors
                advance(len(places))
    return rows
