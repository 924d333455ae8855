"""Pk and WindowDiff as NLTK and segeval compute them, to read numbers published with either.

In:  the boundaries of a reference and of a hypothesis over the same units.
Out: what the other program would print.

segeval 2.0.11 slides the windows of ``metrics.py``: its Pk is our Pk, and its WindowDiff ours,
unless its ``lamprier_et_al_2007_fix`` is on.  That fix adds a window of phantom units on each
side, so that boundaries near the ends of a text are seen as often as others.

NLTK 3.9 marks the last unit of each segment and counts marks in slices of ``window`` units,
of which there are ``n_units - window + 1``.  Its default window divides by the number of
marks, so a mark on the very last unit, which is no boundary, changes the result.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import IntArray
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.metrics import checked_boundaries, default_window


def nltk_pk(
    reference: Sequence[int],
    hypothesis: Sequence[int],
    n_units: int,
    window: int | None = None,
    *,
    marks_end: bool = False,
) -> float:
    """``nltk.metrics.pk`` of the two, with or without a mark on the last unit.

    >>> round(nltk_pk([4], [6], n_units=8), 3)
    0.6
    """
    true = _marks(reference, n_units, marks_end)
    judged = _marks(hypothesis, n_units, marks_end)
    if window is None:
        window = round(n_units / (2 * max(1, int(true.sum()))))
    return float(np.mean((_counts(true, window) > 0) != (_counts(judged, window) > 0)))


def nltk_window_diff(
    reference: Sequence[int],
    hypothesis: Sequence[int],
    n_units: int,
    window: int,
    *,
    marks_end: bool = False,
) -> float:
    """``nltk.metrics.windowdiff`` of the two; NLTK has no default window here."""
    true = _marks(reference, n_units, marks_end)
    judged = _marks(hypothesis, n_units, marks_end)
    return float(np.mean(_counts(true, window) != _counts(judged, window)))


def lamprier_window_diff(
    reference: Sequence[int], hypothesis: Sequence[int], n_units: int, window: int | None = None
) -> float:
    """segeval's WindowDiff with the correction of Lamprier et al. (2007).

    The phantom units belong to no segment, so the two ends of the text count as boundaries of
    both; segeval divides by one more than the number of windows, and so do we here.
    """
    reference = checked_boundaries(reference, n_units)
    if window is None:
        window = default_window(reference, n_units)
    pad = np.zeros(window, dtype=np.int64)
    true = np.concatenate([pad, _starts(reference, n_units), [1], pad[1:]])
    judged = np.concatenate([pad, _starts(hypothesis, n_units), [1], pad[1:]])
    # Entry t says that a segment starts at t; a window from t to t + window crosses the
    # starts t + 1 .. t + window.
    wrong = _counts(true[1:], window) != _counts(judged[1:], window)
    return float(wrong.sum()) / (len(wrong) + 1)


def _marks(boundaries: Sequence[int], n_units: int, marks_end: bool) -> IntArray:
    starts = checked_boundaries(boundaries, n_units)
    marks = np.zeros(n_units, dtype=np.int64)
    marks[[start - 1 for start in starts]] = 1
    if marks_end and n_units:
        marks[-1] = 1
    return marks


def _starts(boundaries: Sequence[int], n_units: int) -> IntArray:
    starts = np.zeros(n_units, dtype=np.int64)
    starts[[0, *checked_boundaries(boundaries, n_units)]] = 1
    return starts


def _counts(marks: IntArray, window: int) -> IntArray:
    """Marks in every slice of ``window`` entries."""
    if not 0 <= window <= len(marks):
        raise InputError(f"the window must be from 0 to {len(marks)}, got {window}")
    total: IntArray = np.concatenate([[0], np.cumsum(marks)])
    counts: IntArray = total[window:] - total[: len(total) - window]
    return counts
