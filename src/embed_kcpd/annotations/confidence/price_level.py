"""The price level at which as many boundaries are expected as were found.

In:  the Gibbs law for any prices, the number of boundaries, the gains of those found.
Out: the posterior at prices that are all moved by the same amount.

Each level that is tried costs a walk over all segmentations, so few are: the first moves are
guesses from the gains, the next ones follow the numbers that were expected so far.
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
"""How far above the number of boundaries the first move aims, as a logarithm: where all of them
are sure, their number itself is only expected at endless prices."""

OTHERS_FALL = 0.65
"""How fast boundaries beyond those found become rarer with the price, per temperature.  It
would be 1 if they were rare and independent; at this value most texts need one move."""

FALLS = (0.2, 2.0)
"""The slowest and the fastest fall that is believed where it was measured."""

MOST_GUESSES = 2
"""Moves by the gains; after them the line through the last two levels is followed."""

MOST_STRETCH = 4.0
"""How much longer than the move before the next one may be where the number hardly falls."""

FEWEST_OTHERS = 1e-3
"""Boundaries beyond those found, as a share of them, that are expected at any rate."""

FEWEST_EXPECTED = 1e-17
"""Fewer boundaries than this are not told apart: a walk passes over smaller shares."""

LEVELS_WEIGHED = 17
"""Levels at which the expected number is guessed to find the first move."""


def level_prices(
    walks: Gibbs,
    prices: FloatArray,
    target: float,
    gains: Sequence[float] = (),
) -> Posterior:
    """The posterior at the price level where ``target`` boundaries are expected.

    The expected number falls as prices rise.  The first moves are guesses from the gains of the
    boundaries that were found.  Then the logarithm of the number is taken as a straight line:
    the next level is where the line through the last two crosses the target; a level outside
    the bracket of those tried is replaced by the middle of the bracket.
    """
    fewest, most = (target * math.exp(sign * COUNT_TOLERANCE) for sign in (-1, 1))
    bracket = _Bracket(walks.temperature, target, np.asarray(gains, dtype=np.float64))
    for _ in range(MOST_MOVES):
        walk = walks.walk(prices + bracket.level, fewest, most)
        if walk.posterior is not None:
            return walk.posterior
        bracket.take(max(walk.expected, FEWEST_EXPECTED))
    return walks.posterior(prices + bracket.level)


def guessed_level(
    expected: float, gains: FloatArray, temperature: float, fall: float = OTHERS_FALL
) -> float:
    """Where about as many boundaries are expected as were found, ``expected`` at level zero.

    Below zero where fewer are expected.

    A boundary that was found with gain g is there with odds exp((g - level) / temperature); the
    others become rarer as exp(-fall * level / temperature).  Where boundaries are sure, only the
    others have to go.

    >>> sure, unsure = np.full(6, 99.0), np.full(6, 0.0)
    >>> round(guessed_level(12.0, sure, 1.0), 1), round(guessed_level(12.0, unsure, 1.0), 1)
    (7.1, 1.1)
    """
    aim = len(gains) * math.exp(LOGS_ABOVE)
    others = expected - float(expected_found(gains, np.zeros(1), temperature)[0])
    others = max(others, FEWEST_OTHERS * aim)
    least, most = (math.log(others / rest) / fall for rest in (aim, aim - len(gains)))
    if expected > aim:
        least = max(least, 0.0)
    levels = temperature * np.linspace(least, most, LEVELS_WEIGHED)
    numbers = expected_found(gains, levels, temperature)
    numbers += others * np.exp(-fall / temperature * levels)
    return float(np.interp(-math.log(aim), -np.log(numbers), levels))


def expected_found(gains: FloatArray, levels: FloatArray, temperature: float) -> FloatArray:
    """How many of the boundaries with these gains are expected at each price level."""
    half_odds = (gains - levels[:, None]) / (2.0 * temperature)
    numbers: FloatArray = (0.5 + 0.5 * np.tanh(half_odds)).sum(axis=1)
    return numbers


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

    def take(self, expected: float) -> None:
        """So many boundaries are expected at ``level``."""
        excess = math.log(expected / self.target)
        if excess > 0:
            self.low = self.level
        else:
            self.high = self.level
        step = self._guess(expected) if self._can_guess() else self._step(excess)
        following = self.level + step
        if math.isfinite(self.high - self.low):
            margin = 0.02 * (self.high - self.low)
            if not self.low + margin <= following <= self.high - margin:
                following = (self.low + self.high) / 2
        self.last = (self.level, excess)
        self.level = following

    def _can_guess(self) -> bool:
        """Whether all of the one or two levels tried were too low."""
        is_above = math.isinf(self.high) and self.n_guesses < MOST_GUESSES
        return is_above and len(self.gains) == self.target

    def _guess(self, expected: float) -> float:
        """By the gains; the second time with the fall of the others between the two levels."""
        fall = OTHERS_FALL
        if self.last is not None:
            level, before = self.last
            numbers = np.array([self.target * math.exp(before), expected])
            others = numbers - expected_found(
                self.gains, np.array([level, self.level]), self.temperature
            )
            rate = math.log(others[0] / others[1]) / (self.level - level)
            fall = min(max(rate * self.temperature, FALLS[0]), FALLS[1])
        self.n_guesses += 1
        return guessed_level(expected, self.gains - self.level, self.temperature, fall)

    def _step(self, excess: float) -> float:
        """Where rare and independent boundaries would go, or the line through the last two."""
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
        return self.temperature * (excess + math.copysign(0.02, excess))
