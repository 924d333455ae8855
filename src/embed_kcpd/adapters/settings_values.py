"""Chunk settings as plain values, for frameworks that store what their parts were made with.

In:  ``ChunkSettings`` whose encoder and counter have names.
Out: a dictionary of JSON values, and the settings back from it.
"""

from collections.abc import Mapping

from embed_kcpd.chunks import ChunkSettings, Embedding
from embed_kcpd.errors import OptionsError

NUMBERS = ("max_tokens", "min_tokens", "target_tokens", "overlap", "context", "language")


def as_values(settings: ChunkSettings) -> dict[str, object]:
    """What is needed to make the settings again."""
    _check_named(settings.encoder, "an encoder given by its name")
    _check_named(settings.tokens, "tokens given by their name")
    return {
        **{name: getattr(settings, name) for name in NUMBERS},
        "encoder": settings.encoder,
        "tokens": settings.tokens,
        "embedding": settings.embedding.value,
        "confidence": settings.confidence,
    }


def _check_named(value: object, what: str) -> None:
    if value is not None and not isinstance(value, str):
        raise OptionsError(f"only {what} can be stored, got {type(value).__name__}")


def from_values(values: Mapping[str, object]) -> ChunkSettings:
    """The settings behind ``as_values``.

    >>> from_values(as_values(ChunkSettings(max_tokens=200))).max_tokens
    200
    """
    given = dict(values)
    given["embedding"] = Embedding(given.get("embedding", Embedding.pooled.value))
    return ChunkSettings(**given)  # type: ignore[arg-type]
