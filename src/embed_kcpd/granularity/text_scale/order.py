"""Does the order of the units carry information?

In:  weighted rows.
Out: a score: how far neighbours are more alike than in a random order, in standard deviations.

The sum of the similarities of neighbours is compared with its mean and variance over all
orders of the same units.  Both moments are closed sums over pairs (a permutation test of the
Moran / Mantel kind, Cliff and Ord 1981, chapter 2), so no random order is ever drawn.
"""

import math
from typing import TypeVar

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.problem.row_measures import chain_sums, mean_squared_product, products_with
from embed_kcpd.problem.rows import Rows, as_rows

ORDER_LEVEL = 1.28
"""A score below this leaves a text uncut: the one-sided 10 % point of the normal law.
At 5 % (1.64) short encyclopaedia articles with weak topics begin to be left uncut."""

ORDER_UNITS = 16
"""Units from which on the test decides; with fewer it has no power and would refuse every cut."""

FEWEST_ORDERED = 4
"""Units from which on their order can be told from another one."""

LEAST_VARIANCE = 1e-12
"""Below it all orders are alike: nothing can be told."""

PAIRS_SAMPLE = 2048
"""Units up to which the products of all pairs are squared; in longer texts, those of pairs of
evenly spaced units.  The variance here and the spread of the similarities need them."""


def order_score(rows: Rows | FloatArray) -> float:
    """Standard deviations by which neighbours are more alike than in a random order.

    Zero for fewer than four units and for units that are all alike: nothing can be told.

    >>> round(order_score(np.array([[1.0], [1.0], [1.0], [-1.0], [-1.0], [-1.0]])), 2)
    1.83
    """
    given = as_rows(rows)
    n = len(given)
    if n < FEWEST_ORDERED:
        return 0.0
    sums = chain_sums(given, np.ones(n))
    mean_square = mean_squared_product(given, sums.own, PAIRS_SAMPLE)
    per_unit = products_with(given, sums.total) - sums.own
    return score_of(float(sums.neighbours.sum()), per_unit, mean_square)


def score_of(neighbours: float, per_unit: FloatArray, mean_square: float) -> float:
    """The score from the sum of the products of neighbours and of each unit with all others.

    ``mean_square`` is the mean squared product of two distinct units.
    """
    n = len(per_unit)
    if n < FEWEST_ORDERED:
        return 0.0
    sums = float(per_unit.sum()), float(per_unit @ per_unit)
    mean, variance = moments_over_orders(n, *sums, mean_square)
    return 0.0 if variance <= LEAST_VARIANCE else (neighbours - mean) / math.sqrt(variance)


Numbers = TypeVar("Numbers", float, FloatArray)


def moments_over_orders(
    n: Numbers, total: Numbers, per_unit_squares: Numbers, same: Numbers
) -> tuple[Numbers, Numbers]:
    """Mean and variance of the sum of neighbours' similarities over all orders.

    Two of its n - 1 terms are the same pair, share one unit, or have none in common; each
    kind has one expectation, a sum over all pairs of distinct units.  ``total`` is the sum of
    the products of each unit with all others, ``per_unit_squares`` that of their squares,
    ``same`` the mean squared product of two.  The variance grows with ``same``.
    """
    pairs = n * (n - 1.0)
    mean = total / pairs
    squares = same * pairs
    shared = (per_unit_squares - squares) / (pairs * (n - 2))
    apart = (total**2 - 4 * per_unit_squares + 2 * squares) / (pairs * (n - 2) * (n - 3))
    variance = (
        (n - 1) * (same - mean**2)
        + 2 * (n - 2) * (shared - mean**2)
        + (n - 2) * (n - 3) * (apart - mean**2)
    )
    return (n - 1) * mean, variance
