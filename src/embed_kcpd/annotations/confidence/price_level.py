"""The price level at which as many boundaries are expected as were found.

In:  the Gibbs law for any prices, the number of boundaries, the gains of those found.
Out: the posterior at prices that are all moved by the same amount.

Each level that is tried costs a walk over all segmentations, so few are.  A walk tells the expected
number and its variance, which is how fast the number falls with the price: the first moves follow
both, the next ones the numbers that were expected so far.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.annotations.confidence.protocol import Gibbs
from embed_kcpd.arrays import FloatArray
from embed_kcpd.result.posterior import Posterior

COUNT_TOLERANCE = 0.05
"""How near the expected number of boundaries comes to their number, as a logarithm."""

MOST_MOVES = 12
"""Price levels tried to get there; where the number jumps between two of them, it stays between."""

LOGS_ABOVE = 0.01
"""How far above the number of boundaries the first moves aim, as a logarithm: where all of them
are sure, their number itself is only expected at endless prices."""

ODDS_LAG = 0.015
"""By how much the odds of crowded boundaries fall more slowly than those of one place: of many
places whose odds differ, the better ones stay.  At this value noise needs one move."""

FALLS = (0.2, 2.0)
"""The slowest and the fastest fall of a number of boundaries that is believed."""

MOST_GUESSES = 2
"""Moves by expected numbers and variances; then the line through the last two levels is
followed."""

MOST_STRETCH = 4.0
"""How much longer than the move before the next one may be where the number hardly falls."""

FEWEST_OTHERS = 1e-3
"""Boundaries beyond those found, as a share of them, that are expected at any rate."""

FEWEST_EXPECTED = 1e-300
"""Fewer boundaries than this are not told apart."""

BEYOND = 0.02
"""How much farther than rare and independent boundaries would need a first move goes, in
temperatures."""

FARTHEST = 40.0
"""How far the first move goes at most where nothing is known, in temperatures."""

LEVELS_WEIGHED = 17
"""Levels at which the expected number is guessed to find a move."""


def level_prices(
    walks: Gibbs,
    prices: FloatArray,
    target: float,
    gains: Sequence[float] = (),
    first: float = 0.0,
) -> Posterior:
    """The posterior at the price level where ``target`` boundaries are expected.

    ``first`` is the level that is tried first.

    The expected number falls as prices rise.  The first moves go to where the boundaries that were
    found and the others would be as many as wanted, by their odds.  Then the logarithm of the
    number is taken as a straight line: the next level is where the line through the last two
    crosses the target; a level outside the bracket of those tried is replaced by the middle of
    the bracket.
    """
    fewest, most = (target * math.exp(sign * COUNT_TOLERANCE) for sign in (-1, 1))
    bracket = _Bracket(walks.temperature, target, np.asarray(gains, dtype=np.float64), first)
    for _ in range(MOST_MOVES):
        walk = walks.walk(prices + bracket.level, fewest, most)
        if walk.posterior is not None:
            return walk.posterior
        bracket.take(walk.expected, walk.variance)
    return walks.posterior(prices + bracket.level)


def guessed_move(expected: float, variance: float, gains: FloatArray, target: float) -> float:
    """By how much prices have to rise until about ``target`` boundaries are expected.

    All prices are in temperatures; below zero where fewer are expected.  A boundary that was found
    with gain g is there with odds exp(g - move).  The others are taken as so many places with equal
    odds as have this number and variance.

    >>> sure, unsure = np.full(6, 99.0), np.full(6, 0.0)
    >>> round(guessed_move(12.0, 6.0, sure, 6.0), 1), round(guessed_move(12.0, 6.0, unsure, 6.0), 1)
    (4.6, 1.1)
    """
    if len(gains) == 0:
        return _Others.of(expected, variance).move(target)
    chances = found_chances(gains, np.zeros(1))
    number = max(expected - float(chances.sum()), FEWEST_OTHERS * target)
    others = _Others.of(number, variance - float((chances * (1.0 - chances)).sum()))
    aim = target * math.exp(LOGS_ABOVE)
    moves = np.linspace(others.move(aim), others.move(aim - len(gains)), LEVELS_WEIGHED)
    numbers = found_chances(gains, moves).sum(axis=1) + others.numbers(moves)
    return float(np.interp(-math.log(aim), -np.log(numbers), moves))


def found_chances(gains: FloatArray, moves: FloatArray) -> FloatArray:
    """How likely each of the boundaries with these gains is after each move of the prices."""
    chances: FloatArray = 0.5 + 0.5 * np.tanh(0.5 * (gains - moves[:, None]))
    return chances


@dataclass(frozen=True, slots=True)
class _Others:
    """Boundaries beyond those found: how many are expected, and how fast their number falls.

    Where it falls more slowly than the odds, the places are few, and each is taken with the
    probability ``crowded``.
    """

    number: float
    fall: float

    @classmethod
    def of(cls, number: float, variance: float) -> "_Others":
        return cls(number, min(max(variance / number, FALLS[0]), FALLS[1]))

    @property
    def crowded(self) -> float:
        return max(1.0 - self.fall, 0.0)

    @property
    def odds_fall(self) -> float:
        return max(self.fall, 1.0 - ODDS_LAG * self.crowded)

    def numbers(self, moves: FloatArray) -> FloatArray:
        """How many are expected after each move of the prices."""
        fallen = np.exp(-self.odds_fall * moves)
        numbers: FloatArray = self.number * fallen / (1.0 - self.crowded * (1.0 - fallen))
        return numbers

    def move(self, number: float) -> float:
        """After which move so many are expected; places that are all taken cannot be more."""
        share = number / self.number
        left = max(1.0 - share * self.crowded, 1e-3)
        return -math.log(share * (1.0 - self.crowded) / left) / self.odds_fall


@dataclass(slots=True)
class _Bracket:
    """The price levels tried so far, and the ``level`` to try next."""

    temperature: float
    target: float
    gains: FloatArray
    level: float = 0.0
    low: float = -math.inf
    high: float = math.inf
    last: tuple[float, float] | None = None
    n_guesses: int = 0

    def __post_init__(self) -> None:
        if len(self.gains) != self.target:
            self.gains = np.zeros(0)

    def take(self, expected: float, variance: float) -> None:
        """So many boundaries are expected at ``level``, with this variance."""
        excess = math.log(max(expected, FEWEST_EXPECTED) / self.target)
        if excess > 0:
            self.low = self.level
        else:
            self.high = self.level
        following = self.level + self._step(expected, variance, excess)
        if math.isfinite(self.high - self.low):
            margin = 0.02 * min(self.high - self.low, self.temperature)
            if not self.low + margin <= following <= self.high - margin:
                following = (self.low + self.high) / 2
        self.last = (self.level, excess)
        self.level = following

    def _can_guess(self, expected: float, variance: float) -> bool:
        """Whether the number and its variance say where to go: where a boundary that was found is
        unlikely, they do not tell how far prices must fall for others in its place."""
        is_known = min(expected, variance) > FEWEST_EXPECTED
        is_above = math.isinf(self.high) or len(self.gains) == 0
        return is_known and is_above and self.n_guesses < MOST_GUESSES

    def _step(self, expected: float, variance: float, excess: float) -> float:
        """A guess, or the line through the last two levels."""
        if self._can_guess(expected, variance):
            self.n_guesses += 1
            gains = (self.gains - self.level) / self.temperature
            return self.temperature * guessed_move(expected, variance, gains, self.target)
        if self.last is not None:
            level, before = self.last
            slope = (excess - before) / (self.level - level)
            if slope * self.temperature < -0.05:
                return -excess / slope
            if slope < 0.0:
                # Sure boundaries hardly become rarer: follow the line, but not too far at once.
                farthest = MOST_STRETCH * abs(self.level - level)
                return min(max(-excess / slope, -farthest), farthest)
            if slope == 0.0:
                # Nothing is expected at either level: the next move is twice as long.
                return 2.0 * (self.level - level)
        step = excess + math.copysign(BEYOND, excess)
        return self.temperature * min(max(step, -FARTHEST), FARTHEST)
