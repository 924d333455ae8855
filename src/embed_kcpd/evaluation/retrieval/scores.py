"""The scores of one way of chunking on some corpora.

In:  corpora, the chunks of each, an encoder.
Out: a ``ChunkerScores``: sizes, and for each retriever the measures averaged over corpora.

All corpora are one index, so that a question has to find its own text among the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.encoders import Encoder
from embed_kcpd.evaluation.retrieval.corpora import Corpus
from embed_kcpd.evaluation.retrieval.measures import (
    Characters,
    Span,
    at_rank,
    best_precision,
    recall_within,
)
from embed_kcpd.evaluation.retrieval.retrievers import by_vectors, by_words

BUDGETS = (500, 1_000, 2_000)
"""Tokens that a model may read."""

CHUNKS_AT_K = 5
RANKED = 400
"""Chunks of a ranking that are looked at; the largest budget ends long before."""

WORDS = "BM25"


@dataclass(frozen=True, slots=True)
class RetrieverScores:
    """Percent; each corpus counts the same."""

    within: tuple[float, ...]
    recall: float
    precision: float
    overlap: float
    by_corpus: Mapping[str, float]
    """Mean recall over the budgets, for each corpus."""

    recall_by_corpus: Mapping[str, float]
    """Recall of the first chunks, for each corpus."""

    @property
    def score(self) -> float:
        """Mean recall over the budgets."""
        return sum(self.within) / len(self.within)


@dataclass(frozen=True, slots=True)
class ChunkerScores:
    """How large the chunks are, and how each retriever does with them."""

    n_chunks: int
    mean_tokens: float
    most_tokens: int
    best_precision: float
    retrievers: Mapping[str, RetrieverScores]


def scored(
    corpora: Sequence[Corpus],
    spans: Sequence[Span],
    rows: Mapping[str, FloatArray],
    encoder: Encoder,
) -> ChunkerScores:
    """Scores with each kind of vectors in ``rows``, and by words."""
    questions = [question.text for corpus in corpora for question in corpus.questions]
    texts = [corpora[span.corpus].text[span.start : span.end] for span in spans]
    similarities = {name: by_vectors(questions, each, encoder) for name, each in rows.items()}
    similarities[WORDS] = by_words(questions, texts)
    characters = [Characters(corpus.text) for corpus in corpora]
    omega = [
        np.mean(
            [
                best_precision(spans, k, seen.wanted(question.references), seen.counts)
                for question in corpus.questions
            ]
        )
        for k, (corpus, seen) in enumerate(zip(corpora, characters, strict=True))
    ]
    sizes = [span.n_tokens for span in spans]
    return ChunkerScores(
        n_chunks=len(spans),
        mean_tokens=float(np.mean(sizes)),
        most_tokens=max(sizes),
        best_precision=100.0 * float(np.mean(omega)),
        retrievers={
            name: _retriever_scores(corpora, characters, spans, each)
            for name, each in similarities.items()
        },
    )


def _retriever_scores(
    corpora: Sequence[Corpus],
    characters: Sequence[Characters],
    spans: Sequence[Span],
    similarities: FloatArray,
) -> RetrieverScores:
    counts = [seen.counts for seen in characters]
    by_corpus = []
    row = 0
    for k, (corpus, seen) in enumerate(zip(corpora, characters, strict=True)):
        measured = []
        for question in corpus.questions:
            order = np.argsort(-similarities[row], kind="stable")[:RANKED]
            ranking = [spans[place] for place in order]
            wanted = seen.wanted(question.references)
            first = at_rank(ranking, CHUNKS_AT_K, k, wanted, counts)
            within = [recall_within(ranking, budget, k, wanted) for budget in BUDGETS]
            measured.append([*within, first.recall, first.precision, first.overlap])
            row += 1
        by_corpus.append(100.0 * np.mean(measured, axis=0))
    means = np.mean(by_corpus, axis=0).tolist()
    n = len(BUDGETS)
    return RetrieverScores(
        within=tuple(means[:n]),
        recall=means[n],
        precision=means[n + 1],
        overlap=means[n + 2],
        by_corpus={
            corpus.name: float(np.mean(each[:n]))
            for corpus, each in zip(corpora, by_corpus, strict=True)
        },
        recall_by_corpus={
            corpus.name: float(each[n]) for corpus, each in zip(corpora, by_corpus, strict=True)
        },
    )
