"""The LDA dynamic programme of Misra et al. (2009, CIKM): segments of few topics.

In:  other documents, to learn topics from; the words of a document.
Out: the segmentation whose segments are most probable under the topic model.

Each candidate segment is folded in as if it were a document; its log likelihood is the sum of
``log sum_k weight[k] P(word | k)``.  A segment on one subject needs few topics and gets a
higher likelihood than a mixture; a price per segment keeps the number of segments down.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.evaluation.baselines.dynamic import cut
from embed_kcpd.evaluation.baselines.learning import need_documents
from embed_kcpd.evaluation.baselines.topics import Lda, TopicModel, fold_in, latent_dirichlet
from embed_kcpd.evaluation.baselines.topictiling import LDA
from embed_kcpd.evaluation.baselines.words import content_stems
from embed_kcpd.evaluation.document import Document

FOLDING_ITERATIONS = 5
"""EM steps for each candidate: from 3 to 50 the error on Choi changes by half a point."""

LONGEST = 100
"""Units of the longest candidate, other than the whole text.  Misra et al. (2011) bound the
length too, for the same reason: time."""

SIDE = 16
"""Starts, and lengths, that are scored together."""


@dataclass(frozen=True, slots=True)
class Misra:
    """Likelihood of the segments under a topic model, less a price per segment."""

    model: TopicModel
    needs_count: bool = False
    needs_vectors: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return "misra-count" if self.needs_count else "misra"

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        count = document.n_segments if self.needs_count else None
        # A given number of segments must stay within reach.
        longest = max(LONGEST, 2 * document.n_units // (count or document.n_units or 1))
        table = _kept_costs(document.blind(), self.model, longest)
        n_words = sum(len(content_stems(unit)) for unit in document.units)
        # As in Utiyama and Isahara (2001): a segmentation into m has probability n ** -m.
        price = float(np.log(max(n_words, 2)))
        return cut(table, count, price)


@dataclass(frozen=True, slots=True)
class MisraLearner:
    """Learns the topics by latent Dirichlet allocation."""

    needs_count: bool = False
    lda: Lda = LDA
    needs_boundaries: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return "misra-count" if self.needs_count else "misra"

    def learn(self, documents: Sequence[Document]) -> Misra:
        need_documents(documents, self.name)
        model = latent_dirichlet(tuple(documents), self.lda)
        return Misra(model, self.needs_count)


@lru_cache(maxsize=400)
def _kept_costs(document: Document, model: TopicModel, longest: int) -> FloatArray:
    """The table of a document; kept for the other method, which asks for the same."""
    return segment_costs([content_stems(unit) for unit in document.units], model, longest)


def segment_costs(units: Sequence[Sequence[str]], model: TopicModel, longest: int) -> FloatArray:
    """Minus the log likelihood of every segment up to a length, and of the whole, as a table.

    Segments that begin and end near each other are scored together, since they have most of
    their words in common and need no other.
    """
    n = len(units)
    table = np.full((n + 1, n + 1), np.inf)
    if n == 0:
        return table
    counts, topics = (array.astype(np.float32) for array in model.view(units))
    sums = np.vstack([np.zeros_like(counts[:1]), np.cumsum(counts, axis=0)])
    for starts, ends in (*_neighbouring(n, longest), (np.array([0]), np.array([n]))):
        words = np.flatnonzero(sums[ends.max()] - sums[starts.min()])
        segments = sums[np.ix_(ends, words)] - sums[np.ix_(starts, words)]
        table[starts, ends] = _costs(segments, topics[:, words])
    return table


def _neighbouring(n: int, longest: int) -> Iterator[tuple[IntArray, IntArray]]:
    """Starts and ends of all segments up to a length, in groups that lie close together."""
    near = np.arange(SIDE)
    for start, length in product(range(0, n, SIDE), range(1, min(n, longest) + 1, SIDE)):
        starts, lengths = (grid.ravel() for grid in np.meshgrid(start + near, length + near))
        inside = (starts + lengths <= n) & (lengths <= longest)
        if inside.any():
            yield starts[inside], (starts + lengths)[inside]


def _costs(segments: Vectors, topics: Vectors) -> FloatArray:
    weights = fold_in(segments, topics, FOLDING_ITERATIONS)
    expected = weights @ topics
    fit = np.log(np.maximum(expected, np.finfo(expected.dtype).tiny))
    costs: FloatArray = -np.einsum("sw,sw->s", segments, fit, dtype=np.float64)
    return costs
