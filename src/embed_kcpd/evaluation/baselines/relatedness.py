"""How related two units are: by pairing their words, or by their own vectors.

In:  a document, vectors of words or of units.
Out: a symmetric matrix over units; zero on the diagonal and far from it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Protocol

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.errors import MissingExtraError
from embed_kcpd.evaluation.baselines.glove import glove_rows
from embed_kcpd.evaluation.baselines.text_vectors import TextVectors
from embed_kcpd.evaluation.baselines.word_frequency import information_content
from embed_kcpd.evaluation.baselines.words import content_words
from embed_kcpd.evaluation.document import Document

FARTHEST = 100
"""Units this far apart or further are unrelated (as in the authors' program)."""

KEPT_DOCUMENTS = 128
"""Matrices kept: those of the documents on which numbers are chosen, until they are cut."""

OfWords = Callable[[Sequence[str]], FloatArray]
"""One row, or one number, for each word."""


class Relatedness(Protocol):
    """Anything that says how related the units of a document are."""

    def __call__(self, document: Document) -> FloatArray: ...


@dataclass(frozen=True, slots=True)
class WordRelatedness:
    """The paper's: words paired so that what the pairs are worth adds up to most.

    A pair is worth its cosine times the information content of its less informative word; the
    sum is divided by the length of either unit and averaged.  A word without a vector is left
    out.
    """

    vectors: OfWords = field(default=glove_rows, repr=False)
    content: OfWords = field(default=information_content, repr=False)

    def __call__(self, document: Document) -> FloatArray:
        return _kept(self, document.blind())

    def computed(self, document: Document) -> FloatArray:
        """The matrix itself; the units that follow one are compared with it in one product."""
        units = [content_words(unit) for unit in document.units]
        words = [word for unit in units for word in unit]
        n, related = len(units), np.zeros((len(units), len(units)))
        if not words:
            return related
        rows, weights = self.vectors(words), self.content(words)
        known = rows.any(axis=1)
        rows, weights = rows[known], weights[known]
        unit_of = np.repeat(np.arange(n), [len(unit) for unit in units])[known]
        first = np.searchsorted(unit_of, np.arange(n + 1))
        for unit in range(n):
            end = min(n, unit + FARTHEST)
            mine, ahead = (slice(*first[[a, b]]) for a, b in ((unit, unit + 1), (unit + 1, end)))
            worth = rows[mine] @ rows[ahead].T
            worth *= np.minimum.outer(weights[mine], weights[ahead])
            starts = first[unit + 1 : end + 1] - first[unit + 1]
            related[unit, unit + 1 : end] = _paired(worth, starts.tolist())
        both: FloatArray = related + related.T
        return both


@dataclass(frozen=True, slots=True)
class UnitRelatedness:
    """The cosine of the units' own vectors."""

    vectors: TextVectors = field(default_factory=TextVectors, repr=False)

    def __call__(self, document: Document) -> FloatArray:
        if not document.units:
            return np.zeros((0, 0))
        rows = self.vectors.of_texts(document.units)
        apart = np.abs(np.subtract.outer(np.arange(len(rows)), np.arange(len(rows))))
        related: FloatArray = np.where((apart > 0) & (apart < FARTHEST), rows @ rows.T, 0.0)
        return related


@lru_cache(maxsize=KEPT_DOCUMENTS)
def _kept(relatedness: WordRelatedness, document: Document) -> FloatArray:
    return relatedness.computed(document)


def _paired(worth: FloatArray, starts: Sequence[int]) -> list[float]:
    """Relatedness of one unit, the rows, to each of those whose words begin at ``starts``."""
    pairing, length, related = _pairing(), len(worth), []
    for start, end in pairwise(starts):
        if length == 0 or end == start:
            related.append(0.0)
            continue
        block = worth[:, start:end]
        total = float(block[pairing(block, maximize=True)].sum())
        related.append(0.5 * (total / length + total / (end - start)))
    return related


def _pairing() -> Callable[..., tuple[IntArray, IntArray]]:
    """The one-to-one pairing with the largest sum (the Hungarian method), as rows and columns."""
    try:
        from scipy.optimize import linear_sum_assignment
    except ImportError:
        raise MissingExtraError("scikit-learn", "baselines") from None
    pairing: Callable[..., tuple[IntArray, IntArray]] = linear_sum_assignment
    return pairing
