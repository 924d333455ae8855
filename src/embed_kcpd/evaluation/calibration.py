"""Do stated probabilities match hit rates?  The one constant of the confidence, and its proof.

In:  documents with true boundaries and vectors.
Out: for each set and warmth, stated probabilities and whether a true boundary lay near.

A boundary is hit when a true one lies within one unit of it.  The expected calibration error
is the mean gap between stated and observed, over ten equal bins of the stated probability,
weighted by how many boundaries fall into a bin.  The warmth for a set is chosen on the sets
of the other families alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.annotations.confidence import (
    NEAR,
    TEMPERATURE_SCALE,
    matched_posterior,
    text_temperature,
)
from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.granularity_table import family
from embed_kcpd.evaluation.ours import words_of
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast

WARMTHS = (0.31, 0.44, TEMPERATURE_SCALE, 0.88, 1.24)
"""Values tried, in steps of about the square root of two."""

N_BINS = 10


@dataclass(frozen=True, slots=True)
class Claims:
    """Probabilities stated for boundaries, and which of them were hit."""

    stated: FloatArray
    hit: FloatArray

    def error(self) -> float:
        """Expected calibration error; zero where nothing was claimed.

        >>> Claims(np.array([0.9, 0.9, 0.2]), np.array([1.0, 0.0, 0.0])).error()
        0.3333333333333333
        """
        if len(self.stated) == 0:
            return 0.0
        bins = bin_numbers(self.stated)
        stated = np.bincount(bins, self.stated, N_BINS)
        hit = np.bincount(bins, self.hit, N_BINS)
        return float(np.abs(stated - hit).sum() / len(self.stated))

    def above(self, threshold: float) -> tuple[int, float | None]:
        """How many claims reach the threshold, and the share of them that was hit."""
        chosen = self.hit[self.stated >= threshold]
        return len(chosen), float(chosen.mean()) if len(chosen) else None


ClaimsByWarmth = Mapping[float, Claims]


def bin_numbers(stated: FloatArray) -> IntArray:
    """The bin of each probability; one belongs to the last.

    >>> bin_numbers(np.array([0.0, 0.05, 0.1, 1.0])).tolist()
    [0, 0, 1, 9]
    """
    return np.minimum((stated * N_BINS).astype(np.int64), N_BINS - 1)


def claims(
    documents: Sequence[Document], vectors: Sequence[Vectors], warmths: Sequence[float] = WARMTHS
) -> ClaimsByWarmth:
    """What the default says of its own boundaries at each warmth."""
    stated: dict[float, list[float]] = {warmth: [] for warmth in warmths}
    hit: list[float] = []
    for document, rows in zip(documents, vectors, strict=True):
        problem = Contrast().problem(rows, words_of(document), UNLIMITED)
        decision = TextScale().decide(problem)
        found = list(decision.segmentation.boundaries)
        hit += is_hit(found, document.boundaries)
        for warmth in warmths:
            temperature = text_temperature(problem) * warmth / TEMPERATURE_SCALE
            matched = matched_posterior(
                problem, decision.segmentation, decision.prices, temperature
            )
            stated[warmth] += matched.near[found].tolist()
    return {warmth: Claims(np.array(stated[warmth]), np.array(hit)) for warmth in warmths}


def is_hit(found: Sequence[int], true: Sequence[int]) -> list[float]:
    """One for each boundary found within ``NEAR`` units of a true one, else zero.

    >>> is_hit([3, 9], [4, 20])
    [1.0, 0.0]
    """
    return [float(any(abs(a - b) <= NEAR for b in true)) for a in found]


def best_warmth(sets: Sequence[ClaimsByWarmth]) -> float:
    """The warmth of least mean error over these sets."""
    return min(sets[0], key=lambda warmth: float(np.mean([one[warmth].error() for one in sets])))


def left_out(sets: Mapping[str, ClaimsByWarmth]) -> dict[str, float]:
    """For each set the warmth chosen on the sets of all other families."""
    return {
        name: best_warmth([sets[other] for other in sets if family(other) != family(name)])
        for name in sets
    }
