"""Consensus: of several segmentations of one text, the one that agrees best with the others.

In:  candidate segmentations, and how likely each is to be right.
Out: the expected disagreement of each, were a random other one the truth.

The least of these risks is the minimum-Bayes-risk choice (Kumar and Byrne 2004).  Disagreement
is the mean of the two usual error measures, Pk (Beeferman et al. 1999) and WindowDiff
(Pevzner and Hearst 2002), with the window of the candidate taken as truth.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, IntArray

Boundaries = tuple[int, ...]

WINDOWS_COMPARED = 20_000
"""Windows up to which every one is compared; in longer texts, that many evenly spaced ones."""


def disagreements(candidates: Sequence[Boundaries], n_units: int) -> FloatArray:
    """Entry [i, j]: (Pk + WindowDiff) / 2 of candidate j if candidate i were the truth.

    >>> disagreements([(2,), (2,), ()], n_units=4)
    array([[0., 0., 1.],
           [0., 0., 1.],
           [1., 1., 0.]])
    """
    distinct = sorted(set(candidates))
    place = {boundaries: index for index, boundaries in enumerate(distinct)}
    before = np.array([_boundaries_before(boundaries, n_units) for boundaries in distinct])
    among = np.array([_row(before, truth, boundaries) for truth, boundaries in enumerate(distinct)])
    rank = np.array([place[boundaries] for boundaries in candidates], dtype=np.int64)
    return among[np.ix_(rank, rank)]


def least_risk(
    disagreement: FloatArray, chances: Sequence[float] | FloatArray, ties: FloatArray
) -> int:
    """The candidate of least expected disagreement; ``ties`` (small) decides among equals.

    >>> pair = np.array([[0.0, 0.5], [0.5, 0.0]])
    >>> least_risk(pair, [0.2, 0.8], np.zeros(2))
    1
    """
    chance = np.asarray(chances, dtype=np.float64)
    risk: FloatArray = chance / chance.sum() @ disagreement
    return int(np.argmin(risk + ties))


def window_size(n_units: int, n_boundaries: int) -> int:
    """Half the mean segment length of the candidate taken as truth, at least two units.

    >>> window_size(100, 9)
    5
    """
    return min(n_units - 1, max(2, round(n_units / (n_boundaries + 1) / 2)))


def _boundaries_before(boundaries: Boundaries, n_units: int) -> npt.NDArray[np.int32]:
    """Entry t: how many boundaries stand at units up to t."""
    marks = np.zeros(n_units, dtype=np.int32)
    marks[list(boundaries)] = 1
    return np.cumsum(marks, dtype=np.int32)


def _row(before: npt.NDArray[np.int32], truth: int, boundaries: Boundaries) -> FloatArray:
    """Disagreement of every candidate with one of them."""
    n = before.shape[1]
    size = window_size(n, len(boundaries))
    count = min(n - size, WINDOWS_COMPARED)
    if count == n - size:
        inside = before[:, size:] - before[:, :-size]
    else:
        starts: IntArray = np.arange(count) * (n - size) // count
        inside = before[:, starts + size] - before[:, starts]
    wrong_count = np.count_nonzero(inside != inside[truth], axis=1)
    is_one = inside == 0
    wrong_sameness = np.count_nonzero(is_one != is_one[truth], axis=1)
    row: FloatArray = (wrong_count + wrong_sameness) / (2 * count)
    return row
