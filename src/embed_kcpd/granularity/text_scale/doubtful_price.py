"""The cheapest boundaries at a price that is known up to a factor.

In:  a price, and what can be solved at multiples of it.
Out: the optimum at that price, with how much those around it disagree; or the optimum at the
     multiple that agrees best with all others.
"""

from typing import Protocol

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.granularity.text_scale.consensus import Boundaries, disagreements, least_risk

PRICE_STEP = 1.5
"""Prices this many times lower and higher tell whether the price matters."""

PRICE_SPACING = 0.1
"""Spacing of the prices that the consensus looks at, in log price."""

PRICES_ASIDE = 12
"""How many prices below and above the measured one it looks at."""

PRICE_DEVIATION = 0.4
"""Standard deviation of the log of the right price around the measured one; 0.3 to 0.5 do as
well.  Wider, sharp topics are merged; narrower, drifting texts are cut too often."""

TIE = 1e-5
"""Per unit of log price: among equal risks the price nearest to the measured one wins."""

_AROUND = np.array([1.0 / PRICE_STEP, 1.0, PRICE_STEP])
_OFFSETS = PRICE_SPACING * np.arange(-PRICES_ASIDE, PRICES_ASIDE + 1)
_FACTORS = np.exp(_OFFSETS)
_CHANCES = np.exp(-0.5 * (_OFFSETS / PRICE_DEVIATION) ** 2)
_TIES = TIE * np.abs(_OFFSETS)


class Multiples(Protocol):
    """Anything that is solved at several multiples of a price."""

    def boundaries(self, price: FloatArray, factors: FloatArray) -> list[Boundaries]: ...


def optimum(n_units: int, multiples: Multiples, price: FloatArray) -> tuple[Boundaries, float]:
    """The cheapest boundaries, and how much those at a lower and a higher price disagree."""
    low, own, high = multiples.boundaries(price, _AROUND)
    ends = disagreements([low, high], n_units)
    return own, float(ends[0, 1] + ends[1, 0]) / 2


def most_agreed(
    n_units: int, multiples: Multiples, price: FloatArray
) -> tuple[Boundaries, FloatArray]:
    """The optimum that agrees best with those at prices around it, and its price."""
    candidates = multiples.boundaries(price, _FACTORS)
    best = least_risk(disagreements(candidates, n_units), _CHANCES, _TIES)
    return candidates[best], float(_FACTORS[best]) * price
