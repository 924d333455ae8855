"""What the places of units say about the boundaries between them.

In:  the places of the units, and what headings mean.
Out: a price per gap, and the units that must or must not start a segment.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.evidence.headings import Headings, forced_headings, heading_prices
from embed_kcpd.evidence.silences import chat_prices, room_starts
from embed_kcpd.text.places import Place

__all__ = ["Headings", "forbidden_starts", "forced_starts", "place_evidence"]


def place_evidence(places: Sequence[Place], headings: Headings) -> FloatArray:
    """What a boundary before each unit costs more, or less where it is negative.

    >>> place_evidence([Place(), Place(), Place(heading=2)], Headings.favour).tolist()
    [0.0, 0.25, -2.0]
    """
    prices: FloatArray = chat_prices(places) - np.array([place.turn for place in places])
    return prices if headings is Headings.ignore else prices + heading_prices(places)


def forced_starts(places: Sequence[Place], headings: Headings) -> frozenset[int]:
    """Units that must start a segment: another room of a chat, headings that are forced."""
    forced = forced_headings(places) if headings is Headings.force else frozenset()
    return forced | room_starts(places)


def forbidden_starts(places: Sequence[Place], headings: Headings) -> frozenset[int]:
    """Units that must not: parts of a table, and what stands right under its heading."""
    continued = {unit for unit, place in enumerate(places) if unit and place.continues}
    if headings is not Headings.ignore:
        continued |= {unit for unit in range(1, len(places)) if places[unit - 1].heading}
    return frozenset(continued)
