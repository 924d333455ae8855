"""The one thing an encoder must do.

In:  texts.
Out: one vector each, as an (n, dim) float array.
"""

from collections.abc import Sequence
from typing import Protocol

from embed_kcpd.arrays import Vectors


class Encoder(Protocol):
    """Anything that turns texts into one vector each.

    An encoder may also carry an ``identity``: a string that changes whenever its vectors
    would.  It goes into the provenance of results and is the key of the vector cache.
    """

    def encode(self, texts: Sequence[str]) -> Vectors: ...


def encoder_identity(encoder: Encoder) -> str:
    """The encoder's own identity, or the name of its class."""
    return str(getattr(encoder, "identity", type(encoder).__name__))
