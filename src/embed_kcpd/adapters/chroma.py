"""Chroma's chunking evaluation: a chunker as it calls them.

In:  a text.
Out: the texts of its chunks, verbatim, so that they are found in the text.

The evaluation asks for one method, ``split_text``, so nothing of it has to be installed.
"""

from embed_kcpd.chunks import ChunkSettings, chunk
from embed_kcpd.chunks.chunking import DEFAULT_CHUNKS, limited


class TopicChunker:
    """Chunks of at most ``max_tokens``, cut where the topic changes.

    ``max_tokens`` stands in for that of ``settings``, which has everything else.
    """

    def __init__(
        self, max_tokens: int | None = None, settings: ChunkSettings | None = None
    ) -> None:
        self.settings = limited(settings or DEFAULT_CHUNKS, max_tokens)

    def split_text(self, text: str) -> list[str]:
        """The texts of the chunks; without overlap they are, joined, the text."""
        return [each.text for each in chunk(text, settings=self.settings)]
