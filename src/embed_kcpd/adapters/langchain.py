"""LangChain: a text splitter, and encoders both ways.

In:  texts or documents of LangChain.
Out: its documents; offsets are those of the chunks themselves, not looked up by their text.
"""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.chunks import ChunkedText, ChunkSettings, chunk, chunk_many
from embed_kcpd.chunks.chunking import DEFAULT_CHUNKS, limited
from embed_kcpd.encoders import AnyEncoder, as_encoder, default_encoder
from embed_kcpd.errors import MissingExtraError

try:
    from langchain_core.documents import Document
    from langchain_core.embeddings import Embeddings
    from langchain_text_splitters import TextSplitter
except ImportError:
    raise MissingExtraError("langchain-text-splitters", "langchain") from None


class TopicTextSplitter(TextSplitter):
    """Chunks of at most ``max_tokens``, cut where the topic changes.

    Each document gets ``start_index``, ``end_index``, ``chunk_id`` and ``n_tokens`` as metadata,
    beside those of the document it comes from.  ``max_tokens`` stands in for that of
    ``settings``, which has everything else.
    """

    def __init__(
        self, max_tokens: int | None = None, settings: ChunkSettings | None = None
    ) -> None:
        chosen = limited(settings or DEFAULT_CHUNKS, max_tokens)
        super().__init__(
            chunk_size=chosen.max_tokens,
            chunk_overlap=chosen.overlap,
            add_start_index=True,
            strip_whitespace=False,
        )
        self.settings = chosen

    def split_text(self, text: str) -> list[str]:
        """The texts of the chunks; joined, they are the text."""
        return [each.text for each in chunk(text, settings=self.settings)]

    def create_documents(
        self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
    ) -> list[Document]:
        """A document for each chunk; the base class would look for its text to find its place."""
        known = metadatas or [{} for _ in texts]
        return [
            document
            for metadata, chunks in zip(
                known, chunk_many(texts, settings=self.settings), strict=True
            )
            for document in _documents(chunks, metadata)
        ]

    def split_documents(self, documents: Iterable[Document]) -> list[Document]:
        """The chunks of documents, each with the metadata of its document."""
        given = list(documents)
        return self.create_documents(
            [document.page_content for document in given],
            [dict(document.metadata) for document in given],
        )


class LangChainEncoder:
    """An embeddings object of LangChain as an encoder of this package."""

    def __init__(self, embeddings: Embeddings, identity: str | None = None) -> None:
        self.embeddings = embeddings
        self.identity = identity

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows: Vectors = np.asarray(self.embeddings.embed_documents(list(texts)), dtype=np.float32)
        return rows


class EmbedKcpdEmbeddings(Embeddings):
    """An encoder of this package as the embeddings of a LangChain vector store."""

    def __init__(self, encoder: AnyEncoder | None = None) -> None:
        self.encoder = default_encoder() if encoder is None else as_encoder(encoder)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if not texts:
            return []
        rows: list[list[float]] = np.asarray(self.encoder.encode(texts), dtype=float).tolist()
        return rows

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


def _documents(chunks: ChunkedText, metadata: dict[Any, Any]) -> Iterable[Document]:
    for each in chunks:
        own = {
            "start_index": each.start_char,
            "end_index": each.end_char,
            "chunk_id": each.id,
            "n_tokens": each.n_tokens,
        }
        yield Document(page_content=each.text, metadata={**deepcopy(metadata), **own})
