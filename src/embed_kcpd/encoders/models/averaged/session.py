"""A loaded encoder that averages: batches of texts in, batches of vectors out.

In:  texts.
Out: vectors of norm one with the places of their texts.

The vector of a text is the mean of the vectors of its tokens, whatever their order, so it takes
hardly longer than dividing the text into tokens.  Each text is averaged by itself, on the thread
that asks: two threads wait for each other at every text and took a third longer together.
"""

import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np

from embed_kcpd.arrays import IntArray
from embed_kcpd.encoders.models.averaged.preparation import TABLE_FILE
from embed_kcpd.encoders.models.batches import grouped
from embed_kcpd.encoders.models.session import Rows
from embed_kcpd.encoders.models.store import ReadyModel
from embed_kcpd.encoders.models.wordpieces import WordPieces

_CHARACTERS_OF_TOKEN = 4
"""About as many characters have the tokens of English; it only sizes the batches."""

_EMPTY = 1
"""The token whose vector stands for a text without tokens, and for one whose vectors cancel out:
the model's mark of a beginning."""


class AveragedSession:
    """The table and its tokenizer in memory."""

    def __init__(self, ready: ReadyModel, max_tokens: int) -> None:
        self._pieces = WordPieces(ready.tokenizer, max_tokens, has_marks=False)
        self._table = np.asarray(np.load(ready.folder / TABLE_FILE, mmap_mode="r"))

    def run(self, texts: Sequence[str], batch_tokens: int) -> Iterator[tuple[IntArray, Rows]]:
        """Batches of vectors with the places of their texts, in order."""
        lengths = [1 + len(text) // _CHARACTERS_OF_TOKEN for text in texts]
        for places in grouped(lengths, batch_tokens):
            yield places, self._vectors([texts[place] for place in places])

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text."""
        return self._pieces.count([composed(text) for text in texts])

    def _vectors(self, texts: list[str]) -> Rows:
        rows: Rows = np.stack([self._vector(composed(text)) for text in texts])
        return rows

    def _vector(self, text: str) -> Rows:
        mean: Rows = self._table[self._pieces.ids(text) or [_EMPTY]].mean(axis=0)
        if not mean.any():
            mean = self._table[_EMPTY]
        unit: Rows = mean / np.sqrt(mean @ mean)
        return unit


def composed(text: str) -> str:
    """The text with accents in the letters that carry them, as the tokenizer knows them.

    >>> composed("cafe\u0301") == "caf\u00e9"
    True
    """
    return text if text.isascii() else unicodedata.normalize("NFC", text)
