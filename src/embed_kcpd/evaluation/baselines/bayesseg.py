"""BayesSeg (Eisenstein and Barzilay 2008, EMNLP): each segment draws its own language model.

In:  the words of a document.
Out: the segmentation of highest likelihood, with the language models integrated out.

A segment's words follow a Dirichlet compound multinomial: the first time a word occurs in it
has weight ``prior``, the j-th repetition ``prior + j``, over the total so far.  So a token
adds ``log(prior + earlier occurrences in the segment)``, which makes all segments that end
together a running sum.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.baselines.dynamic import cut
from embed_kcpd.evaluation.baselines.words import content_stems
from embed_kcpd.evaluation.document import Document

PRIOR = 0.2
"""Weight of each word of the vocabulary before any is seen: the release's, found there by EM."""


@dataclass(frozen=True, slots=True)
class BayesSeg:
    """Told the number of segments as in the paper, or left to the likelihood alone."""

    needs_count: bool = True
    prior: float = PRIOR
    needs_vectors: ClassVar[bool] = False

    @property
    def name(self) -> str:
        return "bayesseg-count" if self.needs_count else "bayesseg"

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        units = [content_stems(unit) for unit in document.units]
        table = -log_likelihoods(units, self.prior)
        return cut(table, document.n_segments if self.needs_count else None)


def log_likelihoods(units: Sequence[Sequence[str]], prior: float) -> FloatArray:
    """Log likelihood of the words of every segment, as a table of start and end.

    Two equal words, one word in the vocabulary: probability one.

    >>> log_likelihoods([["a"], ["a"]], prior=0.2)[0]
    array([0., 0., 0.])
    """
    n = len(units)
    added = _added_by_unit(units, prior)
    words = np.zeros((n + 1, n + 1))
    for start in range(n):
        words[start, start + 1 :] = np.cumsum(added[start:, start])
    sizes = np.cumsum([0, *(len(unit) for unit in units)])
    vocabulary = len({word for unit in units for word in unit})
    steps = np.log(vocabulary * prior + np.arange(sizes[-1])) if vocabulary else np.zeros(0)
    total = np.concatenate([[0.0], np.cumsum(steps)])
    lengths = np.maximum(sizes[None, :] - sizes[:, None], 0)
    likelihoods: FloatArray = words - total[lengths]
    return likelihoods


def _added_by_unit(units: Sequence[Sequence[str]], prior: float) -> FloatArray:
    """What unit ``u`` adds to the log likelihood of a segment that starts at ``s``: [u, s]."""
    n = len(units)
    added = np.zeros((n, n))
    counts = np.arange(1 + sum(map(len, units)))
    # What a word adds to that of its first time, if the segment has it so often already.
    repeated = np.diff(np.log(prior + counts))
    places: defaultdict[str, list[int]] = defaultdict(list)
    for unit, words in enumerate(units):
        for word in words:
            # An occurrence counts for every segment that starts at or before it.
            earlier = places[word]
            if earlier:
                added[unit] += np.bincount(earlier[::-1], repeated[: len(earlier)], n)
            earlier.append(unit)
    tails: FloatArray = np.cumsum(added[:, ::-1], axis=1)[:, ::-1]
    first_times = np.log(prior) * np.array([len(words) for words in units], dtype=np.float64)
    added_by_unit: FloatArray = tails + first_times[:, None]
    return added_by_unit
