"""A text to chunks.

In:  texts or documents, and settings.
Out: a ``ChunkedText`` each.

The sentences of many documents are encoded together, a few thousand at a time.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.chunks.assembly import assembled
from embed_kcpd.chunks.chunk import ChunkedText
from embed_kcpd.chunks.settings import ChunkSettings, checked_settings
from embed_kcpd.chunks.splitting import Split, split_document, split_text
from embed_kcpd.encoders.protocol import checked_rows, encoder_identity
from embed_kcpd.errors import InputError, OptionsError, VectorsError
from embed_kcpd.given_kinds import is_iterable
from embed_kcpd.progress import progress
from embed_kcpd.readers.document import Document

UNITS_AT_ONCE = 4_096
"""Units of several documents that are encoded together."""

DEFAULT_CHUNKS = ChunkSettings()
"""At most 400 of the encoder's tokens."""


def chunk(
    text: str, max_tokens: int | None = None, settings: ChunkSettings = DEFAULT_CHUNKS
) -> ChunkedText:
    """Cut a text into chunks of at most ``max_tokens``, where its topic changes.

    ``max_tokens`` stands in for that of ``settings``, which has everything else.
    """
    return next(_chunked([split_text(text, limited(settings, max_tokens))]))


def chunk_document(document: Document, settings: ChunkSettings = DEFAULT_CHUNKS) -> ChunkedText:
    """Cut a document that was read; chunks know their headings and pages."""
    return next(_chunked([split_document(document, checked_settings(settings))]))


def chunk_many(
    texts: Iterable[str], max_tokens: int | None = None, settings: ChunkSettings = DEFAULT_CHUNKS
) -> Iterator[ChunkedText]:
    """Cut many texts, one result each, in order; their sentences are encoded together."""
    if isinstance(texts, str):
        raise InputError("texts must be several strings, got one string; chunk(text) cuts it")
    if not is_iterable(texts):
        raise InputError(f"texts must be several strings, got {texts!r:.60}")
    own = limited(settings, max_tokens)
    return _chunked(split_text(text, own) for text in texts)


def chunk_documents(
    documents: Iterable[Document], settings: ChunkSettings = DEFAULT_CHUNKS
) -> Iterator[ChunkedText]:
    """Cut many documents that were read, one result each, in order."""
    own = checked_settings(settings)
    if not is_iterable(documents):
        raise InputError(f"documents must be several documents, got {documents!r:.60}")
    return _chunked(split_document(document, own) for document in documents)


async def achunk(
    text: str, max_tokens: int | None = None, settings: ChunkSettings = DEFAULT_CHUNKS
) -> ChunkedText:
    """``chunk`` in a thread of its own, so that an event loop goes on."""
    return await asyncio.to_thread(chunk, text, max_tokens, settings)


def limited(settings: ChunkSettings, max_tokens: int | None) -> ChunkSettings:
    """The settings with another limit, where one is given."""
    if isinstance(max_tokens, ChunkSettings):
        raise OptionsError("settings are given by name: chunk(text, settings=ChunkSettings(...))")
    checked = checked_settings(settings)
    return checked if max_tokens is None else replace(checked, max_tokens=max_tokens)


def _chunked(splits: Iterable[Split]) -> Iterator[ChunkedText]:
    """Chunks of each split text, encoded in groups."""
    for group in _groups(splits):
        for split, vectors in zip(group, encoded(group), strict=True):
            yield _assembled(split, vectors)


def _assembled(split: Split, vectors: Vectors) -> ChunkedText:
    """The chunks of a text; an error about its vectors names the document, one of many."""
    try:
        return assembled(split, vectors)
    except VectorsError as error:
        if split.source is None:
            raise
        raise VectorsError(f"{split.source}: {error}") from None


def _groups(splits: Iterable[Split]) -> Iterator[list[Split]]:
    """Texts with the same encoder, about ``UNITS_AT_ONCE`` units together."""
    group: list[Split] = []
    n_units = 0
    for split in splits:
        same = not group or group[0].encoder == split.encoder
        if group and (not same or n_units >= UNITS_AT_ONCE):
            yield group
            group, n_units = [], 0
        group.append(split)
        # An empty text counts too: a folder of empty files is no single group.
        n_units += max(1, len(split.texts))
    if group:
        yield group


def encoded(group: Sequence[Split]) -> list[Vectors]:
    """The unit vectors of each text, from one call of their encoder."""
    texts = [text for split in group for text in split.texts]
    if not texts:
        return [np.zeros((0, 0)) for _ in group]
    encoder = group[0].encoder
    with progress("Encoding", len(texts)) as advance:
        rows = checked_rows(encoder.encode(texts), len(texts), encoder_identity(encoder))
        advance(len(texts))
    edges = np.cumsum([0, *(len(split.texts) for split in group)]).tolist()
    return [rows[start:end] for start, end in pairwise(edges)]
