"""Units and their vectors to chunks.

In:  a split text and one vector for each of its units.
Out: a ``ChunkedText``: boundaries, texts, offsets, ids, vectors.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.chunks.chunk import Chunk, ChunkedText
from embed_kcpd.chunks.evidence import chunk_problem, opened
from embed_kcpd.chunks.identity import chunk_ids
from embed_kcpd.chunks.overlap import overlap_starts
from embed_kcpd.chunks.search import ChunkProblem, ChunkSizes, cheapest_chunks
from embed_kcpd.chunks.splitting import Split
from embed_kcpd.chunks.vectors import chunk_vectors, pooled
from embed_kcpd.encoders.protocol import encoder_identity, half_weight_words
from embed_kcpd.pipeline import segment_vectors
from embed_kcpd.settings import Settings
from embed_kcpd.text.long_units import byte_length
from embed_kcpd.text.units import splitter_values
from embed_kcpd.text.words import count_words
from embed_kcpd.version import __version__

ROUNDS = 8
"""Times that chunks are looked for again where counting a chunk as a whole gives more tokens than
its units together."""


def assembled(split: Split, vectors: Vectors) -> ChunkedText:
    """The cheapest chunks of a text."""
    if not split.texts:
        return with_boundaries(split, vectors, ())
    return with_boundaries(split, vectors, fitting_boundaries(split, problem_of(split, vectors)))


def problem_of(split: Split, vectors: Vectors) -> ChunkProblem:
    """What speaks for and against a boundary at each unit of the text."""
    return chunk_problem(
        split.text,
        split.units,
        vectors,
        words=count_words(split.texts),
        places=split.places,
        headings=split.settings.headings,
        has_markers=split.has_markers,
        half_weight_words=half_weight_words(split.encoder),
    )


def fitting_boundaries(split: Split, problem: ChunkProblem) -> tuple[int, ...]:
    """Boundaries of chunks that hold at most so many tokens when each is counted as a whole.

    Most counters give as many tokens for a chunk as for its units together.  Where one gives
    more, the units of that chunk are taken for larger and the search is done again.
    """
    chosen = split.settings
    most = float(chosen.max_tokens - chosen.overlap)
    sizes = ChunkSizes(most, chosen.aim, float(chosen.min_tokens))
    tokens = split.tokens
    boundaries: tuple[int, ...] = ()
    for _ in range(ROUNDS):
        room = np.minimum(tokens, most)
        open_problem = replace(problem, allowed=opened(problem.allowed, room, most))
        boundaries = cheapest_chunks(open_problem, room, sizes)
        too_large = _too_large(split, boundaries, most)
        if not too_large:
            return boundaries
        for start, end, factor in too_large:
            tokens[start:end] *= factor
    alone = {unit for start, end, _ in too_large for unit in range(start, end)}
    return tuple(sorted({*boundaries, *alone} - {0}))


def with_boundaries(split: Split, vectors: Vectors, boundaries: Sequence[int]) -> ChunkedText:
    """The chunks between these boundaries, with everything that is known about them."""
    edges = [0, *boundaries, len(split.fitted)] if split.fitted else [0]
    spans = _spans(split, edges)
    texts = [split.text[start:end] for start, end in spans]
    recipe = recipe_of(split)
    ids: list[str | None] = [None, *chunk_ids(texts, recipe), None]
    rows = chunk_vectors(
        pooled(vectors, split.tokens, edges),
        [text.strip() for text in texts],
        split.encoder,
        split.settings.embedding,
        split.settings.context,
    )
    chances = _chances(split, vectors)
    byte_at = _byte_offsets(split.text, spans)
    counts = split.counter.count(texts)
    chunks = tuple(
        Chunk(
            id=str(ids[k + 1]),
            text=texts[k],
            start_char=spans[k][0],
            end_char=spans[k][1],
            start_byte=byte_at[spans[k][0]],
            end_byte=byte_at[spans[k][1]],
            start_unit=split.fitted[start].whole,
            end_unit=split.fitted[end - 1].whole + 1,
            n_tokens=int(counts[k]),
            is_split=split.fitted[start].is_part or split.fitted[end - 1].is_part,
            embedding=rows[k],
            probability=None if chances is None or start == 0 else float(chances[start]),
            headings=split.places[start].headings if split.places else (),
            page=split.places[start].page if split.places else None,
            previous=ids[k],
            next=ids[k + 2],
        )
        for k, (start, end) in enumerate(pairwise(edges))
    )
    return ChunkedText(
        text=split.text,
        chunks=chunks,
        units=split.units,
        boundaries=tuple(boundaries),
        vectors=vectors,
        source=split.source,
        provenance=recipe,
    )


def recipe_of(split: Split) -> dict[str, object]:
    """What produced the chunks, in plain JSON values; it goes into their ids."""
    chosen = split.settings
    return {
        "embed_kcpd": __version__,
        "encoder": encoder_identity(split.encoder),
        "tokens": split.counter.name,
        "unit": splitter_values(chosen.unit),
        "max_tokens": chosen.max_tokens,
        "min_tokens": chosen.min_tokens,
        "target_tokens": chosen.aim,
        "overlap": chosen.overlap,
        "headings": chosen.headings.value,
        "embedding": chosen.embedding.value,
        "context": chosen.context,
    }


def _too_large(
    split: Split, boundaries: Sequence[int], most: float
) -> list[tuple[int, int, float]]:
    """Chunks above the limit, and by what factor their units were taken for too small."""
    edges = [0, *boundaries, len(split.fitted)]
    counts = split.counter.count(
        [split.text[start:end] for start, end in _unit_spans(split, edges)]
    )
    return [
        (start, end, 1.02 * count / most)
        for (start, end), count in zip(pairwise(edges), counts, strict=True)
        if count > most and end - start > 1
    ]


def _unit_spans(split: Split, edges: Sequence[int]) -> list[tuple[int, int]]:
    return [
        (split.fitted[start].unit.start, split.fitted[end - 1].unit.end)
        for start, end in pairwise(edges)
    ]


def _spans(split: Split, edges: Sequence[int]) -> list[tuple[int, int]]:
    """Characters of each chunk, with what it repeats of the one before."""
    spans = _unit_spans(split, edges)
    if not split.settings.overlap:
        return spans
    firsts = overlap_starts(split, edges)
    return [
        (split.fitted[first].unit.start, last)
        for first, (_, last) in zip(firsts, spans, strict=True)
    ]


def _chances(split: Split, vectors: Vectors) -> FloatArray | None:
    """How probable it is at each unit that the topic changes there."""
    if not split.settings.confidence or len(split.texts) < 2:
        return None
    found = segment_vectors(
        vectors, Settings(), words=count_words(split.texts), texts=split.texts
    ).confidence
    return None if found is None else found.near


def _byte_offsets(text: str, spans: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Bytes of UTF-8 before each character at which a chunk begins or ends."""
    edges = sorted({0, *(edge for span in spans for edge in span)})
    sizes = (byte_length(text[start:end]) for start, end in pairwise(edges))
    return dict(zip(edges, accumulate(sizes, initial=0), strict=True))
