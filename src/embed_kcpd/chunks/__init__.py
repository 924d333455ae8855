"""Chunks for retrieval: pieces of a text that stay below a number of tokens."""

from embed_kcpd.chunks.chunk import Chunk, ChunkedText
from embed_kcpd.chunks.chunking import achunk, chunk, chunk_document, chunk_documents, chunk_many
from embed_kcpd.chunks.revision import Revision, rechunk
from embed_kcpd.chunks.settings import ChunkSettings, Embedding

__all__ = [
    "Chunk",
    "ChunkSettings",
    "ChunkedText",
    "Embedding",
    "Revision",
    "achunk",
    "chunk",
    "chunk_document",
    "chunk_documents",
    "chunk_many",
    "rechunk",
]
