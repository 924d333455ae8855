"""Probabilities stated for boundaries, and how far they are from what happened.

In:  stated probabilities, and which of the boundaries were hit.
Out: the expected calibration error, and what it would be by chance or with the hit rate known.

The expected calibration error is the mean gap between stated and observed, over ten bins of the
stated probability, weighted by how many boundaries fall into a bin.  It is never negative, so
few boundaries give an error even where every statement is right: ``error_by_chance`` says how
much of it that is.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from embed_kcpd.annotations.confidence.calibration import log_odds
from embed_kcpd.arrays import FloatArray, IntArray

N_BINS = 10

DRAWS = 200
"""Outcomes drawn to know the error by chance."""

HALVINGS = 50
"""Of the range of shifts of log odds, until the shift is known to the last digit."""
WIDEST_SHIFT = 10.0


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
        return _gap(self.stated, self.hit, bin_numbers(self.stated))

    def error_in_equal_bins(self) -> float:
        """The same over ten bins that hold equally many claims each."""
        order = np.argsort(self.stated, kind="stable")
        bins = np.empty(len(order), np.int64)
        bins[order] = np.arange(len(order)) * N_BINS // max(1, len(order))
        return _gap(self.stated, self.hit, bins)

    def error_by_chance(self) -> float:
        """The error to expect if every claim came true exactly as often as stated."""
        if len(self.stated) == 0:
            return 0.0
        rng = np.random.default_rng(0)
        bins = bin_numbers(self.stated)
        drawn = (rng.random(len(self.stated)) < self.stated for _ in range(DRAWS))
        return float(np.mean([_gap(self.stated, hit.astype(np.float64), bins) for hit in drawn]))

    def told(self) -> "Claims":
        """The claims, all log odds moved by one amount so that their mean is the hit rate.

        >>> Claims(np.array([0.5, 0.5]), np.array([1.0, 0.0])).told().stated.round(3)
        array([0.5, 0.5])
        """
        odds = log_odds(self.stated)
        low, high = -WIDEST_SHIFT, WIDEST_SHIFT
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            is_low = _probabilities(odds + middle).sum() < self.hit.sum()
            low, high = (middle, high) if is_low else (low, middle)
        return Claims(_probabilities(odds + low), self.hit)

    def above(self, threshold: float) -> tuple[int, float | None]:
        """How many claims reach the threshold, and the share of them that was hit."""
        return self.between(threshold, np.inf)

    def between(self, low: float, high: float) -> tuple[int, float | None]:
        """How many claims are at least ``low`` and below ``high``, and the share of hits."""
        chosen = self.hit[(self.stated >= low) & (self.stated < high)]
        return len(chosen), float(chosen.mean()) if len(chosen) else None


def joined(made: Iterable[Claims]) -> Claims:
    """The claims of several sets as one."""
    parts = list(made)
    return Claims(
        np.concatenate([np.zeros(0), *(each.stated for each in parts)]),
        np.concatenate([np.zeros(0), *(each.hit for each in parts)]),
    )


def bin_numbers(stated: FloatArray) -> IntArray:
    """The bin of each probability; one belongs to the last.

    >>> bin_numbers(np.array([0.0, 0.05, 0.1, 1.0])).tolist()
    [0, 0, 1, 9]
    """
    return np.minimum((stated * N_BINS).astype(np.int64), N_BINS - 1)


def _gap(stated: FloatArray, hit: FloatArray, bins: IntArray) -> float:
    sums = np.bincount(bins, stated, N_BINS) - np.bincount(bins, hit, N_BINS)
    return float(np.abs(sums).sum() / max(1, len(stated)))


def _probabilities(odds: FloatArray) -> FloatArray:
    probabilities: FloatArray = 1.0 / (1.0 + np.exp(-odds))
    return probabilities
