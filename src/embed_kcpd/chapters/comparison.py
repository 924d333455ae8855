"""Chapters found here beside those that a person gave.

In:  given and found chapters.
Out: how many beginnings agree within a few seconds.

Each beginning is matched at most once, and the matching is as large as it can be.  The first
chapter of both begins the recording and does not count.
"""

from collections.abc import Sequence

from embed_kcpd.chapters.chapter import Chapter, Comparison
from embed_kcpd.readers.document import GivenChapter

TOLERANCE = 20.0
"""Seconds by which two beginnings of the same chapter may differ."""


def compared(given: Sequence[GivenChapter], found: Sequence[Chapter]) -> Comparison:
    """How well the chapters that were found agree with those that were given."""
    beginnings = sorted(chapter.start_seconds for chapter in given)[1:]
    starts = [chapter.start for chapter in found][1:]
    matched = n_matched(beginnings, starts, TOLERANCE)
    return Comparison(len(beginnings), len(starts), matched, TOLERANCE)


def n_matched(true: Sequence[float], found: Sequence[float], tolerance: float) -> int:
    """How many of two rising lists of times can be paired within the tolerance.

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
