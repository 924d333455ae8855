"""How often a shuffled text is left uncut.

In:  documents with their vectors.
Out: the share of shuffled documents that get no boundary.

A shuffled document has the same units and no topics in a row, so every boundary in it is
false.  Documents under 16 units are left out: the order test has no power there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.granularity.text_scale.order import ORDER_UNITS
from embed_kcpd.pipeline import segment_vectors
from embed_kcpd.settings import Settings


@dataclass(frozen=True, slots=True)
class ShuffledRow:
    """One set: how many documents were long enough, and the share (percent) left uncut."""

    set: str
    documents: int
    draws: int
    uncut: float
    boundaries: float


def shuffled_row(name: str, texts: Sequence[tuple[Vectors, FloatArray]], draws: int) -> ShuffledRow:
    """Shuffle each document ``draws`` times; ``texts`` are vectors with words per unit."""
    long_enough = [text for text in texts if len(text[0]) >= ORDER_UNITS]
    counts = []
    for position, (vectors, words) in enumerate(long_enough):
        rng = np.random.default_rng([0, position])
        for _ in range(draws):
            order = rng.permutation(len(vectors))
            segmentation = segment_vectors(
                vectors[order], Settings(confidence=False), words=words[order]
            )
            counts.append(len(segmentation.boundaries))
    found_counts = np.array(counts)
    return ShuffledRow(
        name,
        len(long_enough),
        draws,
        round(100 * float((found_counts == 0).mean()), 2),
        round(float(found_counts.mean()), 3),
    )
