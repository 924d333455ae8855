"""Vectors of recent texts, in memory: a text is not encoded again when only its settings change.

In:  an encoder.
Out: an encoder with the same vectors, of which it computes only those it has not just seen.

Vectors lie under a digest of their text, never the text itself, and nothing goes to disk.  The
oldest are forgotten when they take more than a given number of bytes.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.cache.vector_cache import text_key
from embed_kcpd.encoders.protocol import (
    Encoder,
    EncoderInFront,
    checked_rows,
    checked_texts,
)

ROW_BYTES = 250
"""Beside its numbers, what one vector takes: the key, two objects, its place in the order."""


class RecentVectors:
    """Vectors of all encoders of a server, the latest ``most_bytes`` of them."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes, self.n_bytes = most_bytes, 0
        self._rows: OrderedDict[bytes, Vectors] = OrderedDict()
        self._lock = Lock()

    def find(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        """The vectors that are known among these."""
        with self._lock:
            known = {key: self._rows[key] for key in keys if key in self._rows}
            for key in known:
                self._rows.move_to_end(key)
        return known

    def add(self, rows: dict[bytes, Vectors]) -> None:
        """Remember vectors, and forget the oldest where there are too many."""
        with self._lock:
            for key, row in rows.items():
                if key not in self._rows:
                    # A copy: a row of a matrix would keep the whole matrix.
                    self._rows[key] = row.copy()
                    self.n_bytes += row.nbytes + ROW_BYTES
            while self.n_bytes > self._most_bytes:
                _, oldest = self._rows.popitem(last=False)
                self.n_bytes -= oldest.nbytes + ROW_BYTES


class RecentEncoder(EncoderInFront):
    """``encoder`` in front of which the vectors of recent texts are remembered."""

    def __init__(self, encoder: Encoder, recent: RecentVectors) -> None:
        self.encoder, self._recent = encoder, recent

    def encode(self, texts: Sequence[str]) -> Vectors:
        """What the encoder itself would give."""
        checked = checked_texts(texts)
        keys = [text_key(self.identity, text) for text in checked]
        rows = self._recent.find(keys)
        missing = {key: text for key, text in zip(keys, checked, strict=True) if key not in rows}
        if missing or not checked:
            given = self.encoder.encode(list(missing.values()))
            fresh = checked_rows(given, len(missing), self.identity)
            if not checked:
                return fresh
            new = dict(zip(missing, fresh, strict=True))
            rows |= new
            self._recent.add(new)
        return np.stack([rows[key] for key in keys])
