"""The cheapest segmentation, exactly, under every limit.

In:  a segment cost, a price for each boundary position, limits.
Out: the cheapest admissible ``Segmentation``, for one list of prices or for many.

``prices[t]`` is paid when a segment starts at unit ``t > 0``; ``prices[0]`` is never paid.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers.search.engine import Engine, traced


def cheapest(
    cost: SegmentCost, prices: FloatArray | float, limits: Limits = UNLIMITED
) -> Segmentation:
    """The segmentation of least cost plus prices."""
    paid = np.broadcast_to(np.asarray(prices, dtype=np.float64), (cost.n_units,))
    return cheapest_each(cost, paid[None, :], limits)[0]


def cheapest_each(
    cost: SegmentCost, prices: FloatArray, limits: Limits = UNLIMITED
) -> tuple[Segmentation, ...]:
    """The cheapest segmentation for each row of ``prices``, an (m, n) array.

    The cost of a segment does not depend on the prices, so one pass serves all rows.
    """
    found = [traced(starts) for starts in Engine(cost, limits).starts(prices)]
    return priced_segmentations(cost, prices, found)


def priced_segmentations(
    cost: SegmentCost, prices: FloatArray, found: Sequence[tuple[int, ...]]
) -> tuple[Segmentation, ...]:
    """Each list's segmentation with costs and gains, from one pass over the rows for all."""
    n = cost.n_units
    if not isinstance(cost, LinearCost) or n == 0:
        pairs = zip(prices, found, strict=True)
        return tuple(priced_segmentation(cost, paid, boundaries) for paid, boundaries in pairs)
    edges = np.unique(np.concatenate([[0, n], *found]).astype(np.int64))
    sums = cost.sums_at(edges)
    results = []
    for paid, boundaries in zip(prices, found, strict=True):
        mine = np.array([0, *boundaries, n])
        costs, merged = cost.along(mine, sums[np.searchsorted(edges, mine)])
        results.append(_assembled(n, boundaries, paid, costs, merged))
    return tuple(results)


def priced_segmentation(
    cost: SegmentCost, prices: FloatArray, boundaries: tuple[int, ...]
) -> Segmentation:
    """The segmentation with each segment's cost and each boundary's gain."""
    if cost.n_units == 0:
        return Segmentation(0, (), 0.0)
    edges = np.array([0, *boundaries, cost.n_units])
    costs, merged = _costs_along(cost, edges)
    return _assembled(cost.n_units, boundaries, prices, costs, merged)


def _assembled(
    n_units: int,
    boundaries: tuple[int, ...],
    prices: FloatArray,
    costs: FloatArray,
    merged: FloatArray,
) -> Segmentation:
    """A segmentation from the costs of its segments and of each two neighbours together."""
    paid = prices[list(boundaries)]
    gains = merged - costs[:-1] - costs[1:] - paid
    objective = float(costs.sum() + paid.sum())
    return Segmentation(
        n_units, boundaries, objective, tuple(costs.tolist()), tuple(gains.tolist())
    )


def _costs_along(cost: SegmentCost, edges: IntArray) -> tuple[FloatArray, FloatArray]:
    """The cost of each segment, and of each two neighbours together."""
    if isinstance(cost, LinearCost):
        return cost.along(edges, cost.sums_at(edges))
    if isinstance(cost, GramCost):
        return cost.pairs(edges[:-1], edges[1:]), cost.pairs(edges[:-2], edges[2:])
    column = cost.fresh_column if isinstance(cost, RbfCost) else cost.column
    columns = [column(edges[max(0, k - 2) : k], int(edges[k])) for k in range(1, len(edges))]
    return np.array([column[-1] for column in columns]), np.array([c[0] for c in columns[1:]])
