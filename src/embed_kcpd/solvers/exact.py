"""Exact segmentation by dynamic programming over all pairs of units.

In:  a segment cost, a price for each boundary position, limits.
Out: the cheapest admissible ``Segmentation``.

``prices[t]`` is paid when a segment starts at unit ``t > 0``; ``prices[0]`` is never paid.
With value[0] = 0 and value[t] = prices[t] + min over s of value[s] + cost(s, t), the
objective is value[n] without the price at n.
"""

import itertools

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.costs import SegmentCost
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.limits import UNLIMITED, Limits
from embed_kcpd.segmentation import Segmentation


def cheapest(
    cost: SegmentCost, prices: FloatArray | float, limits: Limits = UNLIMITED
) -> Segmentation:
    """The segmentation of least cost plus prices."""
    n = cost.n_units
    paid = np.broadcast_to(np.asarray(prices, dtype=np.float64), (n,))
    first, last = limits.windows(n)
    value = np.full(n + 1, np.inf)
    value[0] = 0.0
    previous = np.zeros(n + 1, dtype=np.int64)
    allowed = limits.open_starts(n)
    for end in range(1, n + 1):
        starts = np.arange(first[end], last[end] + 1)
        starts = starts[np.isfinite(value[starts])]
        if len(starts) == 0 or not allowed[end]:
            continue
        totals = value[starts] + cost.column(starts, end)
        best = int(np.argmin(totals))
        previous[end] = starts[best]
        value[end] = totals[best] + (paid[end] if end < n else 0.0)
    if not np.isfinite(value[n]):
        raise InfeasibleError("no segmentation satisfies the limits")
    return described(cost, paid, trace(previous))


def cheapest_with_count(
    cost: SegmentCost,
    n_segments: int,
    prices: FloatArray | float = 0.0,
    limits: Limits = UNLIMITED,
) -> Segmentation:
    """The segmentation into exactly ``n_segments`` of least cost plus prices."""
    n = cost.n_units
    paid = np.broadcast_to(np.asarray(prices, dtype=np.float64), (n,))
    first, last = limits.windows(n)
    allowed = limits.open_starts(n)
    value = np.full((n_segments + 1, n + 1), np.inf)
    value[0, 0] = 0.0
    previous = np.zeros((n_segments + 1, n + 1), dtype=np.int64)
    for end in range(1, n + 1):
        starts = np.arange(first[end], last[end] + 1)
        if len(starts) == 0 or not allowed[end]:
            continue
        totals = value[:-1, starts] + cost.column(starts, end)
        best = totals.argmin(axis=1)
        previous[1:, end] = starts[best]
        value[1:, end] = totals[np.arange(n_segments), best] + (paid[end] if end < n else 0.0)
    if n_segments < 1 or not np.isfinite(value[n_segments, n]):
        raise InfeasibleError(f"{n} units cannot be cut into {n_segments} segments")
    edges = [n]
    for count in range(n_segments, 0, -1):
        edges.append(int(previous[count, edges[-1]]))
    return described(cost, paid, tuple(edges[-2:0:-1]))


def trace(previous: IntArray) -> tuple[int, ...]:
    """Boundaries read back from each end's best start."""
    boundaries, end = [], len(previous) - 1
    while end > 0 and previous[end] > 0:
        end = int(previous[end])
        boundaries.append(end)
    return tuple(reversed(boundaries))


def described(cost: SegmentCost, prices: FloatArray, boundaries: tuple[int, ...]) -> Segmentation:
    """The segmentation with each segment's cost and each boundary's gain."""
    n = cost.n_units
    if n == 0:
        return Segmentation(0, (), 0.0)

    def one(start: int, end: int) -> float:
        return float(cost.column(np.array([start]), end)[0])

    edges = (0, *boundaries, n)
    costs = tuple(one(a, b) for a, b in itertools.pairwise(edges))
    gains = tuple(
        one(edges[k - 1], edges[k + 1]) - costs[k - 1] - costs[k] - float(prices[edges[k]])
        for k in range(1, len(edges) - 1)
    )
    objective = sum(costs) + float(sum(prices[b] for b in boundaries))
    return Segmentation(n, boundaries, objective, costs, gains)
