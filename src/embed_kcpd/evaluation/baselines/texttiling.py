"""TextTiling (Hearst 1997, Computational Linguistics 23): valleys of shared vocabulary.

In:  the words of a document.
Out: boundaries where the vocabulary of the blocks before and after a gap differs most.

Two forms.  ``TokenTiling`` is the original: the text is a stream of token sequences of equal
length and a boundary moves to the nearest place where one may be (Hearst: a paragraph break,
here: a gap between units).  ``TextTiling`` takes the units themselves as token sequences.
"""

from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.baselines.gaps import (
    block_similarity,
    boundaries_after,
    deepest_apart,
    depths,
    smoothed,
)
from embed_kcpd.evaluation.baselines.words import (
    content_stems,
    is_content,
    stem,
    term_counts,
    tokens,
)
from embed_kcpd.evaluation.document import Document

SEQUENCE_TOKENS = 20
"""Tokens per token sequence (Hearst's w)."""

BLOCK = 10
"""Token sequences per block (Hearst's k)."""

SMOOTHING_WIDTH = 2
"""Neighbours averaged into a score (Hearst's s), in one round."""

CUTOFF = 0.5
"""Standard deviations below the mean depth that still make a boundary (Hearst's HC)."""

APART = 3
"""Token sequences that must lie between two boundaries."""


@dataclass(frozen=True, slots=True)
class TextTiling:
    """Hearst's tiling with the units as token sequences."""

    block: int = BLOCK
    name: ClassVar[str] = "texttiling"
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        counts = term_counts([content_stems(unit) for unit in document.units])
        return boundaries_after(tiles(counts, self.block))


@dataclass(frozen=True, slots=True)
class TokenTiling:
    """Hearst's tiling of a stream of tokens, moved to the nearest gap between units."""

    sequence_tokens: int = SEQUENCE_TOKENS
    block: int = BLOCK
    name: ClassVar[str] = "texttiling-tokens"
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        units = [tokens(unit) for unit in document.units]
        stream = list(chain.from_iterable(units))
        # Function words make a sequence longer but do not count as shared (Hearst, section 5.1).
        counts = term_counts(
            [
                [
                    stem(token)
                    for token in stream[start : start + self.sequence_tokens]
                    if is_content(token)
                ]
                for start in range(0, len(stream), self.sequence_tokens)
            ]
        )
        cuts = self.sequence_tokens * (np.array(tiles(counts, self.block), dtype=np.int64) + 1)
        return nearest_starts(cuts.astype(np.float64), [len(unit) for unit in units])


def tiles(counts: FloatArray, block: int) -> list[int]:
    """The gaps between rows of term counts that Hearst's algorithm chooses."""
    if len(counts) < 2:
        return []
    scores = smoothed(block_similarity(counts, block), SMOOTHING_WIDTH)
    depth = depths(scores)
    deep = np.flatnonzero(depth > depth.mean() - CUTOFF * depth.std())
    return deepest_apart(depth, deep, APART)


def nearest_starts(places: FloatArray, sizes: list[int]) -> tuple[int, ...]:
    """The unit whose first token lies nearest to each place in the stream, without repeats.

    >>> nearest_starts(np.array([4.0, 5.0, 11.0]), sizes=[3, 3, 3, 3])
    (1, 2, 3)
    """
    starts = np.cumsum(sizes)[:-1]
    if len(starts) == 0:
        return ()
    nearest = np.abs(starts[:, None] - places[None, :]).argmin(axis=0) + 1
    return tuple(sorted({int(unit) for unit in nearest}))
