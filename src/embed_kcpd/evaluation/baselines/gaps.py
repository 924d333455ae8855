"""Tiling: how deep a valley of similarity each gap between units is.

In:  one row per unit, or one similarity per gap.
Out: depths per gap; the gaps chosen.

Gap ``g`` lies between units ``g`` and ``g + 1``, so choosing it makes ``g + 1`` a boundary.
Hearst (1997) defined the depth; TopicTiling and the pLSA method reuse it.
"""

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, IntArray


def sums_beside(rows: FloatArray, width: int) -> tuple[FloatArray, FloatArray]:
    """Sums of the ``width`` rows before and of those behind each gap; fewer at the ends of a text.

    >>> sums_beside(np.array([[1.0], [2.0], [4.0]]), width=2)
    (array([[1.],
           [3.]]), array([[6.],
           [4.]]))
    """
    n = len(rows)
    sums = np.vstack([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0)])
    at = np.arange(1, n)
    before: FloatArray = sums[at] - sums[np.maximum(0, at - width)]
    behind: FloatArray = sums[np.minimum(n, at + width)] - sums[at]
    return before, behind


def block_similarity(rows: FloatArray, width: int) -> FloatArray:
    """Cosine between the summed rows of ``width`` units on each side of every gap.

    Blocks shrink at both ends of the text; a block of zeros is like nothing.

    >>> block_similarity(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), width=2).round(3)
    array([0.707, 0.   ])
    """
    left, right = sums_beside(rows, width)
    dots: FloatArray = np.einsum("gd,gd->g", left, right)
    scale: FloatArray = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    return np.divide(dots, scale, out=np.zeros_like(dots), where=scale > 0)


def smoothed(scores: FloatArray, width: int) -> FloatArray:
    """Mean of each score and its ``width / 2`` neighbours on each side that exist.

    >>> smoothed(np.array([0.0, 3.0, 0.0, 0.0]), width=2)
    array([1.5, 1. , 1. , 0. ])
    """
    n, half = len(scores), width // 2
    sums = np.concatenate([[0.0], np.cumsum(scores)])
    first = np.maximum(0, np.arange(n) - half)
    last = np.minimum(n, np.arange(n) + half + 1)
    means: FloatArray = (sums[last] - sums[first]) / (last - first)
    return means


def depths(scores: FloatArray) -> FloatArray:
    """How far the scores rise on both sides of each gap before they fall again, added up.

    >>> depths(np.array([0.5, 0.2, 0.4, 0.9, 0.1])).round(3).tolist()
    [0.0, 1.0, 0.5, 0.0, 0.8]
    """
    return _climbs(scores) + _climbs(scores[::-1])[::-1]


def minima(scores: FloatArray) -> IntArray:
    """Gaps lower than what stands on both sides; a flat valley is named by its middle gap.

    The first and the last gap are never minima: they have no hill on one side.

    >>> minima(np.array([0.5, 0.2, 0.4, 0.1, 0.1, 0.1, 0.3])).tolist()
    [1, 4]
    """
    minima, start = [], 0
    for end in range(1, len(scores) + 1):
        if end < len(scores) and scores[end] == scores[start]:
            continue
        falls = start > 0 and scores[start - 1] > scores[start]
        if falls and end < len(scores) and scores[end] > scores[start]:
            minima.append((start + end - 1) // 2)
        start = end
    return np.array(minima, dtype=np.int64)


def deepest_apart(depth: FloatArray, candidates: npt.ArrayLike, apart: int) -> list[int]:
    """Candidates taken deepest first, skipping those closer than ``apart`` to one taken.

    >>> deepest_apart(np.array([0.1, 0.9, 0.8, 0.2]), candidates=[0, 1, 2, 3], apart=2)
    [1, 3]
    """
    gaps = np.asarray(candidates, dtype=np.int64)
    taken: list[int] = []
    for gap in gaps[np.argsort(-depth[gaps], kind="stable")].tolist():
        if all(abs(gap - other) >= apart for other in taken):
            taken.append(gap)
    return sorted(taken)


def boundaries_after(gaps: npt.ArrayLike) -> tuple[int, ...]:
    """The units that start after the chosen gaps, in order."""
    return tuple(sorted(int(gap) + 1 for gap in np.asarray(gaps, dtype=np.int64)))


def _climbs(scores: FloatArray) -> FloatArray:
    """How far the scores rise to the left of each gap before they fall."""
    peaks = scores.copy()
    for gap in range(1, len(scores)):
        if scores[gap - 1] >= scores[gap]:
            peaks[gap] = peaks[gap - 1]
    climbs: FloatArray = peaks - scores
    return climbs
