"""Haystack: a component that splits documents.

In:  documents of Haystack.
Out: a document for each chunk, with its vector, its offsets and the id of what it comes from.

``Pipeline.loads`` trusts only modules it is told of: give it
``allowed_modules=["embed_kcpd.adapters.haystack"]`` where it asks for them.
"""

from copy import deepcopy
from typing import Any

from embed_kcpd.adapters.settings_values import as_values, from_values
from embed_kcpd.chunks import ChunkedText, ChunkSettings, chunk_many
from embed_kcpd.errors import InputError, MissingExtraError

try:
    from haystack import Document, component, default_from_dict, default_to_dict
except ImportError:
    raise MissingExtraError("haystack-ai", "haystack") from None


@component
class TopicDocumentSplitter:
    """Chunks of at most ``max_tokens``, cut where the topic changes.

    Documents get ``source_id``, ``split_id`` (their number), ``split_idx_start`` (their first
    character), ``chunk_id`` and ``n_tokens`` as metadata, and their vector as ``embedding``.
    ``settings`` has values of ``ChunkSettings``, the encoder by its name; ``max_tokens`` stands in
    for the one among them.
    """

    def __init__(
        self, max_tokens: int | None = None, settings: dict[str, Any] | None = None
    ) -> None:
        self.settings: ChunkSettings = from_values(settings or {}, max_tokens)

    def warm_up(self) -> None:
        """Load the encoder before the first document comes."""
        list(chunk_many(["Ready."], settings=self.settings))

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Split documents that have text."""
        for document in documents:
            if document.content is None:
                raise InputError(f"the document {document.id} has no text to split")
        chunked = chunk_many(
            [str(document.content) for document in documents], settings=self.settings
        )
        return {
            "documents": [
                part
                for document, chunks in zip(documents, chunked, strict=True)
                for part in _parts(document, chunks)
            ]
        }

    def to_dict(self) -> dict[str, Any]:
        """What a stored pipeline needs to make this component again."""
        values = as_values(self.settings)
        most = values.pop("max_tokens")
        stored: dict[str, Any] = default_to_dict(self, max_tokens=most, settings=values)
        return stored

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "TopicDocumentSplitter":
        """The component behind ``to_dict``."""
        made: TopicDocumentSplitter = default_from_dict(cls, data)
        return made


def _parts(document: Document, chunks: ChunkedText) -> list[Document]:
    return [
        Document(
            content=each.text,
            embedding=each.embedding.tolist(),
            meta={
                **deepcopy(document.meta),
                "source_id": document.id,
                "split_id": number,
                "split_idx_start": each.start_char,
                "chunk_id": each.id,
                "n_tokens": each.n_tokens,
            },
        )
        for number, each in enumerate(chunks)
    ]
