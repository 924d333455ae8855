"""Words, in scripts with and without spaces between them.

In:  a text.
Out: its runs of word characters, and how many words they make.

Runs are letters, marks and digits, an apostrophe inside them included.  Words are counted by
white space, which is how the constants of ``reach.py`` were measured.  Scripts that put no
space between words have nothing to count by; there two characters of Chinese or Japanese make
a word, and four of Thai, Lao, Khmer, Burmese or Tibetan, vowels and tones included.  That is
near what dictionaries of these languages find, and needs no dictionary.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from embed_kcpd.arrays import FloatArray

_TWO_A_WORD = "\u3005-\u3007\u3040-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf"
_TWO_A_WORD += "\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U000323af"
"""Han, Hiragana, Katakana, Bopomofo, Yi."""

_FOUR_A_WORD = "\u0e00-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaadf"
"""Thai, Lao, Tibetan, Burmese, Khmer, Tai."""

_PER_WORD = {"spaced": 0, "two": 2, "four": 4}
_UNSPACED = re.compile(f"[{_TWO_A_WORD}{_FOUR_A_WORD}]")
_UNSPACED_RUN = re.compile(f"[{_TWO_A_WORD}{_FOUR_A_WORD}]+")
_ASCII_RUN = re.compile(r"[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*")
"""The same runs where nothing else can occur, several times as fast."""


def is_unspaced(word: str) -> bool:
    """Whether the word begins in a script without spaces between words.

    >>> is_unspaced("技術"), is_unspaced("technique")
    (True, False)
    """
    return not word.isascii() and _UNSPACED.match(word) is not None


def has_unspaced(text: str) -> bool:
    """Whether some of the text is in a script without spaces between words."""
    return not text.isascii() and _UNSPACED.search(text) is not None


def spaced_parts(text: str) -> list[str]:
    """The text between its runs in scripts without spaces.

    >>> spaced_parts("用Node.js写API服务"), spaced_parts("plain text")
    (['Node.js', 'API'], ['plain text'])
    """
    if text.isascii():
        return [text]
    return [part for part in _UNSPACED_RUN.split(text) if part.strip()]


def count_words(texts: Iterable[str]) -> FloatArray:
    """The words of each text; a fraction where they are estimated from characters.

    >>> count_words(["It's a garden.", "我们去公园", "?"]).tolist()
    [3.0, 2.5, 1.0]
    """
    return np.array([_count(text) for text in texts], dtype=np.float64)


def word_runs(text: str) -> list[tuple[str, int]]:
    """Runs of word characters, each with how many of its characters make a word (0: all).

    >>> word_runs("AI技術 (2024)")
    [('AI', 0), ('技術', 2), ('2024', 0)]
    """
    if text.isascii():
        return [(word, 0) for word in _ASCII_RUN.findall(text)]
    return [(m.group(), _PER_WORD[str(m.lastgroup)]) for m in _runs().finditer(text)]


def _count(text: str) -> float:
    parts = text.split()
    if not has_unspaced(text):
        return float(len(parts))
    return sum(_estimated(part) if has_unspaced(part) else 1.0 for part in parts)


def _estimated(part: str) -> float:
    return sum(len(run) / per_word if per_word else 1.0 for run, per_word in word_runs(part))


@lru_cache(maxsize=1)
def _runs() -> re.Pattern[str]:
    # Vowel signs and accents are no "\w" in Python, and would cut Hindi words in pieces.
    marks = _mark_class()
    letter = rf"[^\W_{_TWO_A_WORD}{_FOUR_A_WORD}]"
    return re.compile(
        rf"(?P<spaced>{letter}(?:{letter}|['’](?={letter})|(?![{_FOUR_A_WORD}])[{marks}])*)"
        rf"|(?P<two>(?:(?=\w)[{_TWO_A_WORD}][{marks}]*)+)"
        rf"|(?P<four>(?:(?=[\w{marks}])[{_FOUR_A_WORD}])+)"
    )


_MARKS = frozenset({"Mn", "Mc", "Me"})


def _mark_class() -> str:
    """Every combining mark, as ranges of a regular expression's character class."""
    ranges: list[list[int]] = []
    codes = (*range(0x300, 0x3100), *range(0xA66F, 0xAC00), *range(0xFB1E, 0x1E94B))
    for code, category in zip(codes, map(unicodedata.category, map(chr, codes)), strict=True):
        if category in _MARKS:
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)
