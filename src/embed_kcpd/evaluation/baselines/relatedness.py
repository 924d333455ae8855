"""How related two units are: by pairing their words, or by their own vectors.

In:  a document, vectors of words or of units.
Out: a symmetric matrix over units; zero on the diagonal and far from it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.errors import MissingExtraError
from embed_kcpd.evaluation.baselines.text_vectors import TextVectors
from embed_kcpd.evaluation.baselines.words import content_words
from embed_kcpd.evaluation.datasets import Document

FARTHEST = 100
"""Units this far apart or further are unrelated (as in the authors' program)."""


class Relatedness(Protocol):
    """Anything that says how related the units of a document are."""

    def __call__(self, document: Document) -> FloatArray: ...


@dataclass(frozen=True, slots=True)
class WordRelatedness:
    """The paper's: words paired so that their similarities add up to most.

    A pair contributes its similarity times the information content of its less informative
    word; the sum is divided by the length of either unit and averaged.
    """

    content: Mapping[str, float] = field(repr=False)
    vectors: TextVectors = field(repr=False)

    def __call__(self, document: Document) -> FloatArray:
        units = [content_words(unit) for unit in document.units]
        words = sorted({word for unit in units for word in unit})
        related = np.zeros((len(units), len(units)))
        if not words:
            return related
        column = {word: at for at, word in enumerate(words)}
        rows = self.vectors.of_words(words)
        similarity: FloatArray = rows @ rows.T
        weight: FloatArray = np.array([self.content.get(word, 1.0) for word in words])
        places = [np.array([column[word] for word in unit], dtype=np.int64) for unit in units]
        for left, mine in enumerate(places):
            for right in range(left + 1, min(len(units), left + FARTHEST)):
                related[left, right] = _paired(similarity, weight, mine, places[right])
        both: FloatArray = related + related.T
        return both


@dataclass(frozen=True, slots=True)
class UnitRelatedness:
    """The cosine of the units' own vectors."""

    vectors: TextVectors = field(repr=False)

    def __call__(self, document: Document) -> FloatArray:
        if not document.units:
            return np.zeros((0, 0))
        rows = self.vectors.of_texts(document.units)
        apart = np.abs(np.subtract.outer(np.arange(len(rows)), np.arange(len(rows))))
        related: FloatArray = np.where((apart > 0) & (apart < FARTHEST), rows @ rows.T, 0.0)
        return related


def information_content(words: Iterable[str]) -> Mapping[str, float]:
    """How rare each word is, from near 0 to 1; a word not seen at all counts 1.

    ``-log((count + 1) / (all words + different words))``, over its value for a count of zero.
    With counts 3 and 1, six in the denominator: 1 - log 4 / log 6 and 1 - log 2 / log 6.

    >>> {word: round(value, 3) for word, value in information_content("aaab").items()}
    {'a': 0.226, 'b': 0.613}
    """
    counts = Counter(words)
    total = sum(counts.values()) + len(counts)
    return {word: float(1.0 - np.log(count + 1) / np.log(total)) for word, count in counts.items()}


def _paired(similarity: FloatArray, weight: FloatArray, mine: IntArray, yours: IntArray) -> float:
    """Relatedness of two units given as places of their words."""
    if len(mine) == 0 or len(yours) == 0:
        return 0.0
    rows, columns = _best_pairs(similarity[np.ix_(mine, yours)])
    a, b = mine[rows], yours[columns]
    total = float(similarity[a, b] @ np.minimum(weight[a], weight[b]))
    return 0.5 * (total / len(mine) + total / len(yours))


def _best_pairs(similarity: FloatArray) -> tuple[IntArray, IntArray]:
    """Rows and columns of the one-to-one pairing with the largest summed similarity."""
    try:
        from scipy.optimize import linear_sum_assignment
    except ImportError:
        raise MissingExtraError("scikit-learn", "baselines") from None
    rows, columns = linear_sum_assignment(similarity, maximize=True)
    return rows, columns
