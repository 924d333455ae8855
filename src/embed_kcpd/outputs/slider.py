"""What a slider over granularity needs in a browser: levels as differences, offsets in UTF-16.

In:  the levels around a result; a text and its units.
Out: plain JSON values.

``levels_values`` gives ``{"n_units", "default", "levels"}``.  Level 0 is the coarsest; each
level names the starts it adds to the level before it and the starts it removes, level 0
to a text without boundaries.  Levels are not always nested, so there are removals.  ``default``
is the index of the result's own level.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.annotations.granularity_levels import GranularityLevels
from embed_kcpd.text.units import Unit

DIGITS = 6
"""Significant digits of a penalty."""


def levels_values(levels: GranularityLevels) -> dict[str, object]:
    """The levels as differences.

    >>> from embed_kcpd.annotations.granularity_levels import GranularityLevel
    >>> pair = (GranularityLevel((4,), 2.0, True), GranularityLevel((2, 6), 1.0, False))
    >>> for level in levels_values(GranularityLevels(9, 0, pair))["levels"]: print(level)
    {'n_segments': 2, 'penalty': 2.0, 'stable': True, 'add': [4], 'remove': []}
    {'n_segments': 3, 'penalty': 1.0, 'stable': False, 'add': [2, 6], 'remove': [4]}
    """
    before: frozenset[int] = frozenset()
    values = []
    for level in levels.levels:
        starts = frozenset(level.boundaries)
        values.append(
            {
                "n_segments": level.n_segments,
                "penalty": float(f"{level.penalty:.{DIGITS}g}"),
                "stable": level.is_stable,
                "add": sorted(starts - before),
                "remove": sorted(before - starts),
            }
        )
        before = starts
    return {"n_units": levels.n_units, "default": levels.default, "levels": values}


def utf16_values(text: str, units: Sequence[Unit]) -> dict[str, list[int]]:
    """Where each unit starts and ends in a string of JavaScript.

    >>> utf16_values("😀 a", (Unit(0, 2), Unit(2, 3)))
    {'start_utf16': [0, 3], 'end_utf16': [3, 4]}
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    # A character beyond the first 65,536 takes two code units; half of a pair is one.
    offsets = np.concatenate([[0], np.cumsum(1 + (codes > 0xFFFF))])
    return {
        "start_utf16": offsets[[unit.start for unit in units]].tolist() if units else [],
        "end_utf16": offsets[[unit.end for unit in units]].tolist() if units else [],
    }
