"""Headings: what they say about a boundary before them, and about boundaries elsewhere.

In:  the places of the units.
Out: a price per gap, and the headings that must start a segment where they are forced.

Authors put headings where the subject changes.  So a boundary before a heading costs less, the
more so the higher its level among those of the document; and where there are headings, a
boundary elsewhere costs a little more.  The three numbers were measured on 44 articles of
Wikipedia (``benchmarks/headings.py``): they serve as well where three of four headings are
missing.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import groupby, pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.text.places import Place

FAVOUR = 2.0
"""What a boundary before a heading of the highest level costs less."""

DEEPER = 0.25
"""A heading one level deeper is worth this share."""

ELSEWHERE = 0.25
"""What a boundary costs more that stands before no heading, in a document that has some."""

FORCED_UNITS = 5
"""Units that a section has at least, in the middle of all, for its headings to be forced."""


class Headings(Enum):
    """What a heading in a document means for the boundary before it."""

    force = "force"
    """There is a boundary before it, down to the deepest level whose sections are not tiny."""

    favour = "favour"
    """A boundary before it costs less than elsewhere."""

    ignore = "ignore"
    """A heading is a unit like any other."""


def heading_starts(places: Sequence[Place]) -> dict[int, int]:
    """Units before which a section begins, each with the highest level of its headings.

    Headings that follow one another begin one section; the first unit is no boundary.

    >>> heading_starts([Place(heading=1), Place(), Place(heading=2), Place(heading=3), Place()])
    {2: 2}
    """
    starts = {}
    units = groupby(range(len(places)), lambda unit: places[unit].heading > 0)
    for is_heading, group in units:
        run = list(group)
        if is_heading and run[0] > 0:
            starts[run[0]] = min(places[unit].heading for unit in run)
    return starts


def heading_prices(places: Sequence[Place]) -> FloatArray:
    """What a boundary before each unit costs more, or less where it is negative.

    >>> heading_prices([Place(), Place(), Place(heading=2), Place(), Place(heading=3)]).tolist()
    [0.0, 0.25, -2.0, 0.25, -0.5]
    """
    starts = heading_starts(places)
    prices = np.full(len(places), ELSEWHERE if starts else 0.0)
    prices[:1] = 0.0
    levels = sorted(set(starts.values()))
    for unit, level in starts.items():
        prices[unit] = -FAVOUR * DEEPER ** levels.index(level)
    return prices


def forced_headings(places: Sequence[Place]) -> frozenset[int]:
    """Headings that start a segment where headings are forced.

    Those of the highest level that the document has, and of deeper ones as long as half of the
    sections they make have ``FORCED_UNITS`` units or more.
    """
    starts = heading_starts(places)
    chosen: frozenset[int] = frozenset()
    for level in sorted(set(starts.values())):
        deeper = _down_to(starts, level)
        if chosen and _middle_size(deeper, len(places)) < FORCED_UNITS:
            break
        chosen = deeper
    return chosen


def _down_to(starts: Mapping[int, int], level: int) -> frozenset[int]:
    return frozenset(unit for unit, own in starts.items() if own <= level)


def _middle_size(starts: frozenset[int], n_units: int) -> float:
    """Units of the section in the middle of all by size."""
    from statistics import median

    return median(end - start for start, end in pairwise([0, *sorted(starts), n_units]))
