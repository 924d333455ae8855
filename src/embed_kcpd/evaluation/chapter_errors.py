"""What is wrong with chapters that were found: their number, their places, or the topics.

In:  recordings with chapters made by people, and the chapters that were found in them.
Out: F1 within tolerances from 10 to 120 seconds, as found and with one error taken away.

What a wide tolerance adds is a matter of places; what is missing even there was not seen.
``placed_right`` moves each boundary to the true one near it, which no rule can do better, and
``at_units`` puts the true ones where units begin, which is what the units allow at most.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.evaluation.boundary_matching import n_matched

TOLERANCES = (10.0, 20.0, 40.0, 60.0, 120.0)
"""Seconds by which a beginning may differ."""


def f1_within(true: Sequence[float], found: Sequence[float], tolerance: float) -> float:
    """F1 of beginnings that agree within the tolerance.

    >>> f1_within([60.0, 120.0], [75.0], 20.0)
    0.6666666666666666
    """
    total = len(true) + len(found)
    return 2 * n_matched(true, found, tolerance) / total if total else 1.0


def f1_at_tolerances(true: Sequence[float], found: Sequence[float]) -> list[float]:
    """F1 within each of ``TOLERANCES``."""
    return [f1_within(true, found, tolerance) for tolerance in TOLERANCES]


def placed_right(true: Sequence[float], found: Sequence[float], seconds: float) -> list[float]:
    """What was found, each moved to the nearest true one within so many seconds.

    A true one takes the first that is near; a second one stays where it is.

    >>> placed_right([60.0, 300.0], [50.0, 65.0, 200.0], 20.0)
    [60.0, 65.0, 200.0]
    """
    left, placed = set(true), []
    for time in found:
        nearest = min(left, key=lambda start: abs(start - time), default=None)
        if nearest is not None and abs(nearest - time) <= seconds:
            left.discard(nearest)
            placed.append(nearest)
        else:
            placed.append(time)
    return sorted(placed)


def at_units(true: Sequence[float], unit_starts: Sequence[float]) -> list[float]:
    """The true beginnings, each where the nearest unit begins.

    >>> at_units([61.0, 64.0], [0.0, 60.0, 75.0])
    [60.0]
    """
    starts = np.asarray(unit_starts, dtype=np.float64)
    return sorted({float(starts[np.argmin(np.abs(starts - time))]) for time in true})
