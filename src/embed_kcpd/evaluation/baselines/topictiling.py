"""TopicTiling (Riedl and Biemann 2012): TextTiling on topics instead of words.

In:  other documents of the same kind, to learn topics from; the words of a document.
Out: boundaries at the deepest valleys of topic similarity.

Every word is replaced by its most probable topic in the document, so that two sentences
without a common word can still be alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.baselines.embedding_tiling import deep_valleys
from embed_kcpd.evaluation.baselines.gaps import block_similarity, boundaries_after, depths, minima
from embed_kcpd.evaluation.baselines.learning import need_documents
from embed_kcpd.evaluation.baselines.topics import Lda, TopicModel, fold_in, latent_dirichlet
from embed_kcpd.evaluation.baselines.words import content_stems
from embed_kcpd.evaluation.document import Document

LDA = Lda(n_topics=100, document_prior=50.0 / 100, word_prior=0.01, iterations=50)
"""The authors' advice: 100 topics, alpha = 50 / topics, beta = 0.01."""

FOLDING_ITERATIONS = 50

WINDOW = 3
"""Units on each side of a gap: the shortest segment of Choi."""

CUTOFF = 0.5
"""Standard deviations below the mean depth that still make a boundary."""


@dataclass(frozen=True, slots=True)
class TopicTiling:
    """Tiling by a topic model; own number of segments, or the deepest valleys of a given one."""

    model: TopicModel
    needs_count: bool = False
    window: int = WINDOW
    needs_vectors: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return "topictiling-count" if self.needs_count else "topictiling"

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if document.n_units < 2:
            return ()
        units = [content_stems(unit) for unit in document.units]
        scores = block_similarity(topic_counts(units, self.model), self.window)
        if not self.needs_count:
            return boundaries_after(deep_valleys(scores, CUTOFF))
        return boundaries_after(deepest_valleys(scores, document.n_segments - 1))


@dataclass(frozen=True, slots=True)
class TopicTilingLearner:
    """Learns the topics by latent Dirichlet allocation."""

    needs_count: bool = False
    lda: Lda = LDA
    needs_boundaries: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return "topictiling-count" if self.needs_count else "topictiling"

    def learn(self, documents: Sequence[Document]) -> TopicTiling:
        need_documents(documents, self.name)
        model = latent_dirichlet(tuple(documents), self.lda)
        return TopicTiling(model, self.needs_count)


def topic_counts(units: Sequence[Sequence[str]], model: TopicModel) -> FloatArray:
    """How many words of each unit belong to each topic, each word to its most probable one."""
    counts, topics = model.view(units)
    weights = fold_in(
        counts.sum(axis=0, keepdims=True), topics, FOLDING_ITERATIONS, LDA.document_prior
    )
    assigned = (weights[0][:, None] * topics).argmax(axis=0)
    by_topic = np.zeros((len(units), len(topics)))
    np.add.at(by_topic.T, assigned, counts.T)
    return by_topic


def deepest_valleys(scores: FloatArray, n_boundaries: int) -> list[int]:
    """The given number of gaps: the deepest minima, then other gaps by depth where they end."""
    depth = depths(scores)
    is_minimum = np.zeros(len(scores), dtype=np.bool_)
    is_minimum[minima(scores)] = True
    order = np.lexsort((-depth, ~is_minimum))
    return sorted(order[:n_boundaries].tolist())
