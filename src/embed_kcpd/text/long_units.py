"""Cutting units that no encoder can read whole.

In:  a stretch of a text and the most bytes of UTF-8 one unit may have.
Out: where to cut it, into pieces of similar size.

Bytes stand in for tokens: a thousand bytes are some 250 to 350 tokens in most scripts, and
counting them needs no tokenizer.  A piece ends at the best place in its second half: after a
line break, else after a clause mark, else after white space, else before its last word.  Only
a word that is too long for a piece is cut, and never inside a visible character.
"""

import math
import re
import unicodedata
from collections.abc import Iterator

_WHITE_SPACE = re.compile(r"\s+")
_BREAKS = (
    re.compile(r"[\n\r\x0b\x0c\x85\u2028\u2029]\s*"),
    re.compile(r"[,;:!?|…—–、，；：。！？،؛؟।།॥።፣፤၊။។](?:\s+|(?<=[、，；：。！？།]))"),
    _WHITE_SPACE,
)
"""Good places to cut, best first; the white space after the mark stays with the mark."""


_BEFORE_LETTER = "\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4"
_AFTER_LETTER = "\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3"
"""Vowels of Thai and Lao that are letters of their own and belong to the consonant beside them."""


def cut_points(text: str, start: int, end: int, most_bytes: int) -> Iterator[int]:
    """Where to cut characters ``start`` to ``end - 1`` so that each piece fits.

    >>> list(cut_points("one two three four", 0, 18, 10))
    [8]
    """
    if 4 * (end - start) <= most_bytes:
        return
    left = byte_length(text[start:end])
    while left > most_bytes:
        room = math.ceil(left / math.ceil(left / most_bytes))
        cut = _best_cut(text, start, _room_end(text, start, end, room))
        left -= byte_length(text[start:cut])
        yield cut
        start = cut


def byte_length(text: str) -> int:
    """Bytes of the text in UTF-8, three for half of a surrogate pair.

    >>> byte_length("é€"), byte_length("\\ud800")
    (5, 3)
    """
    return len(text.encode("utf-8", "surrogatepass"))


def _room_end(text: str, start: int, end: int, room: int) -> int:
    """How far from ``start`` a piece of ``room`` bytes goes, one character at least."""
    stop = min(end, start + room)
    while stop - start > 1 and byte_length(text[start:stop]) > room:
        over = byte_length(text[start:stop]) - room
        # Four bytes are the most a character has, so this never steps too far back.
        stop = max(start + 1, stop - math.ceil(over / 4))
    return stop


def _best_cut(text: str, start: int, stop: int) -> int:
    window = text[start:stop]
    for pattern in _BREAKS:
        ends = [match.end() for match in pattern.finditer(window, len(window) // 2)]
        if ends:
            return start + ends[-1]
    return _before_word(text, start, stop) or _inside_word(text, start, stop)


def _before_word(text: str, start: int, stop: int) -> int | None:
    """Where the word that does not end before ``stop`` begins, if it fits into a piece."""
    ends = [match.end() for match in _WHITE_SPACE.finditer(text, start, stop)]
    if not ends:
        return None
    farthest = ends[-1] + stop - start
    fits = farthest >= len(text) or _WHITE_SPACE.search(text, ends[-1], farthest)
    return ends[-1] if fits else None


def _inside_word(text: str, start: int, stop: int) -> int:
    """The last place up to ``stop`` between two visible characters."""
    cut = stop
    while cut - start > 1 and _joins(text[cut - 1], text[cut]):
        cut -= 1
    # A letter under a thousand accents has no good place: cut where the room ends.
    return cut if cut - start > 1 else stop


def _joins(before: str, after: str) -> bool:
    """Whether a cut between two characters would tear one visible character apart."""
    if unicodedata.category(after).startswith("M") or "\u200d" in (before, after):
        return True
    return (before, after) == ("\r", "\n") or before in _BEFORE_LETTER or after in _AFTER_LETTER
