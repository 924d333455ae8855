"""What chunks and their vectors cost, encoding included.

In:  texts, chunkers, an encoder without a cache.
Out: the rows of a table, CPU seconds for a megabyte of text.

Our chunks bring vectors that are made of what was encoded to cut them; all others are cut first
and then encoded.
"""

import time
from collections.abc import Callable, Mapping, Sequence

from embed_kcpd.chunks import ChunkSettings, chunk_many
from embed_kcpd.encoders import Encoder
from embed_kcpd.evaluation.retrieval.chunkers import OURS, Chunker

LIMIT, ROUNDS = 400, 3
COLUMNS = ["chunker", "cutting", "embedding the chunks", "together", "times ours"]


def time_rows(
    texts: Sequence[str], chunkers: Mapping[str, Chunker], encoder: Encoder
) -> list[list[object]]:
    """A row for ours and for each of the others; of some rounds the fastest."""
    runs: dict[str, Callable[[], tuple[float, float]]] = {OURS: lambda: _ours(texts, encoder)}
    runs |= {
        name: lambda cut=cut: _cut_and_embedded(texts, cut, encoder)
        for name, cut in chunkers.items()
    }
    best = dict.fromkeys(runs, (float("inf"), 0.0))
    for _ in range(ROUNDS):
        for name, run in runs.items():
            best[name] = min(best[name], run(), key=sum)
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    ours = sum(best[OURS])
    return [
        [name, *(round(s / megabytes, 1) for s in (*both, sum(both))), round(sum(both) / ours, 2)]
        for name, both in best.items()
    ]


def _ours(texts: Sequence[str], encoder: Encoder) -> tuple[float, float]:
    settings = ChunkSettings(max_tokens=LIMIT, encoder=encoder, confidence=False)
    started = time.process_time()
    list(chunk_many(texts, settings=settings))
    return time.process_time() - started, 0.0


def _cut_and_embedded(texts: Sequence[str], cut: Chunker, encoder: Encoder) -> tuple[float, float]:
    started = time.process_time()
    chunks = [text[start:end] for text in texts for start, end in cut(text, LIMIT)]
    between = time.process_time()
    encoder.encode([each.strip() for each in chunks])
    return between - started, time.process_time() - between
