"""LlamaIndex: a node parser, and encoders both ways.

In:  documents of LlamaIndex.
Out: nodes with exact offsets, vectors, and what comes before and after them.

The keys this parser adds are not embedded and not shown to a language model.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from embed_kcpd.adapters.settings_values import from_values
from embed_kcpd.arrays import Vectors
from embed_kcpd.chunks import Chunk, ChunkSettings, chunk_many
from embed_kcpd.encoders import AnyEncoder, as_encoder, default_encoder
from embed_kcpd.errors import MissingExtraError

try:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.bridge.pydantic import ConfigDict, Field, PrivateAttr
    from llama_index.core.node_parser.interface import NodeParser
    from llama_index.core.node_parser.node_utils import build_nodes_from_splits
    from llama_index.core.schema import BaseNode, Document, MetadataMode, TextNode
except ImportError:
    raise MissingExtraError("llama-index-core", "llama-index") from None

KEYS = ("chunk_id", "n_tokens")


class TopicNodeParser(NodeParser):
    """Chunks of at most ``max_tokens``, cut where the topic changes.

    ``settings`` has the other values of ``ChunkSettings``, with the encoder by its name.
    """

    # The base class ignores names that it does not know, such as chunk_size.
    model_config = ConfigDict(extra="forbid")

    max_tokens: int | None = Field(
        default=None, gt=0, description="Most tokens of a node, in place of those of settings."
    )
    settings: dict[str, Any] = Field(
        default_factory=dict, description="Other values of ChunkSettings."
    )

    @classmethod
    def class_name(cls) -> str:
        return "TopicNodeParser"

    @classmethod
    def from_defaults(cls, max_tokens: int | None = None, **settings: Any) -> "TopicNodeParser":
        """A parser with these values of ``ChunkSettings``."""
        from_values(settings, max_tokens)
        return cls(max_tokens=max_tokens, settings=settings)

    @classmethod
    def from_dict(cls, data: dict[str, Any], **kwargs: Any) -> "TopicNodeParser":
        """The parser behind ``to_dict``.

        The base class stores its function for ids as a description that it cannot read again.
        """
        stored = {name: value for name, value in data.items() if name != "id_func"}
        made: TopicNodeParser = super().from_dict(stored, **kwargs)
        return made

    def chunk_settings(self) -> ChunkSettings:
        return from_values(self.settings, self.max_tokens)

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        texts = [node.get_content(metadata_mode=MetadataMode.NONE) for node in nodes]
        chunked = chunk_many(texts, settings=self.chunk_settings())
        return [
            filled
            for node, chunks in zip(nodes, chunked, strict=True)
            for filled in self._filled(node, list(chunks))
        ]

    def _filled(self, node: BaseNode, chunks: Sequence[Chunk]) -> list[BaseNode]:
        """Nodes of one document with what is known about their chunks."""
        made = build_nodes_from_splits([each.text for each in chunks], node, id_func=self.id_func)
        for part, each in zip(made, chunks, strict=True):
            part.start_char_idx, part.end_char_idx = each.start_char, each.end_char
            part.embedding = each.embedding.tolist()
            part.metadata.update({"chunk_id": each.id, "n_tokens": each.n_tokens})
            part.excluded_embed_metadata_keys = [*part.excluded_embed_metadata_keys, *KEYS]
            part.excluded_llm_metadata_keys = [*part.excluded_llm_metadata_keys, *KEYS]
        return list(made)

    def _postprocess_parsed_nodes(
        self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]
    ) -> list[BaseNode]:
        """Relationships and metadata as the base class makes them, offsets as they are known."""
        known = [
            (node.start_char_idx, node.end_char_idx) if isinstance(node, TextNode) else None
            for node in nodes
        ]
        done: list[BaseNode] = super()._postprocess_parsed_nodes(nodes, parent_doc_map)
        for node, span in zip(done, known, strict=True):
            if isinstance(node, TextNode) and span is not None:
                node.start_char_idx, node.end_char_idx = span
        return done


class LlamaIndexEncoder:
    """An embedding model of LlamaIndex as an encoder of this package."""

    def __init__(self, model: BaseEmbedding, identity: str | None = None) -> None:
        self.model = model
        self.identity = identity

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows: Vectors = np.asarray(
            self.model.get_text_embedding_batch(list(texts)), dtype=np.float32
        )
        return rows


class EmbedKcpdEmbedding(BaseEmbedding):
    """An encoder of this package as the embedding model of an index."""

    _encoder: Any = PrivateAttr()

    def __init__(self, encoder: AnyEncoder | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._encoder = default_encoder() if encoder is None else as_encoder(encoder)

    @classmethod
    def class_name(cls) -> str:
        return "EmbedKcpdEmbedding"

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        rows: list[list[float]] = np.asarray(self._encoder.encode(texts), dtype=float).tolist()
        return rows

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)
