"""TreeSeg-style splitting (Gklezakos et al. 2024): the paper's cost, cut greedily.

In:  one vector per unit, the number of segments.
Out: boundaries of the leaves of a binary tree, grown best split first.

The loss of a segment is the squared distance of its vectors to their mean, which is the
kernel cost of the paper with a linear kernel: what greed loses against exact search shows.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.baselines.embedding_tiling import given
from embed_kcpd.evaluation.document import Document
from embed_kcpd.problem.costs.linear import LinearCost

MIN_SIZE = 2
"""Shortest segment; the release uses 5 on meetings, longer than many segments of the sets here."""


@dataclass(frozen=True, slots=True)
class TreeSeg:
    """Splits the leaf whose best split lowers the summed loss most."""

    min_size: int = MIN_SIZE
    name: ClassVar[str] = "treeseg"
    needs_vectors: ClassVar[bool] = True
    needs_count: ClassVar[bool] = True

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if document.n_segments < 2:
            return ()
        cost = LinearCost(given(vectors))
        return grown(cost, document.n_segments, self.min_size)


def grown(cost: LinearCost, n_segments: int, min_size: int) -> tuple[int, ...]:
    """Boundaries after splitting greedily into ``n_segments``, or until no leaf can be split."""
    leaves = {(0, cost.n_units): best_split(cost, 0, cost.n_units, min_size)}
    while len(leaves) < n_segments:
        (start, end), (gain, cut) = max(leaves.items(), key=lambda leaf: leaf[1][0])
        if gain == -np.inf:
            break
        del leaves[start, end]
        leaves[start, cut] = best_split(cost, start, cut, min_size)
        leaves[cut, end] = best_split(cost, cut, end, min_size)
    return tuple(sorted(start for start, _ in leaves if start > 0))


def best_split(cost: LinearCost, start: int, end: int, min_size: int) -> tuple[float, int]:
    """The largest drop in loss from one split of a segment, and where; -inf if too short."""
    cuts = np.arange(start + min_size, end - min_size + 1)
    if len(cuts) == 0:
        return -np.inf, start
    whole = float(cost.column(np.array([start]), end)[0])
    left: FloatArray = np.array([cost.column(np.array([start]), int(cut))[0] for cut in cuts])
    gains = whole - left - cost.column(cuts, end)
    best = int(gains.argmax())
    return float(gains[best]), int(cuts[best])
