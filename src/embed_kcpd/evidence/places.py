"""What the place of a unit says about a boundary before it: headings, tables.

In:  the places of the units.
Out: a price per gap, and the units that must or must not start a segment.
"""

from collections.abc import Sequence
from enum import Enum

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.text.places import Place

FAVOUR = 1.0
"""What a boundary before a heading costs less, a judgement: about the price of a boundary."""


class Headings(Enum):
    """What a heading in a document means for the boundary before it."""

    force = "force"
    """There must be one."""

    favour = "favour"
    """It costs less."""

    ignore = "ignore"
    """A heading is a unit like any other."""


def place_evidence(places: Sequence[Place], headings: Headings) -> FloatArray:
    """What a boundary before each unit costs more, or less where it is negative.

    >>> place_evidence([Place(), Place(), Place(heading=2)], Headings.favour).tolist()
    [0.0, 0.0, -1.0]
    """
    prices = np.zeros(len(places))
    if headings is Headings.favour:
        prices[sorted(_heading_starts(places))] -= FAVOUR
    return prices


def forced_starts(places: Sequence[Place], headings: Headings) -> frozenset[int]:
    """Units that must start a segment."""
    return _heading_starts(places) if headings is Headings.force else frozenset()


def forbidden_starts(places: Sequence[Place], headings: Headings) -> frozenset[int]:
    """Units that must not: parts of a table, and what stands right under its heading."""
    continued = {unit for unit, place in enumerate(places) if unit and place.continues}
    if headings is not Headings.ignore:
        continued |= {unit for unit in range(1, len(places)) if places[unit - 1].heading}
    return frozenset(continued)


def _heading_starts(places: Sequence[Place]) -> frozenset[int]:
    """Headings that do not follow a heading themselves, but for the first unit."""
    return frozenset(
        unit
        for unit in range(1, len(places))
        if places[unit].heading and not places[unit - 1].heading
    )
