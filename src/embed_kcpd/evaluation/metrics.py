"""Pk and WindowDiff, one definition each.

In:  the boundaries of a reference and of a hypothesis over the same units.
Out: an error between 0 (equal) and 1.

Both slide a window over the units and compare units ``i`` and ``i + window`` for every i from
0 to ``n_units - window - 1``.  Pk (Beeferman, Berger and Lafferty 1999) errs where reference
and hypothesis disagree about whether the two lie in the same segment, WindowDiff (Pevzner and
Hearst 2002) where the number of boundaries between them differs.  A window wrong for Pk is
also wrong for WindowDiff, so at the same window WindowDiff is never below Pk.

The window is half the mean length of a reference segment, rounded half to even, and at least
two.  Other programs count windows otherwise: ``metric_variants.py`` has theirs.
"""

import reprlib
from collections.abc import Iterable, Sequence
from itertools import pairwise
from numbers import Integral

import numpy as np

from embed_kcpd.arrays import IntArray
from embed_kcpd.errors import InputError
from embed_kcpd.given_numbers import is_number

SMALLEST_WINDOW = 2


def default_window(reference: Sequence[int], n_units: int) -> int:
    """Half the mean length of a reference segment, at least two.

    >>> default_window([4, 8], n_units=12), default_window([1, 2], n_units=3)
    (2, 2)
    """
    return max(SMALLEST_WINDOW, round(n_units / (len(reference) + 1) / 2))


def pk(
    reference: Sequence[int], hypothesis: Sequence[int], n_units: int, window: int | None = None
) -> float:
    """Share of windows on which the two disagree about "same segment".

    >>> pk([4], [4], n_units=8), pk([4], [], n_units=8), pk([4], [6], n_units=8)
    (0.0, 0.3333333333333333, 0.6666666666666666)
    """
    true, judged = _crossed(reference, hypothesis, n_units, window)
    return _share((true > 0) != (judged > 0))


def window_diff(
    reference: Sequence[int], hypothesis: Sequence[int], n_units: int, window: int | None = None
) -> float:
    """Share of windows in which the two count a different number of boundaries.

    >>> window_diff([4], [3, 4], n_units=8)
    0.3333333333333333
    """
    true, judged = _crossed(reference, hypothesis, n_units, window)
    return _share(true != judged)


def segment_numbers(boundaries: Sequence[int], n_units: int) -> IntArray:
    """The number of the segment each unit lies in.

    >>> segment_numbers([2], n_units=4).tolist()
    [0, 0, 1, 1]
    """
    check_boundaries(boundaries, n_units)
    starts = np.zeros(n_units, dtype=np.int64)
    starts[list(boundaries)] = 1
    numbers: IntArray = np.cumsum(starts)
    return numbers


def check_boundaries(boundaries: Sequence[int] | IntArray, n_units: int) -> None:
    """Raise unless the boundaries increase strictly inside ``1 .. n_units - 1``."""
    if not (is_number(n_units, Integral) and n_units >= 0):
        raise InputError(f"the number of units must be a whole number from 0 on, got {n_units!r}")
    is_list = isinstance(boundaries, Iterable)
    if not is_list or not all(is_number(boundary, Integral) for boundary in boundaries):
        raise InputError(
            "boundaries must be a list of whole numbers, each the first unit of a segment, "
            f"got {reprlib.repr(boundaries)}"
        )
    edges = (0, *boundaries, n_units)
    if len(edges) > 2 and any(left >= right for left, right in pairwise(edges)):
        raise InputError(
            f"boundaries must increase strictly from 1 to {n_units - 1}, "
            f"got {reprlib.repr([int(boundary) for boundary in boundaries])}"
        )


def _crossed(
    reference: Sequence[int], hypothesis: Sequence[int], n_units: int, window: int | None
) -> tuple[IntArray, IntArray]:
    """Boundaries inside each window, in the reference and in the hypothesis."""
    true, judged = segment_numbers(reference, n_units), segment_numbers(hypothesis, n_units)
    if window is None:
        window = default_window(reference, n_units)
    if not (is_number(window, Integral) and window >= 1):
        raise InputError(f"the window must be a whole number from 1 on, got {window!r}")
    # A text too short for its window is compared from its first unit to its last.
    width = max(1, min(window, n_units - 1))
    return true[width:] - true[:-width], judged[width:] - judged[:-width]


def _share(wrong: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> float:
    return float(wrong.mean()) if wrong.size else 0.0
