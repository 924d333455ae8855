"""From the reach of a text to the price of a boundary.

In:  reaches of windows, with their units, words per unit and sharpness.
Out: a price for each; it grows with the reach.

A measured reach is an estimate, so it is drawn to what is usual: in short texts to the reach
of short texts, and in prose with blurred topics to one that grows with the length of the text.
Where prose has sharp topics, the measurement stands.
"""

import math

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray

PRICE_PER_REACH = 0.45
"""Price of a boundary for each unit of reach.  Chosen in ten of ten leave-one-family-out folds
over thirteen data sets; a tenth more or less costs 3 to 5 % of the error."""

USUAL_REACH = math.e
"""Reach towards which short texts are drawn, in units, where similarities spread as usual."""

USUAL_REACH_UNITS = 32.0
"""Units a text must have for its own reach to weigh as much as the usual one."""

USUAL_WORDS = 20.0
"""Words per unit at which the price is not corrected."""

FEWEST_WORDS, MOST_WORDS = 5.0, 200.0
"""Words per unit beyond which the correction stays what it is there."""

WORD_POWER = 1.0 / 3.0
"""Paragraphs with the reach of sentences have finer sections: price times (20 / words)^(1/3)."""

PROSE_LENGTH_POWER = 0.8
"""The usual reach of prose grows with this power of its units, from 32 units on: authors divide
a long text into longer sections than a short one.  Shorter texts are not drawn to it, texts of
64 units or more fully."""

PROSE_WORD_POWER = 0.25
"""It falls with this power of the words per unit, from 20 words on."""

BLURRED, SHARP = 1.6, 1.9
"""Sharpness up to which prose is drawn all the way to its usual reach, and from which on not
at all.  Sharpness is how much more alike neighbours are than any two units, in standard
deviations of the similarity: 1.1 in textbooks and long articles, 1.9 where texts were joined."""


MOST_RAISE = 2.5
"""No reach is raised more than so many times: the measurement may be right."""


def drawn_reaches(
    measured: FloatArray, n_units: int | IntArray, usual: float | FloatArray
) -> FloatArray:
    """Reaches of windows of ``n_units`` units, drawn to the usual one where these are few.

    >>> drawn_reaches(np.array([9.0]), 32, usual=1.0)
    array([3.])
    """
    trust = n_units / (n_units + USUAL_REACH_UNITS)
    drawn: FloatArray = np.exp((1.0 - trust) * np.log(usual) + trust * np.log(measured))
    return drawn


def prose_reaches(
    drawn: FloatArray, n_units: int, words: FloatArray, usual: float, sharpness: FloatArray
) -> FloatArray:
    """The same reaches, drawn up to that of prose of this length where topics are blurred.

    >>> prose_reaches(np.array([1.0, 1.0]), 64, np.full(2, 20.0), 1.0, np.array([1.0, 2.0]))
    array([1.74110113, 1.        ])
    """
    length = max(n_units / USUAL_REACH_UNITS, 1.0)
    wordier = np.maximum(_held(words) / USUAL_WORDS, 1.0) ** PROSE_WORD_POWER
    of_prose = usual * math.pow(length, PROSE_LENGTH_POWER) / wordier
    share = np.clip((SHARP - sharpness) / (SHARP - BLURRED), 0.0, 1.0) * min(length - 1.0, 1.0)
    raise_by = np.clip(of_prose / drawn, 1.0, MOST_RAISE)
    raised: FloatArray = drawn * raise_by**share
    return raised


def boundary_prices(reaches: FloatArray, words: FloatArray) -> FloatArray:
    """Price of a boundary where texts have these reaches and mean words per unit.

    >>> boundary_prices(np.array([10.0]), np.array([20.0]))
    array([4.5])
    """
    prices: FloatArray = PRICE_PER_REACH * reaches * (USUAL_WORDS / _held(words)) ** WORD_POWER
    return prices


def _held(words: FloatArray) -> FloatArray:
    return np.clip(words, FEWEST_WORDS, MOST_WORDS)
