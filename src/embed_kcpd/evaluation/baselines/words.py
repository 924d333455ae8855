"""The words of a unit, as methods that count words see them.

In:  the text of a unit.
Out: its tokens, its content stems; the term counts of many units.

Stems are Porter's (1980), the stemmer of Choi's and Eisenstein's programs.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import MissingExtraError
from embed_kcpd.evaluation.baselines.stop_words import STOP_WORDS

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def tokens(text: str) -> list[str]:
    """Words and numbers in lower case; an apostrophe inside a word stays.

    >>> tokens("We don't -- ever -- say `` 42 ''.")
    ['we', "don't", 'ever', 'say', '42']
    """
    return [word.replace("’", "'") for word in _TOKEN.findall(text.lower())]


def is_content(token: str) -> bool:
    """Whether a token can carry a topic: it has a letter and is no function word."""
    return token not in STOP_WORDS and any(character.isalpha() for character in token)


def content_words(text: str) -> list[str]:
    """The tokens that can carry a topic.

    >>> content_words("The 3 ministers have met in Oslo.")
    ['ministers', 'met', 'oslo']
    """
    return [token for token in tokens(text) if is_content(token)]


def content_spans(text: str) -> list[tuple[str, int, int]]:
    """The tokens that can carry a topic, and where in the text each lies.

    >>> content_spans("The ministers met.")
    [('ministers', 4, 13), ('met', 14, 17)]
    """
    matches = ((match.group().lower(), *match.span()) for match in _TOKEN.finditer(text))
    return [match for match in matches if is_content(match[0])]


def content_stems(text: str) -> list[str]:
    """The stems of the content words.

    >>> content_stems("The ministers have met; a minister met them.")
    ['minist', 'met', 'minist', 'met']
    """
    return list(_content_stems(text))


@lru_cache(maxsize=65_536)
def _content_stems(text: str) -> tuple[str, ...]:
    """Kept, because a learner reads every unit several times."""
    return tuple(stem(word) for word in content_words(text))


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Porter's stem of a word."""
    return _porter()(word)


def term_counts(units: Sequence[Sequence[str]]) -> FloatArray:
    """How often each term occurs in each unit: one row a unit, one column a term.

    >>> term_counts([["a", "b", "a"], [], ["b"]])
    array([[2., 1.],
           [0., 0.],
           [0., 1.]])
    """
    columns: dict[str, int] = {}
    for unit in units:
        for term in unit:
            columns.setdefault(term, len(columns))
    counts = np.zeros((len(units), len(columns)))
    for row, unit in enumerate(units):
        for term in unit:
            counts[row, columns[term]] += 1.0
    return counts


def cosines(counts: FloatArray) -> FloatArray:
    """Cosine of every pair of rows of counts; a row of zeros is like nothing, not even itself.

    Ranks ask which of two cosines is larger, and many are equal.  Squares of counts are whole
    numbers and one division rounds equal fractions alike, so equal cosines are equal on every
    machine; products of rows of norm one are not.

    >>> cosines(np.array([[3.0, 0.0], [0.0, 0.0], [1.0, 0.0]]))
    array([[1., 0., 1.],
           [0., 0., 0.],
           [1., 0., 1.]])
    """
    products = counts @ counts.T
    squares = np.outer(products.diagonal(), products.diagonal())
    shares = np.divide(products**2, squares, out=np.zeros_like(squares), where=squares > 0)
    pairs: FloatArray = np.sqrt(shares)
    return pairs


@cache
def _porter() -> Callable[[str], str]:
    try:
        import snowballstemmer
    except ImportError:
        raise MissingExtraError("snowballstemmer", "baselines") from None
    porter: Callable[[str], str] = snowballstemmer.stemmer("porter").stemWord
    return porter
