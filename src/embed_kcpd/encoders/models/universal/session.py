"""The loaded multilingual encoder: batches of texts in, batches of vectors out.

In:  texts.
Out: vectors of norm one with the places of their texts.

Batches run side by side, each on one thread: products are not shared between threads, so their
number cannot change a sum, and on a busy machine no thread spins while it waits for another.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from embed_kcpd.arrays import IntArray
from embed_kcpd.encoders.models.batches import grouped
from embed_kcpd.encoders.models.store import ReadyModel
from embed_kcpd.encoders.models.universal.network import load_network
from embed_kcpd.encoders.models.universal.one_thread import ONE_THREAD
from embed_kcpd.encoders.models.universal.products import Rows
from embed_kcpd.encoders.models.wordpieces import WordPieces
from embed_kcpd.encoders.models.workers import results

_JAMO = re.compile("[\u1100-\u11ff]")
"""Letters of Korean that are written one by one instead of as a syllable."""


class UniversalSession:
    """The network and its tokenizer in memory, with its worker threads."""

    def __init__(self, ready: ReadyModel, max_tokens: int, threads: int) -> None:
        self._pieces = WordPieces(ready.tokenizer, max_tokens)
        self._network = load_network(ready.folder)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def run(self, texts: Sequence[str], batch_tokens: int) -> Iterator[tuple[IntArray, Rows]]:
        """Batches of vectors with the places of their texts, in order."""
        tokens = [self._pieces.ids(composed(text)) for text in texts]
        places = list(grouped([len(ids) for ids in tokens], batch_tokens))
        work = [[tokens[place] for place in batch] for batch in places]
        with ONE_THREAD:
            yield from zip(places, results(self._network.vectors, work, self._pool), strict=True)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text, without the model's first and last mark."""
        return self._pieces.count([composed(text) for text in texts])


def composed(text: str) -> str:
    """The text with the syllables of Korean that the model knows, however they are written.

    >>> composed("\u1112\u1161\u11ab") == "\ud55c"
    True
    """
    return unicodedata.normalize("NFC", text) if _JAMO.search(text) else text
