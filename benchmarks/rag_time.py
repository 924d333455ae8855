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
    texts: Sequence[str], make_chunkers: Callable[[], Mapping[str, Chunker]], encoder: Encoder
) -> list[list[object]]:
    """A row for ours and for each of the others; of some rounds the fastest.

    Chunkers are made anew for every round: some remember the tokens they have counted.
    """
    rounds = [_round(texts, make_chunkers(), encoder) for _ in range(ROUNDS)]
    best = {name: min((each[name] for each in rounds), key=sum) for name in rounds[0]}
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    ours = sum(best[OURS])
    return [
        [name, *(round(s / megabytes, 1) for s in (*both, sum(both))), round(sum(both) / ours, 2)]
        for name, both in best.items()
    ]


def _round(
    texts: Sequence[str], chunkers: Mapping[str, Chunker], encoder: Encoder
) -> dict[str, tuple[float, float]]:
    others = {name: _cut_and_embedded(texts, cut, encoder) for name, cut in chunkers.items()}
    return {OURS: _ours(texts, encoder), **others}


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
