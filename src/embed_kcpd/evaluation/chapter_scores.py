"""How well the beginnings of chapters were found.

In:  the seconds at which chapters begin, true and found, and how long the recording lasts.
Out: F1 within 10 and 20 seconds, Pk and WindowDiff over seconds, and how many there are.

The first chapter begins the recording and does not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.evaluation.chapter_errors import f1_within
from embed_kcpd.evaluation.metrics import pk, window_diff


@dataclass(frozen=True, slots=True)
class ChapterScore:
    """What was measured on one recording, or the mean over several."""

    f1_within_10: float
    f1_within_20: float
    pk: float
    window_diff: float
    n_found: float
    n_true: float


def score_chapters(true: Sequence[float], found: Sequence[float], end: float) -> ChapterScore:
    """The score of one recording.

    >>> score = score_chapters([60.0, 120.0], [63.0, 141.0], end=180.0)
    >>> score.f1_within_10, score.f1_within_20
    (0.5, 0.5)
    """
    n_seconds = max(2, int(end))
    reference, hypothesis = (_in_seconds(times, n_seconds) for times in (true, found))
    return ChapterScore(
        f1_within(true, found, 10.0),
        f1_within(true, found, 20.0),
        pk(reference, hypothesis, n_seconds),
        window_diff(reference, hypothesis, n_seconds),
        float(len(found)),
        float(len(true)),
    )


def mean_score(scores: Sequence[ChapterScore]) -> ChapterScore:
    """The mean over recordings."""
    rows = [
        (s.f1_within_10, s.f1_within_20, s.pk, s.window_diff, s.n_found, s.n_true) for s in scores
    ]
    return ChapterScore(*np.mean(rows, axis=0).tolist())


def _in_seconds(times: Sequence[float], n_seconds: int) -> list[int]:
    """Whole seconds inside the recording, each once."""
    return sorted({min(n_seconds - 1, max(1, int(time))) for time in times})
