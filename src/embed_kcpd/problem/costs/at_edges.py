"""The costs of segments that begin and end at a few known edges.

In:  a segment cost, and edges that rise.
Out: a function of two of these edges: C(start, end).

While segments are joined, the same edges are asked about again and again.  Of weighted vectors
only the sums before each edge are kept: a long segment then costs no more time than a short one.
"""

from collections.abc import Callable, Sequence

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.problem.costs.linear import LinearCost, squared
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.rows import CHUNK

CostBetween = Callable[[int, int], float]
"""Two edges, the first before the second, to the cost of the segment between them."""


def costs_at(cost: SegmentCost, edges: Sequence[int]) -> CostBetween:
    """The cost of the segment between any two of ``edges``."""
    if isinstance(cost, LinearCost):
        return _linear_costs_at(cost, edges)
    return lambda start, end: float(cost.column(np.array([start]), end)[0])


def _linear_costs_at(cost: LinearCost, edges: Sequence[int]) -> CostBetween:
    place = {edge: index for index, edge in enumerate(edges)}
    sums = sums_before(cost, np.asarray(edges, dtype=np.int64))

    def between(start: int, end: int) -> float:
        energy = squared((sums[place[end]] - sums[place[start]])[None, :])
        return float(cost.spread(np.array([start]), end, energy)[0])

    return between


def sums_before(cost: LinearCost, edges: IntArray) -> FloatArray:
    """The sum of the weighted centred rows before each edge, from one pass over the rows."""
    sums, total = np.zeros((len(edges), cost.dim)), np.zeros(cost.dim)
    for start in range(0, cost.n_units, CHUNK):
        end = min(start + CHUNK, cost.n_units)
        running = total + cost.running(start, end)
        inside = slice(*np.searchsorted(edges, [start, end + 1]))
        sums[inside] = running[edges[inside] - start]
        total = running[-1]
    return sums
