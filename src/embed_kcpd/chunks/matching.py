"""Which units of an edited text stood in the text before.

In:  the units of both texts, as strings.
Out: for each unit of the new text the old one it is, -1 where it is new.

What both begin and end with is set aside first, which is nearly everything.  Between, a unit is
compared together with its neighbours: a line of a log may stand there thousands of times, and to
compare it with each of them takes minutes.  What is left between two matches is compared unit by
unit.
"""

from collections.abc import Callable, Hashable, Sequence
from difflib import SequenceMatcher

NEIGHBOURS = 4
"""Units on each side that are compared together with a unit."""

Gap = tuple[int, int, int, int]
"""Start and end of old units, start and end of new units, between two matches."""


def matched_units(before: Sequence[str], after: Sequence[str]) -> list[int]:
    """The old unit of each new one; they are in the same order.

    >>> matched_units(["One.", "Two.", "Three."], ["Zero.", "One.", "Three."])
    [-1, 0, 2]
    """
    numbers: dict[str, int] = {}
    old = [numbers.setdefault(text, len(numbers)) for text in before]
    new = [numbers.setdefault(text, len(numbers)) for text in after]
    origins = [-1] * len(new)
    for gap in _matched(old, new, (0, len(old), 0, len(new)), _with_neighbours, origins):
        _matched(old, new, gap, list, origins)
    return origins


def _matched(
    old: Sequence[int],
    new: Sequence[int],
    gap: Gap,
    compared: Callable[[Sequence[int]], Sequence[Hashable]],
    origins: list[int],
) -> list[Gap]:
    """Fill the origins of a gap, and say where gaps are left."""
    a, a_end, b, b_end = gap
    while a < a_end and b < b_end and old[a] == new[b]:
        origins[b] = a
        a, b = a + 1, b + 1
    while a < a_end and b < b_end and old[a_end - 1] == new[b_end - 1]:
        a_end, b_end = a_end - 1, b_end - 1
        origins[b_end] = a_end
    matcher = SequenceMatcher(None, compared(old[a:a_end]), compared(new[b:b_end]))
    gaps = []
    after_a, after_b = a, b
    for block in matcher.get_matching_blocks():
        start_a, start_b = a + block.a, b + block.b
        gaps.append((after_a, start_a, after_b, start_b))
        after_a, after_b = start_a + block.size, start_b + block.size
        origins[start_b:after_b] = range(start_a, after_a)
    return gaps


def _with_neighbours(units: Sequence[int]) -> list[tuple[int, ...]]:
    return [
        tuple(units[max(0, unit - NEIGHBOURS) : unit + NEIGHBOURS + 1])
        for unit in range(len(units))
    ]
