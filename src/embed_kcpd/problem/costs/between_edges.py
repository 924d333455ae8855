"""The costs of segments between a few edges, from one pass over the rows.

In:  a segment cost, rising edges from 0 to the last.
Out: a ``SegmentCost`` that answers for these edges alone.

What a segment costs follows from sums over the stretches between neighbouring edges.  Asked for
one column at a time, a long text would be summed again for every column.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.problem.costs.linear import LinearCost, scatter, squared
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.costs.rbf import RbfCost

_MOST_EDGES = 4000
"""Edges up to which sums of kernel values of all pairs of stretches are kept (128 MB)."""


@singledispatch
def between_edges(cost: SegmentCost, edges: IntArray) -> SegmentCost:  # noqa: ARG001
    """The cost itself, where nothing is known that would be faster."""
    return cost


@between_edges.register
def _(cost: LinearCost, edges: IntArray) -> SegmentCost:
    sums, squares, mass = cost.sums_at(edges), cost.squares[edges], cost.mass[edges]

    def spread(starts: IntArray, end: int) -> FloatArray:
        energy = squared(sums[end] - sums[starts])
        held = mass[end] - mass[starts] + cost.ridge
        return scatter(squares[end] - squares[starts], energy, held)

    return FewEdges(cost, edges, spread)


@between_edges.register
def _(cost: RbfCost, edges: IntArray) -> SegmentCost:
    if cost.keeps_kernel or len(edges) > _MOST_EDGES:
        return cost
    totals = cost.kernel_sums_at(edges)

    def kernel_cost(starts: IntArray, end: int) -> FloatArray:
        sizes = edges[end] - edges[starts]
        corners = totals[starts, starts] - 2.0 * totals[starts, end]
        costs: FloatArray = sizes - (totals[end, end] + corners) / sizes
        return costs

    return FewEdges(cost, edges, kernel_cost)


@dataclass(frozen=True, slots=True)
class FewEdges:
    """``costs`` answers for starts and an end that are counted among the ``edges``."""

    cost: SegmentCost
    edges: IntArray
    costs: Callable[[IntArray, int], FloatArray]

    @property
    def n_units(self) -> int:
        return self.cost.n_units

    @property
    def slack(self) -> float:
        return self.cost.slack

    def column(self, starts: IntArray, end: int) -> FloatArray:
        """C(start, end) for starts and an end that are units of the text, and edges."""
        return self.costs(
            np.searchsorted(self.edges, starts), int(np.searchsorted(self.edges, end))
        )
