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

from embed_kcpd.arrays import BoolArray, FloatArray, IntArray
from embed_kcpd.native import extension, native_available

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
    place = {boundaries: index for index, boundaries in enumerate(dict.fromkeys(candidates))}
    among = _among_in_c if native_available() else _among
    rank = np.array([place[boundaries] for boundaries in candidates], dtype=np.int64)
    return among(list(place), n_units)[rank[:, None], rank]


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


def _among_in_c(distinct: Sequence[Boundaries], n_units: int) -> FloatArray:
    """The disagreement of candidates that differ."""
    among = np.empty((len(distinct), len(distinct)))
    extension().disagreements(n_units, list(distinct), WINDOWS_COMPARED, among)
    return among


def _among(distinct: Sequence[Boundaries], n_units: int) -> FloatArray:
    """The same in NumPy."""
    before = _boundaries_before(distinct, n_units)
    sizes = [window_size(n_units, len(boundaries)) for boundaries in distinct]
    among = np.empty((len(distinct), len(distinct)))
    for size in set(sizes):  # candidates with as many boundaries share their windows
        inside = _inside(before, size)
        for truth in range(len(distinct)):
            if sizes[truth] == size:
                among[truth] = _row(*inside, truth)
    return among


def _boundaries_before(candidates: Sequence[Boundaries], n_units: int) -> npt.NDArray[np.int32]:
    """Entry [i, t]: how many boundaries of candidate i stand at units up to t."""
    marks = np.zeros((len(candidates), n_units), dtype=np.int32)
    for row, boundaries in zip(marks, candidates, strict=True):
        row[list(boundaries)] = 1
    return np.cumsum(marks, axis=1, out=marks)


def _inside(before: npt.NDArray[np.int32], size: int) -> tuple[npt.NDArray[np.int32], BoolArray]:
    """The boundaries inside each window of this size, and whether there is none."""
    n = before.shape[1]
    count = min(n - size, WINDOWS_COMPARED)
    if count == n - size:
        inside = before[:, size:] - before[:, :-size]
    else:
        starts: IntArray = np.arange(count) * (n - size) // count
        inside = before[:, starts + size] - before[:, starts]
    return inside, inside == 0


def _row(inside: npt.NDArray[np.int32], is_one: BoolArray, truth: int) -> FloatArray:
    """Disagreement of every candidate with one of them."""
    wrong_count = (inside != inside[truth]).sum(axis=1)
    wrong_sameness = (is_one != is_one[truth]).sum(axis=1)
    row: FloatArray = (wrong_count + wrong_sameness) / (2 * inside.shape[1])
    return row
