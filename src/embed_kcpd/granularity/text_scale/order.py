"""Does the order of the units carry information?

In:  weighted rows.
Out: a score: how far neighbours are more alike than in a random order, in standard deviations.

The sum of the similarities of neighbours is compared with its mean and variance over all
orders of the same units.  Both moments are closed sums over pairs (a permutation test of the
Moran / Mantel kind, Cliff and Ord 1981, chapter 2), so no random order is ever drawn.
"""

import math

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.problem.row_measures import (
    mean_squared_product,
    near_products,
    products_with,
    weighted_sum,
)
from embed_kcpd.problem.rows import Rows, as_rows

ORDER_LEVEL = 1.28
"""A score below this leaves a text uncut: the one-sided 10 % point of the normal law.
At 5 % (1.64) short encyclopaedia articles with weak topics begin to be left uncut."""

ORDER_UNITS = 16
"""Units from which on the test decides; with fewer it has no power and would refuse every cut."""

PAIRS_SAMPLE = 2048
"""Units up to which the products of all pairs are squared; in longer texts, those of pairs of
evenly spaced units.  The variance here and the spread of the similarities need them."""


def order_score(rows: Rows | FloatArray, mean_square: float | None = None) -> float:
    """Standard deviations by which neighbours are more alike than in a random order.

    Zero for fewer than four units and for units that are all alike: nothing can be told.
    ``mean_square`` is the mean squared product of two distinct rows, where it is known.

    >>> round(order_score(np.array([[1.0], [1.0], [1.0], [-1.0], [-1.0], [-1.0]])), 2)
    1.83
    """
    given = as_rows(rows)
    if len(given) < 4:
        return 0.0
    own, neighbours = near_products(given, 1)
    if mean_square is None:
        mean_square = mean_squared_product(given, own, PAIRS_SAMPLE)
    mean, variance = _moments_over_orders(given, own, mean_square)
    if variance <= 1e-12:
        return 0.0
    return (float(neighbours.sum()) - mean) / math.sqrt(variance)


def _moments_over_orders(rows: Rows, own: FloatArray, same: float) -> tuple[float, float]:
    """Mean and variance of the sum of neighbours' similarities over all orders.

    Two of its n - 1 terms are the same pair, share one unit, or have none in common; each
    kind has one expectation, a sum over all pairs of distinct units.  ``own`` is the squared
    length of each row, ``same`` the mean squared product of two.
    """
    n = len(rows)
    every = weighted_sum(rows, np.ones(n))
    per_unit = products_with(rows, every) - own
    total, per_unit_squares = float(per_unit.sum()), float(per_unit @ per_unit)
    pairs = float(n * (n - 1))
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
