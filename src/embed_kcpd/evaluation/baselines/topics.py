"""Topic models learned on other documents, and what they say about a new text.

In:  training documents, as texts.
Out: a ``TopicModel``: the probability of every word under every topic.

Two trainers: latent Dirichlet allocation (scikit-learn's variational Bayes) and probabilistic
latent semantic analysis (EM, here).  Both give the same value, and a new text is folded in the
same way: its topic weights are found by EM while the topics stay as they are.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.errors import InputError, MissingExtraError
from embed_kcpd.evaluation.baselines.words import content_stems
from embed_kcpd.evaluation.document import Document

LEAST_COUNT = 2
"""A word seen only once in training says nothing about what it goes with."""

ROWS_AT_ONCE = 128
"""Neighbouring rows folded in together: few enough to share most of their words."""

_TINY = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class TopicModel:
    """``topics[k, w]`` is the probability of word w under topic k.

    Two models are equal only if they are the same one, so that results can be kept by model.
    """

    columns: Mapping[str, int]
    topics: FloatArray = field(repr=False)

    def view(self, units: Sequence[Sequence[str]]) -> tuple[FloatArray, FloatArray]:
        """Counts of the words of these units that the model knows, and their topics."""
        known = sorted({self.columns[w] for unit in units for w in unit if w in self.columns})
        place = {column: at for at, column in enumerate(known)}
        counts = np.zeros((len(units), len(known)))
        for row, unit in enumerate(units):
            for word in unit:
                if word in self.columns:
                    counts[row, place[self.columns[word]]] += 1.0
        return counts, self.topics[:, known]


def fold_in(counts: Vectors, topics: Vectors, iterations: int, prior: float = 0.0) -> Vectors:
    """Topic weights of each row of counts, by EM from equal weights; rows sum to one.

    ``prior`` is added to every topic's share of the words before dividing (a Dirichlet prior).
    Float32 stays float32.

    >>> fold_in(np.array([[3.0, 0.0]]), np.array([[1.0, 0.0], [0.0, 1.0]]), iterations=2)
    array([[1., 0.]])
    """
    weights = np.empty((len(counts), len(topics)), dtype=topics.dtype)
    for start in range(0, len(counts), ROWS_AT_ONCE):
        rows = counts[start : start + ROWS_AT_ONCE]
        # A word that none of these rows has adds nothing to any sum.
        words = np.flatnonzero(rows.any(axis=0))
        known = np.ascontiguousarray(topics[:, words])
        weights[start : start + ROWS_AT_ONCE] = _folded(rows[:, words], known, iterations, prior)
    return weights


def _folded(counts: Vectors, topics: Vectors, iterations: int, prior: float) -> Vectors:
    weights: Vectors = np.full((len(counts), len(topics)), 1.0 / len(topics), dtype=topics.dtype)
    # A row without known words keeps equal weights.
    seen = counts.any(axis=1, keepdims=True)
    for _ in range(iterations):
        expected = weights @ topics
        np.maximum(expected, _TINY, out=expected)
        np.divide(counts, expected, out=expected)
        shares = weights * (expected @ topics.T) + prior
        totals = np.maximum(shares.sum(axis=1, keepdims=True), _TINY)
        weights = np.where(seen, shares / totals, weights)
    return weights


@dataclass(frozen=True, slots=True)
class Lda:
    """Settings of latent Dirichlet allocation; the priors are those of both Dirichlets."""

    n_topics: int
    document_prior: float
    word_prior: float
    iterations: int
    seed: int = 0


@lru_cache(maxsize=8)
def latent_dirichlet(documents: tuple[Document, ...], lda: Lda) -> TopicModel:
    """Latent Dirichlet allocation by variational Bayes; kept for the next method that asks."""
    try:
        from sklearn.decomposition import LatentDirichletAllocation
    except ImportError:
        raise MissingExtraError("scikit-learn", "baselines") from None
    columns, counts = training_counts(documents)
    model = LatentDirichletAllocation(
        n_components=lda.n_topics,
        doc_topic_prior=lda.document_prior,
        topic_word_prior=lda.word_prior,
        learning_method="batch",
        max_iter=lda.iterations,
        random_state=lda.seed,
    ).fit(counts)
    topics: FloatArray = model.components_ / model.components_.sum(axis=1, keepdims=True)
    return TopicModel(columns, topics)


@lru_cache(maxsize=8)
def latent_semantic(
    documents: tuple[Document, ...], n_topics: int, iterations: int, seed: int
) -> TopicModel:
    """Probabilistic latent semantic analysis by EM from a random start; kept as well."""
    columns, counts = training_counts(documents)
    rng = np.random.default_rng(seed)
    weights: FloatArray = rng.dirichlet(np.ones(n_topics), size=len(counts))
    topics: FloatArray = rng.dirichlet(np.ones(len(columns)), size=n_topics)
    for _ in range(iterations):
        ratio = counts / np.maximum(weights @ topics, _TINY)
        grown = topics * (weights.T @ ratio)
        weights = weights * (ratio @ topics.T)
        weights /= np.maximum(weights.sum(axis=1, keepdims=True), _TINY)
        topics = grown / np.maximum(grown.sum(axis=1, keepdims=True), _TINY)
    return TopicModel(columns, topics)


@lru_cache(maxsize=2)
def training_counts(documents: tuple[Document, ...]) -> tuple[Mapping[str, int], FloatArray]:
    """Columns of the words seen at least twice, and their counts in each document."""
    tallies = [Counter(w for unit in doc.units for w in content_stems(unit)) for doc in documents]
    total: Counter[str] = Counter()
    for tally in tallies:
        total.update(tally)
    columns = {
        word: at
        for at, word in enumerate(sorted(w for w, count in total.items() if count >= LEAST_COUNT))
    }
    if not columns:
        raise InputError("a topic model needs training documents with words that repeat")
    counts = np.zeros((len(tallies), len(columns)))
    for row, tally in enumerate(tallies):
        for word, count in tally.items():
            if word in columns:
                counts[row, columns[word]] = count
    return columns, counts
