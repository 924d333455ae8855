"""Chapters found here beside those that a person gave.

In:  given and found chapters.
Out: how many beginnings agree within a few seconds.

Each beginning is matched at most once, and the matching is as large as it can be.  The first
chapter of both begins the recording and does not count.
"""

from collections.abc import Sequence

from embed_kcpd.chapters.chapter import Chapter, Comparison
from embed_kcpd.evaluation.boundary_matching import n_matched
from embed_kcpd.readers.document import GivenChapter

TOLERANCE = 20.0
"""Seconds by which two beginnings of the same chapter may differ."""


def compared(given: Sequence[GivenChapter], found: Sequence[Chapter]) -> Comparison:
    """How well the chapters that were found agree with those that were given."""
    beginnings = sorted(chapter.start_seconds for chapter in given)[1:]
    starts = [chapter.start for chapter in found][1:]
    matched = n_matched(beginnings, starts, TOLERANCE)
    return Comparison(len(beginnings), len(starts), matched, TOLERANCE)
