"""chonkie: a chunker with its interface.

In:  a text.
Out: chunks of chonkie with their vectors; their ids are ours, so they survive a second run.
"""

from collections.abc import Sequence

from embed_kcpd.chunks import Chunk as OwnChunk
from embed_kcpd.chunks import ChunkSettings, chunk_many
from embed_kcpd.chunks.chunking import DEFAULT_CHUNKS, limited
from embed_kcpd.errors import MissingExtraError

try:
    from chonkie.chunker.base import BaseChunker
    from chonkie.types import Chunk
except ImportError:
    raise MissingExtraError("chonkie", "chonkie") from None


class TopicChunker(BaseChunker):
    """Chunks of at most ``max_tokens``, cut where the topic changes.

    ``max_tokens`` stands in for that of ``settings``, which has everything else.
    """

    def __init__(
        self, max_tokens: int | None = None, settings: ChunkSettings | None = None
    ) -> None:
        # Tokens are counted by the settings; the tokenizer of the base class is not used.
        super().__init__("character")
        self.settings = limited(settings or DEFAULT_CHUNKS, max_tokens)

    def chunk(self, text: str) -> list[Chunk]:
        return self.chunk_batch([text])[0]

    def chunk_batch(self, texts: Sequence[str], show_progress: bool = True) -> list[list[Chunk]]:
        return [
            [_of_chonkie(each) for each in chunks]
            for chunks in chunk_many(list(texts), settings=self.settings)
        ]


def _of_chonkie(each: OwnChunk) -> Chunk:
    return Chunk(
        id=each.id,
        text=each.text,
        start_index=each.start_char,
        end_index=each.end_char,
        token_count=each.n_tokens,
        embedding=each.embedding,
    )
