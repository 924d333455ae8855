"""The one thing an encoder must do.

In:  texts.
Out: one vector each, as an (n, dim) float array.
"""

from collections.abc import Sequence
from typing import Protocol

from embed_kcpd.arrays import Vectors
from embed_kcpd.errors import InputError


class Encoder(Protocol):
    """Anything that turns texts into one vector each.

    An encoder may also carry an ``identity``: a string that changes whenever its vectors
    would.  It goes into the provenance of results and is the key of the vector cache.
    """

    def encode(self, texts: Sequence[str]) -> Vectors: ...


def encoder_identity(encoder: Encoder) -> str:
    """The encoder's own identity, or the name of its class."""
    return str(getattr(encoder, "identity", type(encoder).__name__))


def checked_texts(texts: Sequence[str]) -> list[str]:
    """``texts`` as a list of strings; one string alone is a mistake, not many letters.

    >>> checked_texts(("one", "two"))
    ['one', 'two']
    """
    if isinstance(texts, str):
        raise InputError("encode() takes a sequence of texts, got one string; pass [text]")
    checked = list(texts)
    for index, text in enumerate(checked):
        if not isinstance(text, str):
            raise InputError(f"text {index} is {type(text).__name__}, not a string")
    return checked
