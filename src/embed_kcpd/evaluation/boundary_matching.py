"""Precision, recall and F1 of boundaries, with a tolerance.

In:  the boundaries of a reference and of a hypothesis.
Out: how many were found, how many of the found are true, and their harmonic mean.

A found boundary and a true one may be matched when they lie at most ``tolerance`` units apart,
each at most once; the matching is as large as it can be.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.metrics import whole_numbers
from embed_kcpd.given_numbers import is_number


@dataclass(frozen=True, slots=True)
class BoundaryMatch:
    """How many boundaries are true, found, and both.

    Where there was nothing to find, finding nothing is perfect.
    """

    n_true: int
    n_found: int
    n_matched: int

    @property
    def precision(self) -> float:
        return self.n_matched / self.n_found if self.n_found else float(self.n_true == 0)

    @property
    def recall(self) -> float:
        return self.n_matched / self.n_true if self.n_true else float(self.n_found == 0)

    @property
    def f1(self) -> float:
        total = self.n_true + self.n_found
        return 2 * self.n_matched / total if total else 1.0


def match_boundaries(
    reference: Iterable[int], hypothesis: Iterable[int], tolerance: int = 0
) -> BoundaryMatch:
    """The largest matching of true and found boundaries.

    >>> found = match_boundaries([5, 9], [4, 6, 9], tolerance=1)
    >>> found.n_matched, round(found.precision, 2), found.recall
    (2, 0.67, 1.0)
    """
    if not (is_number(tolerance) and tolerance >= 0):
        raise InputError(f"the tolerance must be 0 or more units, got {tolerance!r}")
    true, judged = sorted(whole_numbers(reference)), sorted(whole_numbers(hypothesis))
    matched = n_matched(true, judged, tolerance)
    return BoundaryMatch(len(true), len(judged), matched)


def n_matched(true: Sequence[float], found: Sequence[float], tolerance: float) -> int:
    """How many of two rising lists of places or times can be paired within the tolerance.

    Pairing the first two that are close enough is optimal: any other partner of the earlier
    one could be exchanged for this one.

    >>> n_matched([60.0, 120.0], [50.0, 65.0, 130.0], tolerance=10.0)
    2
    """
    count = i = j = 0
    while i < len(true) and j < len(found):
        if abs(true[i] - found[j]) <= tolerance:
            count, i, j = count + 1, i + 1, j + 1
        elif true[i] < found[j]:
            i += 1
        else:
            j += 1
    return count
