"""The one thing an encoder must do.

In:  texts.
Out: one vector each, as an (n, dim) float array.
"""

from collections.abc import Callable, Iterable, Sequence
from numbers import Integral
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import Vectors
from embed_kcpd.errors import EncoderError, InputError
from embed_kcpd.given_kinds import is_iterable
from embed_kcpd.given_numbers import is_number


class Encoder(Protocol):
    """Anything that turns texts into one vector each.

    An encoder may also carry an ``identity``: a string that changes whenever its vectors
    would.  It goes into the provenance of results and is the key of the vector cache; vectors
    of an encoder without one are never stored.
    Limits in tokens use its ``count_tokens(texts)``, where it has one, and the contrast
    objective its ``half_weight_words`` and ``topic_sharpness``.
    """

    def encode(self, texts: Sequence[str]) -> Vectors: ...


def has_identity(encoder: Encoder) -> bool:
    """Whether the encoder says what its vectors depend on, so that they can be cached."""
    return bool(getattr(encoder, "identity", None))


def encoder_identity(encoder: Encoder) -> str:
    """The encoder's own identity, or the name of its class."""
    return str(getattr(encoder, "identity", None) or type(encoder).__name__)


TokenCounter = Callable[[Sequence[str]], Sequence[int]]
"""Texts to the number of tokens each."""


def token_counter(encoder: Encoder) -> TokenCounter | None:
    """How the encoder counts tokens, or ``None`` if it does not."""
    counter: TokenCounter | None = getattr(encoder, "count_tokens", None)
    if counter is not None and not callable(counter):
        raise EncoderError(
            f"count_tokens of {encoder_identity(encoder)} is {counter!r:.60}; "
            "it must be a method from texts to the number of tokens of each"
        )
    return counter


def checked_counts(counts: object, n_texts: int, identity: str) -> list[int]:
    """What ``count_tokens`` of an encoder gave, as one whole number for each text.

    >>> checked_counts(np.array([3, 4]), 2, "mine")
    [3, 4]
    """
    given: list[Any] = list(cast("Iterable[Any]", counts)) if is_iterable(counts) else [counts]
    if len(given) != n_texts or not all(is_number(each, Integral) and each >= 0 for each in given):
        raise EncoderError(
            f"count_tokens of {identity} gave {counts!r:.60} for {n_texts} texts; "
            "it must give one whole number for each"
        )
    return [int(each) for each in given]


def half_weight_words(encoder: Encoder) -> float | None:
    """Words at which a unit weighs half as much as an endless one, if the encoder says so.

    Vectors of short texts are less to be relied on, with one encoder more than with another.
    """
    words: float | None = getattr(encoder, "half_weight_words", None)
    return words


def topic_sharpness(encoder: Encoder) -> float | None:
    """How sharp topics look to the encoder, as a share of how sharp they look to MiniLM."""
    share: float | None = getattr(encoder, "topic_sharpness", None)
    return share


class EncoderInFront:
    """An encoder in front of ``encoder``: all that is known of it but its vectors is the same."""

    __slots__ = ()
    encoder: Encoder

    @property
    def identity(self) -> str:
        return encoder_identity(self.encoder)

    @property
    def count_tokens(self) -> TokenCounter | None:
        return token_counter(self.encoder)

    @property
    def half_weight_words(self) -> float | None:
        return half_weight_words(self.encoder)

    @property
    def topic_sharpness(self) -> float | None:
        return topic_sharpness(self.encoder)


def checked_texts(texts: Sequence[str]) -> list[str]:
    """``texts`` as a list of strings; one string alone is a mistake, not many letters.

    >>> checked_texts(("one", "two"))
    ['one', 'two']
    """
    if isinstance(texts, str):
        raise InputError("encode() takes a sequence of texts, got one string; pass [text]")
    if not is_iterable(texts):
        raise InputError(f"encode() takes a sequence of texts, got {texts!r:.60}")
    checked = list(texts)
    for index, text in enumerate(checked):
        if not isinstance(text, str):
            raise InputError(f"text {index} is {type(text).__name__}, not a string")
    return checked


def checked_rows(rows: npt.ArrayLike, n_texts: int, identity: str) -> Vectors:
    """What an encoder gave, as one float row for each text; float32 stays float32.

    >>> checked_rows([[1, 2], [3, 4]], 2, "mine").dtype
    dtype('float64')
    """
    try:
        given = np.asarray(rows)
    except ValueError:
        raise EncoderError(f"{identity} gave rows of different lengths") from None
    if given.dtype.kind not in "fiu" or given.ndim != 2 or len(given) != n_texts:
        what = f"{given.dtype} of shape {given.shape}" if given.ndim else type(rows).__name__
        raise EncoderError(
            f"{identity} gave {what} for {n_texts} texts; "
            "an encoder must give one row of numbers for each"
        )
    return given if given.dtype == np.float32 else given.astype(np.float64)
