"""pLSA segmentation (Brants, Chen and Tsochantaridis 2002, CIKM).

In:  other documents, to learn topics from; the words of a document.
Out: boundaries at dips of similarity between neighbouring blocks.

A block of a few sentences is folded into the topic model and becomes a smooth distribution
over all words; blocks are compared by how much of their distributions overlaps.  Models from
different random starts are averaged, since EM ends in a different place each time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.baselines.embedding_tiling import deep_valleys
from embed_kcpd.evaluation.baselines.gaps import boundaries_after, sums_beside
from embed_kcpd.evaluation.baselines.learning import need_documents
from embed_kcpd.evaluation.baselines.topics import TopicModel, fold_in, latent_semantic
from embed_kcpd.evaluation.baselines.topictiling import deepest_valleys
from embed_kcpd.evaluation.baselines.words import content_stems
from embed_kcpd.evaluation.document import Document

N_TOPICS = 50
N_MODELS = 4
TRAINING_ITERATIONS = 50
FOLDING_ITERATIONS = 10

BLOCK = 3
"""Units on each side of a gap: the shortest segment of Choi."""

CUTOFF = 0.5
"""Standard deviations below the mean depth that still make a boundary."""


@dataclass(frozen=True, slots=True)
class Plsa:
    """Dips of the mean similarity over several models; own number of segments, or given."""

    models: tuple[TopicModel, ...]
    needs_count: bool = False
    block: int = BLOCK
    needs_vectors: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return "plsa-count" if self.needs_count else "plsa"

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if document.n_units < 2:
            return ()
        scores = _kept_scores(document.blind(), self.models, self.block)
        if not self.needs_count:
            return boundaries_after(deep_valleys(scores, CUTOFF))
        return boundaries_after(deepest_valleys(scores, document.n_segments - 1))


@dataclass(frozen=True, slots=True)
class PlsaLearner:
    """Learns several models from different random starts."""

    needs_count: bool = False
    seed: int = 0
    needs_boundaries: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return "plsa-count" if self.needs_count else "plsa"

    def learn(self, documents: Sequence[Document]) -> Plsa:
        need_documents(documents, self.name)
        seeds = range(self.seed, self.seed + N_MODELS)
        models = [
            latent_semantic(tuple(documents), N_TOPICS, TRAINING_ITERATIONS, seed) for seed in seeds
        ]
        return Plsa(tuple(models), self.needs_count)


@lru_cache(maxsize=400)
def _kept_scores(document: Document, models: tuple[TopicModel, ...], block: int) -> FloatArray:
    """The mean curve of a document; kept for the other method, which asks for the same."""
    units = [content_stems(unit) for unit in document.units]
    scores: FloatArray = np.mean([overlaps(units, model, block) for model in models], axis=0)
    return scores


def overlaps(units: Sequence[Sequence[str]], model: TopicModel, block: int) -> FloatArray:
    """Shared mass of the word distributions of the blocks before and after every gap."""
    counts, topics = model.view(units)
    folded = fold_in(np.vstack(sums_beside(counts, block)), topics, FOLDING_ITERATIONS)
    # Over the words of this document; the rest of the vocabulary is the same for all gaps.
    words = folded @ topics
    words /= np.maximum(words.sum(axis=1, keepdims=True), 1e-12)
    shared: FloatArray = np.minimum(*np.split(words, 2)).sum(axis=1)
    return shared
