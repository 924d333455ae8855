"""Text to token numbers, for texts of any length and with any characters.

In:  a text.
Out: at most ``max_tokens`` token numbers, the model's first and last mark included if it has them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from tokenizers import Encoding

Piece = TypeVar("Piece")

FIRST_LOOK = 16
LAST_LOOK = 128
"""Characters read of one text for each token the model reads.  Words of at most 100 characters
fit into the last look: only white space without end or unknown words can be longer."""


class WordPieces:
    """The model's own tokenizer, with limits on what it is shown.

    ``has_marks`` says whether it puts a mark of its own at both ends of a text.
    """

    def __init__(self, path: Path, max_tokens: int, *, has_marks: bool = True) -> None:
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._max_tokens = max_tokens
        self._has_marks = has_marks

    def ids(self, text: str) -> list[int]:
        """Token numbers of the beginning of ``text``, as far as the model reads."""
        return self._as_read(self._pieces(text).ids)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where in ``text`` each token of ``ids`` lies; the model's marks are empty."""
        return self._as_read(self._pieces(text).offsets)

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each whole text, without the model's first and last mark."""
        readable = [without_lone_surrogates(text) for text in texts]
        counted = self._tokenizer.encode_batch_fast(readable, add_special_tokens=False)
        return [len(tokens.ids) for tokens in counted]

    def _pieces(self, text: str) -> "Encoding":
        first, last = FIRST_LOOK * self._max_tokens, LAST_LOOK * self._max_tokens
        pieces = self._tokenizer.encode(without_lone_surrogates(text[:first]))
        # Twice the tokens needed: then the word that the look cut in two is far behind.
        if len(text) > first and len(pieces.ids) < 2 * self._max_tokens:
            pieces = self._tokenizer.encode(without_lone_surrogates(text[:last]))
        return pieces

    def _as_read(self, pieces: list[Piece]) -> list[Piece]:
        """The first pieces and the last mark, as many as the model reads."""
        if len(pieces) <= self._max_tokens or not self._has_marks:
            return pieces[: self._max_tokens]
        return [*pieces[: self._max_tokens - 1], pieces[-1]]


def without_lone_surrogates(text: str) -> str:
    """``text`` as it can be written in UTF-8: halves of a character become U+FFFD.

    >>> without_lone_surrogates("fine")
    'fine'
    >>> without_lone_surrogates("half \\ud83d") == "half \\ufffd"
    True
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
