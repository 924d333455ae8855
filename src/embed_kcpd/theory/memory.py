"""The memory of a real text: how alike units are by their distance inside a segment.

In:  vectors of documents with their boundaries, a kernel.
Out: the dependence by lag, c_l - c_infinity, and an effective memory m with its uncertainty.

Inside one segment c_l is the mean kernel of two units l apart and c_infinity that of all units
more than ``reach`` apart.  Both are taken from the same segments, the longer half of them, and
compared inside each segment: segments differ in how alike their units are, and short ones have
no long lags, so that pooling them would turn that difference into a dependence.  Dividing by
c_0 - c_infinity gives a correlation.

Two numbers sum it up.  The effective memory counts the lags, from the first on, with a
correlation above a threshold.  The equivalent memory is twice the sum of the correlations: a
flat moving average of that order is as dependent in total.  Drift of the topic inside a segment
counts as memory; memory beyond ``reach`` is not seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.metrics import checked_boundaries
from embed_kcpd.problem.kernels import Cosine, Kernel

THRESHOLD = 0.05
"""Correlations below this are taken for nothing."""

RESAMPLES = 2000
SHORTEST = 4
"""Units a segment needs: two lags and something further apart."""


@dataclass(frozen=True, slots=True, eq=False)
class CutVectors:
    """The vectors of one document and where it is cut."""

    rows: Vectors
    boundaries: tuple[int, ...]

    def __post_init__(self) -> None:
        boundaries = checked_boundaries(self.boundaries, len(self.rows))
        object.__setattr__(self, "boundaries", boundaries)

    @property
    def segments(self) -> tuple[Vectors, ...]:
        edges = (0, *self.boundaries, len(self.rows))
        return tuple(self.rows[start:end] for start, end in pairwise(edges))


@dataclass(frozen=True, slots=True)
class Range:
    """An estimate with the interval that holds 95% of its resamples.

    The ends are ``None`` where there is one segment and so nothing to resample.
    """

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class MemoryEstimate:
    """Dependence by lag inside the segments of some documents.

    ``correlations[l - 1]`` belongs to lag l.  ``is_cut_off`` says that the correlation is still
    above the threshold at ``reach``, so that the true memory may be longer.
    """

    documents: int
    segments: int
    shortest: int
    reach: int
    threshold: float
    alike: float
    background: float
    correlations: tuple[Range, ...]
    effective: Range
    equivalent: Range
    is_cut_off: bool


def estimate_memory(
    documents: Sequence[CutVectors],
    kernel: Kernel | None = None,
    *,
    reach: int | None = None,
    threshold: float = THRESHOLD,
    seed: int = 0,
) -> MemoryEstimate:
    """Dependence by lag with intervals from resampled documents, or segments of a single one."""
    shortest = shortest_used(
        [len(rows) for document in documents for rows in document.segments], reach
    )
    looked = shortest // 2 if reach is None else reach
    profiles = [
        [
            segment_profile(rows, looked, kernel or Cosine())
            for rows in document.segments
            if len(rows) >= shortest
        ]
        for document in documents
    ]
    groups = [np.array(group) for group in profiles if group]
    held = len(groups), sum(len(group) for group in groups)
    if len(groups) == 1:
        groups = [group[None] for group in groups[0]]
    sums = np.array([group.sum(axis=0) for group in groups])
    return _estimate(sums, held, shortest, threshold, seed)


def shortest_used(sizes: Sequence[int], reach: int | None = None) -> int:
    """The median size, so that the longer half is used; or what a given reach needs.

    >>> shortest_used([2, 8, 10, 12]), shortest_used([2, 8], reach=3)
    (9, 6)
    """
    wanted = int(np.median(sizes or [0])) if reach is None else 2 * reach
    shortest = max(SHORTEST, wanted)
    if not any(size >= shortest for size in sizes):
        longest = max(sizes, default=0)
        raise InputError(
            f"the longest segment has {longest} units and {shortest} are needed to tell near "
            "units from far ones; use longer segments or a smaller reach"
        )
    return shortest


def segment_profile(rows: Vectors, reach: int, kernel: Kernel) -> FloatArray:
    """Weight, c_0, c_1, ..., c_reach and c_far of one segment, the means times the weight.

    The weight is the number of pairs at the longest lag looked at.

    >>> segment_profile(np.eye(4), 2, Cosine())
    array([2., 2., 0., 0., 0.])
    """
    gram = kernel.gram(rows)
    means = [float(np.diagonal(gram, lag).mean()) for lag in range(reach + 1)]
    far = np.triu(np.ones_like(gram, dtype=bool), reach + 1)
    weight = float(len(rows) - reach)
    return weight * np.array([1.0, *means, float(gram[far].mean())])


def correlations_of(sums: FloatArray) -> FloatArray:
    """(c_l - c_far) / (c_0 - c_far) for l = 1, ..., from summed profiles; any leading axes."""
    means = sums[..., 1:] / sums[..., :1]
    spread = means[..., :1] - means[..., -1:]
    # Units that are all alike have nothing to be correlated.
    safe = np.where(spread > 0, spread, np.inf)
    correlations: FloatArray = (means[..., 1:-1] - means[..., -1:]) / safe
    return correlations


def leading_lags(correlations: FloatArray, threshold: float) -> FloatArray:
    """How many lags from the first on lie above the threshold without a gap.

    >>> leading_lags(np.array([[0.5, 0.2, 0.01, 0.3], [0.0, 0.9, 0.9, 0.9]]), 0.05)
    array([2., 0.])
    """
    above = np.cumprod(correlations >= threshold, axis=-1)
    lags: FloatArray = above.sum(axis=-1).astype(np.float64)
    return lags


def _estimate(
    sums: FloatArray, held: tuple[int, int], shortest: int, threshold: float, seed: int
) -> MemoryEstimate:
    """All numbers and their intervals from one row of sums per group."""
    rng = np.random.default_rng(seed)
    count = len(sums)
    # Resamples of one group are all the same and say nothing about its error.
    draws = RESAMPLES if count > 1 else 0
    drawn = rng.multinomial(count, np.full(count, 1.0 / count), size=draws) @ sums
    seen, resampled = correlations_of(sums.sum(axis=0)), correlations_of(drawn)
    means = sums.sum(axis=0)[1:] / sums.sum(axis=0)[0]
    effective = leading_lags(seen, threshold)
    return MemoryEstimate(
        documents=held[0],
        segments=held[1],
        shortest=shortest,
        reach=len(seen),
        threshold=threshold,
        alike=float(means[1]),
        background=float(means[-1]),
        correlations=tuple(_range(seen[at], resampled[:, at]) for at in range(len(seen))),
        effective=_range(effective, leading_lags(resampled, threshold)),
        equivalent=_range(2.0 * seen.sum(), 2.0 * resampled.sum(axis=1)),
        is_cut_off=bool(effective == len(seen)),
    )


def _range(value: float | FloatArray, resampled: FloatArray) -> Range:
    if not len(resampled):
        return Range(float(value), None, None)
    # Quantiles that are resampled values themselves: half a lag has no meaning.
    low, high = np.quantile(resampled, (0.025, 0.975), method="inverted_cdf")
    return Range(float(value), float(low), float(high))
