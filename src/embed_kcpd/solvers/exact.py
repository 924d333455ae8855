"""The cheapest segmentation, exactly, under every limit.

In:  a segment cost, a price for each boundary position, limits.
Out: the cheapest admissible ``Segmentation``, for one list of prices or for many.

``prices[t]`` is paid when a segment starts at unit ``t > 0``; ``prices[0]`` is never paid.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.problem.costs.protocol import SegmentCost, completed
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers.search.engine import Engine
from embed_kcpd.solvers.search.ways import has_cut_in_c


def cheapest(
    cost: SegmentCost, prices: FloatArray | float, limits: Limits = UNLIMITED
) -> Segmentation:
    """The segmentation of least cost plus prices."""
    paid = np.asarray(prices, dtype=np.float64)
    if paid.ndim == 0:
        paid = np.full(cost.n_units, paid)
    if cost.n_units and has_cut_in_c(cost):
        return Segmentation(cost.n_units, *Engine(cost, limits).cut(paid))
    return cheapest_each(cost, paid[None, :], limits)[0]


def cheapest_each(
    cost: SegmentCost, prices: FloatArray, limits: Limits = UNLIMITED
) -> tuple[Segmentation, ...]:
    """The cheapest segmentation for each row of ``prices``, an (m, n) array.

    The cost of a segment does not depend on the prices, so one pass serves all rows.
    """
    return priced_segmentations(cost, prices, boundaries_each(cost, prices, limits))


def boundaries_each(
    cost: SegmentCost, prices: Iterable[FloatArray], limits: Limits = UNLIMITED
) -> list[tuple[int, ...]]:
    """The boundaries of the cheapest segmentation for each list of prices, without their costs.

    Lists may be made one at a time: the search in C needs no more than one of them.
    """
    return Engine(cost, limits).boundaries(prices)


def priced_segmentations(
    cost: SegmentCost, prices: FloatArray, solutions: Sequence[tuple[int, ...]]
) -> tuple[Segmentation, ...]:
    """Each list's boundaries with costs and gains, from one pass over the rows for all."""
    n = cost.n_units
    if n == 0:
        return (Segmentation(0, (), 0.0),) * len(solutions)
    lists = [np.array([0, *boundaries, n], dtype=np.int64) for boundaries in solutions]
    along = completed(cost).along(lists)
    return tuple(
        assembled(n, boundaries, paid, *costs)
        for paid, boundaries, costs in zip(prices, solutions, along, strict=True)
    )


def priced_segmentation(
    cost: SegmentCost, prices: FloatArray, boundaries: tuple[int, ...]
) -> Segmentation:
    """The segmentation with each segment's cost and each boundary's gain."""
    return priced_segmentations(cost, prices[None, :], [boundaries])[0]


def assembled(
    n_units: int,
    boundaries: tuple[int, ...],
    prices: FloatArray,
    costs: FloatArray,
    merged: FloatArray,
) -> Segmentation:
    """A segmentation from the costs of its segments and of each two neighbours together."""
    paid = prices[np.array(boundaries, dtype=np.int64)]
    gains = merged - costs[:-1] - costs[1:] - paid
    objective = float(costs.sum() + paid.sum())
    return Segmentation(
        n_units, boundaries, objective, tuple(costs.tolist()), tuple(gains.tolist())
    )
