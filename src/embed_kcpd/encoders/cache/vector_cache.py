"""The vector cache in front of an encoder: no text is encoded twice.

In:  texts.
Out: their vectors, of which the encoder computed only those it had never seen.

A vector is found by the digest of its text and of its encoder's identity, so a changed
text or another model never meets an old vector.  The texts themselves are not stored.
"""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.cache.limit import cache_limit
from embed_kcpd.encoders.cache.rows import Key
from embed_kcpd.encoders.cache.vector_file import VectorFile
from embed_kcpd.encoders.places import vector_cache_path
from embed_kcpd.encoders.protocol import (
    Encoder,
    EncoderInFront,
    checked_rows,
    checked_texts,
    encoder_identity,
    has_identity,
)
from embed_kcpd.errors import EncoderError
from embed_kcpd.files import check_path
from embed_kcpd.progress import progress

_TEXTS_PER_WRITE = 512
"""What an interrupt can lose, and the step of the progress bar."""


@dataclass(frozen=True, slots=True)
class CachedEncoder(EncoderInFront):
    """``encoder`` with its vectors remembered in the SQLite file ``path``."""

    encoder: Encoder
    path: str | os.PathLike[str]

    def __post_init__(self) -> None:
        check_path(self.path, "path")
        if not has_identity(self.encoder):
            raise EncoderError(
                f"{encoder_identity(self.encoder)} has no identity, so its vectors cannot be told "
                "from those of another; give it a string 'identity' that changes whenever its "
                "vectors would, or use it without the cache"
            )

    def encode(self, texts: Sequence[str]) -> Vectors:
        """What the encoder itself would give; each different text is computed once."""
        checked = checked_texts(texts)
        if not checked:
            return self.encoder.encode(checked)
        name = self.identity
        keys = [text_key(name, text) for text in checked]
        different = dict(zip(keys, checked, strict=True))
        places = {key: place for place, key in enumerate(different)}
        rows = self._rows(different, places)
        # The usual text repeats nothing: then the rows are already in order.
        return rows if len(places) == len(keys) else rows[[places[key] for key in keys]]

    def _rows(self, texts: dict[Key, str], places: dict[Key, int]) -> Vectors:
        """One row for each different text, remembered or computed and then remembered."""
        file, filled = (
            VectorFile(Path(self.path), cache_limit()),
            _Filled(len(texts), self.identity),
        )
        for key, vector in file.read(texts):
            filled.put(places[key], vector)
        missing = [key for key in texts if not filled.has(places[key])]
        with progress("Encoding", len(missing)) as advance:
            for start in range(0, len(missing), _TEXTS_PER_WRITE):
                some = missing[start : start + _TEXTS_PER_WRITE]
                fresh = self._computed([texts[key] for key in some])
                for key, vector in zip(some, fresh, strict=True):
                    filled.put(places[key], vector)
                if np.isfinite(fresh).all():
                    file.write(self.identity, dict(zip(some, fresh, strict=True)))
                advance(len(some))
        return filled.rows

    def _computed(self, texts: list[str]) -> Vectors:
        return checked_rows(self.encoder.encode(texts), len(texts), self.identity)


class _Filled:
    """Rows that come in any order; their number is known, their dimension from the first."""

    def __init__(self, n_rows: int, identity: str) -> None:
        self._has = np.zeros(n_rows, dtype=bool)
        self._identity = identity
        self._has_dimension = False
        self.rows: Vectors = np.empty((n_rows, 0), dtype=np.float32)

    def has(self, place: int) -> bool:
        return bool(self._has[place])

    def put(self, place: int, vector: Vectors) -> None:
        if not self._has_dimension:
            self.rows = np.empty((len(self._has), len(vector)), dtype=vector.dtype)
            self._has_dimension = True
        if len(vector) != self.rows.shape[1]:
            raise EncoderError(
                f"{self._identity} gave vectors of {self.rows.shape[1]} and of {len(vector)} "
                "numbers; give a changed encoder another identity, or clear the vector cache"
            )
        self.rows[place] = vector
        self._has[place] = True


def cached(encoder: Encoder) -> CachedEncoder:
    """``encoder`` behind the vector cache of this machine; it must have an identity."""
    return CachedEncoder(encoder, vector_cache_path())


def text_key(identity: str, text: str) -> Key:
    """Digest of a text under an encoder; any string has one, also with lone surrogates."""
    name = hashlib.blake2b(identity.encode(), digest_size=16).digest()
    content = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(content, digest_size=16, key=name).digest()
