"""What the pairs of a text say: how much similarities spread, and whether order matters.

In:  rows with weights.
Out: ``PairMeasures``, from the products of all pairs of a short text, or from a few passes over
     the rows of a long one.
"""

import math
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.granularity.text_scale.order import PAIRS_SAMPLE, score_of
from embed_kcpd.problem.row_measures import (
    chain_sums,
    mean_squared_products,
    products_with,
    weighted_sum,
)
from embed_kcpd.problem.rows import Rows


@dataclass(frozen=True, slots=True)
class PairMeasures:
    """``spread`` is the standard deviation of the similarity of two units, whatever they weigh;
    ``order`` the score of the order test on the weighted units."""

    spread: float
    order: float


@dataclass(frozen=True, slots=True)
class AllPairs:
    """The products of all pairs of rows, and of all pairs of weighted rows, without those of a
    row with itself; ``own`` is the squared length of each row."""

    plain: FloatArray
    weighted: FloatArray
    own: FloatArray
    weights: FloatArray

    @classmethod
    def of(cls, rows: FloatArray, weights: FloatArray) -> "AllPairs":
        plain = rows @ rows.T
        own = np.diagonal(plain).copy()
        np.fill_diagonal(plain, 0.0)
        return cls(plain, plain * weights[:, None] * weights, own, weights)

    @property
    def per_unit(self) -> FloatArray:
        """For each weighted row, the sum of its products with all others."""
        sums: FloatArray = self.weighted.sum(axis=1)
        return sums

    @property
    def products(self) -> FloatArray:
        """The products of all pairs of weighted rows, also of each with itself.

        >>> AllPairs.of(np.array([[1.0], [-1.0]]), np.array([1.0, 2.0])).products
        array([[ 1., -2.],
               [-2.,  4.]])
        """
        products: FloatArray = self.weighted.copy()
        np.fill_diagonal(products, self.own * self.weights**2)
        return products

    def measured(self) -> PairMeasures:
        """
        >>> rows = np.array([[1.0, 0.0], [0.0, 1.0]] * 8)
        >>> round(AllPairs.of(rows, np.ones(16)).measured().spread, 3)
        0.499
        """
        n = len(self.plain)
        if n < 2:
            return PairMeasures(0.0, 0.0)
        pairs = n * (n - 1)
        neighbours = float(np.trace(self.weighted, 1))
        return PairMeasures(
            deviation(_squares(self.plain) / pairs, float(self.plain.sum()) / pairs),
            score_of(neighbours, self.per_unit, _squares(self.weighted) / pairs),
        )


def measured_pairs(rows: Rows, weights: FloatArray) -> PairMeasures:
    """The same of a long text; where it is very long, some pairs speak for all."""
    sums = chain_sums(rows, weights)
    plain, weighted = mean_squared_products(rows, sums.own, weights, PAIRS_SAMPLE)
    per_unit = weights * products_with(rows, sums.total) - sums.own * weights**2
    side_by_side = float((sums.neighbours[:-1] * weights[:-1]) @ weights[1:])
    mean = _mean_product(rows, sums.own, weights, sums.total)
    return PairMeasures(deviation(plain, mean), score_of(side_by_side, per_unit, weighted))


def _mean_product(rows: Rows, own: FloatArray, weights: FloatArray, total: FloatArray) -> float:
    """The mean product of two distinct rows that are compared; ``total`` is the weighted sum."""
    step = -(-len(rows) // PAIRS_SAMPLE)
    compared, is_even = own[::step], weights.min() == weights.max() > 0.0
    if step == 1 and is_even:
        summed = total / weights[0]
    else:
        summed = weighted_sum(rows.every(step), np.ones(len(compared)))
    n = len(compared)
    return float(summed @ summed - compared.sum()) / (n * (n - 1))


def deviation(mean_square: float, mean: float) -> float:
    """Standard deviation from the mean of the squares.

    >>> deviation(2.0, 1.0)
    1.0
    """
    return math.sqrt(max(mean_square - mean * mean, 0.0))


def _squares(values: FloatArray) -> float:
    return float(np.einsum("ij,ij->", values, values))
