"""Chunkers on corpora with questions: one row each.

In:  corpora, chunkers, limits in tokens, an encoder.
Out: rows of plain values for tables and JSON.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.chunks import ChunkSettings, Embedding, chunk
from embed_kcpd.chunks.tokens import chosen_counter
from embed_kcpd.encoders import Encoder
from embed_kcpd.evaluation.retrieval.chunkers import OURS, Chunker, own_settings, own_spans
from embed_kcpd.evaluation.retrieval.corpora import Corpus
from embed_kcpd.evaluation.retrieval.measures import Span
from embed_kcpd.evaluation.retrieval.scores import BUDGETS, ChunkerScores, scored

LIMITS = (100, 200, 400)
TEXT, FREE, BOTH = "text", "pooled + context", "both + context"
"""Vectors: of the chunk's text; the mean of its sentences; and their sum, with neighbours."""

OWN_VECTORS = {FREE: Embedding.pooled, BOTH: Embedding.both}
"""Those that our chunks bring with them."""


def bench_rows(
    corpora: Sequence[Corpus],
    chunkers: Mapping[str, Chunker],
    limits: Sequence[int],
    encoder: Encoder,
) -> Iterator[dict[str, object]]:
    """One row for each limit and chunker."""
    for limit in limits:
        for name, chunker in chunkers.items():
            started = time.process_time()
            cuts = [chunker(corpus.text, limit) for corpus in corpora]
            seconds = time.process_time() - started
            spans = _spans(corpora, cuts, encoder)
            rows = {TEXT: _text_rows(corpora, spans, encoder)}
            if name == OURS:
                rows |= _own_rows(corpora, own_settings(limit, encoder), OWN_VECTORS)
            yield _row(limit, name, scored(corpora, spans, rows, encoder), seconds)


def settings_row(
    corpora: Sequence[Corpus],
    settings: ChunkSettings,
    encoder: Encoder,
    vectors: Mapping[str, Embedding],
) -> dict[str, object]:
    """The row of our chunks with settings of their own, and some of their vectors."""
    started = time.process_time()
    cuts = [own_spans(corpus.text, settings) for corpus in corpora]
    seconds = time.process_time() - started
    spans = _spans(corpora, cuts, encoder)
    rows = {TEXT: _text_rows(corpora, spans, encoder), **_own_rows(corpora, settings, vectors)}
    return _row(settings.max_tokens, OURS, scored(corpora, spans, rows, encoder), seconds)


def _spans(
    corpora: Sequence[Corpus], cuts: Sequence[Sequence[tuple[int, int]]], encoder: Encoder
) -> list[Span]:
    counter = chosen_counter(None, encoder)
    spans = []
    for k, (corpus, ranges) in enumerate(zip(corpora, cuts, strict=True)):
        counts = counter.count([corpus.text[start:end] for start, end in ranges])
        spans += [
            Span(k, start, end, int(count))
            for (start, end), count in zip(ranges, counts, strict=True)
        ]
    return spans


def _text_rows(corpora: Sequence[Corpus], spans: Sequence[Span], encoder: Encoder) -> FloatArray:
    texts = [corpora[span.corpus].text[span.start : span.end].strip() for span in spans]
    return np.asarray(encoder.encode(texts), dtype=np.float64)


def _own_rows(
    corpora: Sequence[Corpus], settings: ChunkSettings, vectors: Mapping[str, Embedding]
) -> dict[str, FloatArray]:
    """The vectors that our chunks bring with them."""
    return {
        name: np.array(
            [
                each.embedding
                for corpus in corpora
                for each in chunk(corpus.text, settings=replace(settings, embedding=kind))
            ]
        )
        for name, kind in vectors.items()
    }


def _row(limit: int, name: str, scores: ChunkerScores, seconds: float) -> dict[str, object]:
    row: dict[str, object] = {
        "limit": limit,
        "chunker": name,
        "chunks": scores.n_chunks,
        "mean_tokens": round(scores.mean_tokens, 1),
        "most_tokens": scores.most_tokens,
        "best_precision": round(scores.best_precision, 1),
        "cpu_s": round(seconds, 2),
    }
    for retriever, each in scores.retrievers.items():
        row[retriever] = {
            "score": round(each.score, 1),
            **{f"within_{b}": round(r, 1) for b, r in zip(BUDGETS, each.within, strict=True)},
            "recall_5": round(each.recall, 1),
            "precision_5": round(each.precision, 1),
            "iou_5": round(each.overlap, 1),
            "by_corpus": {name: round(r, 1) for name, r in each.by_corpus.items()},
            "recall_5_by_corpus": {name: round(r, 1) for name, r in each.recall_by_corpus.items()},
        }
    return row
