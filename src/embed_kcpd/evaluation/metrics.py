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
from collections.abc import Iterable
from itertools import pairwise
from numbers import Integral

import numpy as np

from embed_kcpd.arrays import IntArray
from embed_kcpd.errors import InputError
from embed_kcpd.given_numbers import is_number

SMALLEST_WINDOW = 2


def default_window(reference: Iterable[int], n_units: int) -> int:
    """Half the mean length of a reference segment, at least two.

    >>> default_window([4, 8], n_units=12), default_window([1, 2], n_units=3)
    (2, 2)
    """
    return _half_mean_length(len(checked_boundaries(reference, n_units)) + 1, n_units)


def _half_mean_length(n_segments: int, n_units: int) -> int:
    return max(SMALLEST_WINDOW, round(n_units / n_segments / 2))


def pk(
    reference: Iterable[int], hypothesis: Iterable[int], n_units: int, window: int | None = None
) -> float:
    """Share of windows on which the two disagree about "same segment".

    >>> pk([4], [4], n_units=8), pk([4], [], n_units=8), pk([4], [6], n_units=8)
    (0.0, 0.3333333333333333, 0.6666666666666666)
    """
    true, judged = _crossed(reference, hypothesis, n_units, window)
    return _share((true > 0) != (judged > 0))


def window_diff(
    reference: Iterable[int], hypothesis: Iterable[int], n_units: int, window: int | None = None
) -> float:
    """Share of windows in which the two count a different number of boundaries.

    >>> window_diff([4], [3, 4], n_units=8)
    0.3333333333333333
    """
    true, judged = _crossed(reference, hypothesis, n_units, window)
    return _share(true != judged)


def segment_numbers(boundaries: Iterable[int], n_units: int) -> IntArray:
    """The number of the segment each unit lies in.

    >>> segment_numbers([2], n_units=4).tolist()
    [0, 0, 1, 1]
    """
    starts = np.zeros(n_units, dtype=np.int64)
    starts[list(checked_boundaries(boundaries, n_units))] = 1
    numbers: IntArray = np.cumsum(starts)
    return numbers


def checked_boundaries(boundaries: Iterable[int], n_units: int) -> tuple[int, ...]:
    """The boundaries, if they increase strictly inside ``1 .. n_units - 1``.

    >>> checked_boundaries(iter([4, 8]), n_units=12)
    (4, 8)
    """
    _check_n_units(n_units)
    listed = whole_numbers(boundaries)
    edges = (0, *listed, n_units)
    if listed and any(left >= right for left, right in pairwise(edges)):
        raise InputError(
            f"boundaries must increase strictly from 1 to {n_units - 1}, "
            f"got {reprlib.repr(list(listed))}"
        )
    return listed


def whole_numbers(boundaries: Iterable[int]) -> tuple[int, ...]:
    """The boundaries as whole numbers of Python, whatever holds them; read once."""
    listed = tuple(boundaries) if isinstance(boundaries, Iterable) else None
    if listed is None or not all(is_number(boundary, Integral) for boundary in listed):
        raise InputError(
            "boundaries must be a list of whole numbers, each the first unit of a segment, "
            f"got {reprlib.repr(boundaries)}"
        )
    return tuple(map(int, listed))


def _check_n_units(n_units: int) -> None:
    if not (is_number(n_units, Integral) and n_units >= 0):
        raise InputError(f"the number of units must be a whole number from 0 on, got {n_units!r}")


def _crossed(
    reference: Iterable[int], hypothesis: Iterable[int], n_units: int, window: int | None
) -> tuple[IntArray, IntArray]:
    """Boundaries inside each window, in the reference and in the hypothesis."""
    _check_n_units(n_units)
    true, judged = segment_numbers(reference, n_units), segment_numbers(hypothesis, n_units)
    if window is None:
        window = _half_mean_length(int(true[-1]) + 1 if n_units else 1, n_units)
    if not (is_number(window, Integral) and window >= 1):
        raise InputError(f"the window must be a whole number from 1 on, got {window!r}")
    # A text too short for its window is compared from its first unit to its last.
    width = max(1, min(window, n_units - 1))
    return true[width:] - true[:-width], judged[width:] - judged[:-width]


def _share(wrong: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> float:
    return float(wrong.mean()) if wrong.size else 0.0
