"""Everything that can be chosen about chunks, in one frozen value.

In:  what a person wants to be different from the defaults.
Out: a ``ChunkSettings`` that all functions of this package share.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from numbers import Integral
from typing import Any

from embed_kcpd.encoders import AnyEncoder
from embed_kcpd.encoders.by_language import EncoderByLanguage
from embed_kcpd.errors import OptionsError
from embed_kcpd.evidence.places import Headings
from embed_kcpd.given_kinds import check_yes_or_no
from embed_kcpd.given_numbers import is_number
from embed_kcpd.settings import check_headings, check_unit
from embed_kcpd.text.language_names import main_code
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import Splitter, splitter_values

USUAL_TOKENS = 145
"""Tokens a chunk aims at, whatever the limit; larger ones dilute what a question asks for
(docs/results/benchmarks.md)."""

CONTEXT = 0.15
"""Weight of each neighbour's vector in the vector of a chunk."""


class Embedding(Enum):
    """What the vector of a chunk is made of."""

    pooled = "pooled"
    """The mean of the vectors of its units: nothing is encoded twice."""

    text = "text"
    """The text of the chunk, encoded as a whole."""

    both = "both"
    """The normalised sum of the two."""


Tokens = str | os.PathLike[str] | Callable[[str], int]
"""A tiktoken name, the path of a tokenizer.json, or a function that counts tokens."""


@dataclass(frozen=True, slots=True)
class ChunkSettings:
    """How a text is chunked.

    ``max_tokens`` is never exceeded; ``min_tokens`` is kept where units and the limit allow it.
    ``target_tokens`` is what a chunk aims at beside its topic; by default 145 or the minimum.
    ``overlap`` is the most tokens of whole units that a chunk repeats from the one before.
    ``tokens`` counts them: the encoder's own tokens by default.  ``embedding`` says what the
    vectors are made of, ``context`` the weight of each neighbour in them.  ``confidence`` adds
    the probability that the topic changes where a chunk begins.

    >>> ChunkSettings(max_tokens=0)
    Traceback (most recent call last):
    ...
    embed_kcpd.errors.OptionsError: max_tokens must be a whole number from 1 on, got 0
    """

    max_tokens: int = 400
    min_tokens: int = 0
    target_tokens: int | None = None
    overlap: int = 0
    tokens: Tokens | None = None
    embedding: Embedding = Embedding.pooled
    context: float = CONTEXT
    encoder: AnyEncoder | EncoderByLanguage | None = None
    language: str | None = None
    unit: Splitter = field(default_factory=Sentences)
    headings: Headings = Headings.favour
    confidence: bool = True

    def __post_init__(self) -> None:
        for name, least in (("max_tokens", 1), ("min_tokens", 0), ("overlap", 0)):
            object.__setattr__(self, name, _whole(getattr(self, name), name, least))
        if self.target_tokens is not None:
            object.__setattr__(
                self, "target_tokens", _whole(self.target_tokens, "target_tokens", 1)
            )
        _check_below(self.min_tokens, "min_tokens", self.max_tokens)
        _check_below(self.target_tokens or 0, "target_tokens", self.max_tokens)
        if self.overlap >= self.max_tokens:
            raise OptionsError(
                f"overlap={self.overlap} leaves no room for a chunk of "
                f"max_tokens={self.max_tokens}; make it smaller"
            )
        if not is_number(self.context) or not 0.0 <= self.context <= 1.0:
            raise OptionsError(f"context must be a share from 0 to 1, got {self.context!r}")
        object.__setattr__(self, "context", float(self.context))
        if not isinstance(self.embedding, Embedding):
            raise OptionsError(
                f"embedding must be Embedding.pooled, .text or .both, got {self.embedding!r}"
            )
        tokens = self.tokens
        if not (tokens is None or callable(tokens) or isinstance(tokens, str | os.PathLike)):
            raise OptionsError(
                "tokens must be a tiktoken name, the path of a tokenizer.json or a function "
                f"from a text to a number, got {tokens!r}"
            )
        if self.language is not None:
            main_code(self.language)
        check_unit(self.unit)
        check_headings(self.headings)
        check_yes_or_no(self.confidence, "confidence")

    def as_values(self) -> dict[str, object]:
        """The settings in plain JSON values."""
        return {
            "max_tokens": self.max_tokens,
            "min_tokens": self.min_tokens,
            "target_tokens": self.aim,
            "overlap": self.overlap,
            "tokens": None if self.tokens is None else str(self.tokens),
            "embedding": self.embedding.value,
            "context": self.context,
            "encoder": _name(self.encoder),
            "language": self.language,
            "unit": splitter_values(self.unit),
            "headings": self.headings.value,
            "confidence": self.confidence,
        }

    @property
    def aim(self) -> float:
        """Tokens that a chunk aims at."""
        if self.target_tokens is not None:
            return float(self.target_tokens)
        return float(max(self.min_tokens, USUAL_TOKENS))


def _name(encoder: object) -> str:
    return str(getattr(encoder, "identity", None) or encoder)


def _whole(value: Any, name: str, least: int) -> int:
    """The number as Python's own, so that ids do not depend on who counted."""
    if not is_number(value, Integral) or value < least:
        raise OptionsError(f"{name} must be a whole number from {least} on, got {value!r}")
    return int(value)


def _check_below(value: int, name: str, most: int) -> None:
    if value > most:
        raise OptionsError(
            f"{name}={value} is above max_tokens={most}; lower one or raise the other"
        )


def checked_settings(settings: object) -> ChunkSettings:
    """Raise unless these are settings of chunks: those of segments have other limits."""
    if isinstance(settings, ChunkSettings):
        return settings
    raise OptionsError(
        f"settings must be ChunkSettings(...), got {str(settings)[:60]!r}; "
        "write for instance ChunkSettings(max_tokens=200, overlap=40)"
    )
