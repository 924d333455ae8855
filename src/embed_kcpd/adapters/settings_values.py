"""Chunk settings as plain values, for frameworks that store what their parts were made with.

In:  ``ChunkSettings`` whose encoder and counter have names.
Out: a dictionary of JSON values, and the settings back from it.
"""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from typing import TypeVar

from embed_kcpd.chunks import ChunkSettings, Embedding
from embed_kcpd.errors import OptionsError
from embed_kcpd.evidence.places import Headings
from embed_kcpd.text.sentences import Sentences

NUMBERS = ("max_tokens", "min_tokens", "target_tokens", "overlap", "context", "language")

Choice = TypeVar("Choice", bound=Enum)


def as_values(settings: ChunkSettings) -> dict[str, object]:
    """What is needed to make the settings again."""
    _check_named(settings.encoder, "an encoder given by its name")
    _check_named(settings.tokens, "tokens given by their name")
    if settings.unit != Sentences():
        raise OptionsError(f"only sentences as units can be stored, got {settings.unit!r}")
    return {
        **{name: getattr(settings, name) for name in NUMBERS},
        "encoder": settings.encoder,
        "tokens": settings.tokens,
        "embedding": settings.embedding.value,
        "headings": settings.headings.value,
        "confidence": settings.confidence,
    }


def _check_named(value: object, what: str) -> None:
    if value is not None and not isinstance(value, str):
        raise OptionsError(f"only {what} can be stored, got {type(value).__name__}")


def from_values(values: Mapping[str, object], max_tokens: int | None = None) -> ChunkSettings:
    """The settings behind ``as_values``; ``max_tokens``, where given, stands in for theirs.

    >>> from_values(as_values(ChunkSettings(max_tokens=200))).max_tokens
    200
    """
    if not isinstance(values, Mapping):
        raise OptionsError(
            f"settings must be a dictionary such as {{'overlap': 40}}, got {values!r:.60}"
        )
    names = [field.name for field in fields(ChunkSettings)]
    for name in values:
        if name not in names:
            raise OptionsError(f"chunks have no setting {name!r}; there are {', '.join(names)}")
    given = dict(values) if max_tokens is None else {**values, "max_tokens": max_tokens}
    given["embedding"] = _chosen(Embedding, given.get("embedding", Embedding.pooled), "embedding")
    given["headings"] = _chosen(Headings, given.get("headings", Headings.favour), "headings")
    return ChunkSettings(**given)  # type: ignore[arg-type]


def _chosen(kind: type[Choice], value: object, name: str) -> Choice:
    """A choice by its value, or itself."""
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(repr(each.value) for each in kind)
        raise OptionsError(f"{name} must be one of {allowed}, got {value!r}") from None
