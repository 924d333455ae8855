"""What the distribution over segmentations answers, in C and in NumPy alike.

In:  the price of a boundary at each unit.
Out: how many boundaries are expected, and the probability of each where it is wanted.
"""

from dataclasses import dataclass
from typing import Protocol

from embed_kcpd.arrays import FloatArray
from embed_kcpd.result.posterior import Posterior

NEAR = 1
"""A boundary counts as hit when a true one lies within this many units."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The expected number of boundaries and its variance; the posterior too where that number was
    as wanted."""

    expected: float
    variance: float
    posterior: Posterior | None


class Gibbs(Protocol):
    """A cost, a temperature and limits, ready for any prices."""

    temperature: float

    def walk(self, prices: FloatArray, fewest: float, most: float) -> Walk:
        """Probabilities at these prices, if between ``fewest`` and ``most`` are expected."""
        ...

    def posterior(self, prices: FloatArray) -> Posterior:
        """Probabilities at these prices."""
        ...
