"""The LDA dynamic programme of Misra et al. (2009, CIKM): segments of few topics.

In:  other documents, to learn topics from; the words of a document.
Out: the segmentation whose segments are most probable under the topic model.

Each candidate segment is folded in as if it were a document; its log likelihood is the sum of
``log sum_k weight[k] P(word | k)``.  A segment on one subject needs few topics and gets a
higher likelihood than a mixture; a price per segment keeps the number of segments down.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.baselines.dynamic import cut
from embed_kcpd.evaluation.baselines.learning import need_documents
from embed_kcpd.evaluation.baselines.topics import Lda, TopicModel, fold_in, latent_dirichlet
from embed_kcpd.evaluation.baselines.topictiling import LDA
from embed_kcpd.evaluation.baselines.words import content_stems
from embed_kcpd.evaluation.datasets import Document

FOLDING_ITERATIONS = 5
"""EM steps for each candidate: from 3 to 50 the error on Choi changes by half a point."""

LONGEST = 100
"""Units of the longest candidate, other than the whole text.  Misra et al. (2011) bound the
length too, for the same reason: time."""

_TINY = 1e-300


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
        units = [content_stems(unit) for unit in document.units]
        count = document.n_segments if self.needs_count else None
        # A given number of segments must stay within reach.
        longest = max(LONGEST, 2 * len(units) // (count or len(units) or 1))
        table = segment_costs(units, self.model, longest)
        n_words = sum(len(unit) for unit in units)
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


def segment_costs(units: Sequence[Sequence[str]], model: TopicModel, longest: int) -> FloatArray:
    """Minus the log likelihood of every segment up to a length, and of the whole, as a table."""
    n = len(units)
    counts, topics = model.view(units)
    sums = np.vstack([np.zeros((1, counts.shape[1])), np.cumsum(counts, axis=0)])
    table = np.full((n + 1, n + 1), np.inf)
    for length in {*range(1, min(n, longest) + 1), n} - {0}:
        starts = np.arange(n - length + 1)
        table[starts, starts + length] = _costs(sums[starts + length] - sums[starts], topics)
    return table


def _costs(segments: FloatArray, topics: FloatArray) -> FloatArray:
    weights = fold_in(segments, topics, FOLDING_ITERATIONS)
    fit = np.log(np.maximum(weights @ topics, _TINY))
    costs: FloatArray = -np.einsum("sw,sw->s", segments, fit)
    return costs
