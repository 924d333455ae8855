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

ORDER_LEVEL = 1.28
"""A score below this leaves a text uncut: the one-sided 10 % point of the normal law.
At 5 % (1.64) short encyclopaedia articles with weak topics begin to be left uncut."""

ORDER_UNITS = 16
"""Units from which on the test decides; with fewer it has no power and would refuse every cut."""


def order_score(rows: FloatArray) -> float:
    """Standard deviations by which neighbours are more alike than in a random order.

    Zero for fewer than four units and for units that are all alike: nothing can be told.

    >>> round(order_score(np.array([[1.0], [1.0], [1.0], [-1.0], [-1.0], [-1.0]])), 2)
    1.83
    """
    n = len(rows)
    if n < 4:
        return 0.0
    neighbours = float(np.einsum("td,td->", rows[1:], rows[:-1]))
    mean, variance = _moments_over_orders(rows)
    if variance <= 1e-12:
        return 0.0
    return (neighbours - mean) / math.sqrt(variance)


def _moments_over_orders(rows: FloatArray) -> tuple[float, float]:
    """Mean and variance of the sum of neighbours' similarities over all orders.

    Two of its n - 1 terms are the same pair, share one unit, or have none in common; each
    kind has one expectation, a sum over all pairs of distinct units.
    """
    n = len(rows)
    own: FloatArray = np.einsum("td,td->t", rows, rows)
    per_unit: FloatArray = rows @ rows.sum(axis=0) - own
    total, per_unit_squares = float(per_unit.sum()), float(per_unit @ per_unit)
    smaller = rows.T @ rows if n > rows.shape[1] else rows @ rows.T
    squares = float(np.einsum("ij,ij->", smaller, smaller) - own @ own)
    pairs = float(n * (n - 1))
    mean = total / pairs
    same = squares / pairs
    shared = (per_unit_squares - squares) / (pairs * (n - 2))
    apart = (total**2 - 4 * per_unit_squares + 2 * squares) / (pairs * (n - 2) * (n - 3))
    variance = (
        (n - 1) * (same - mean**2)
        + 2 * (n - 2) * (shared - mean**2)
        + (n - 2) * (n - 3) * (apart - mean**2)
    )
    return (n - 1) * mean, variance
