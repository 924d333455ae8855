"""The costs of segments between a few edges, from one pass over the rows.

In:  a segment cost, rising edges from 0 to the last.
Out: a ``SegmentCost`` that answers for these edges alone.

What a segment costs follows from sums over the stretches between neighbouring edges.  Asked for
one column at a time, a long text would be summed again for every column.
"""

from dataclasses import dataclass
from functools import singledispatch

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.problem.costs.linear import LinearCost, scatter, squared
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.costs.rbf import RbfCost


@singledispatch
def between_edges(cost: SegmentCost, edges: IntArray) -> SegmentCost:  # noqa: ARG001
    """The cost itself, where nothing is known that would be faster."""
    return cost


@between_edges.register
def _(cost: LinearCost, edges: IntArray) -> SegmentCost:
    return SpreadBetweenEdges(cost, edges, cost.sums_at(edges))


@between_edges.register
def _(cost: RbfCost, edges: IntArray) -> SegmentCost:
    if cost.keeps_kernel:
        return cost
    return KernelBetweenEdges(cost, edges, cost.kernel_sums_at(edges))


@dataclass(frozen=True, slots=True)
class SpreadBetweenEdges:
    """The cost of a ``LinearCost`` from the sum of all rows before each edge."""

    cost: LinearCost
    edges: IntArray
    sums: FloatArray

    @property
    def n_units(self) -> int:
        return self.cost.n_units

    @property
    def slack(self) -> float:
        return self.cost.slack

    def column(self, starts: IntArray, end: int) -> FloatArray:
        first, last = np.searchsorted(self.edges, starts), np.searchsorted(self.edges, end)
        squares, mass = self.cost.squares, self.cost.mass
        return scatter(
            squares[end] - squares[starts],
            squared(self.sums[last] - self.sums[first]),
            mass[end] - mass[starts] + self.cost.ridge,
        )


@dataclass(frozen=True, slots=True)
class KernelBetweenEdges:
    """The cost of an ``RbfCost`` from the sum of all kernel values before each two edges."""

    cost: RbfCost
    edges: IntArray
    totals: FloatArray

    @property
    def n_units(self) -> int:
        return self.cost.n_units

    @property
    def slack(self) -> float:
        return self.cost.slack

    def column(self, starts: IntArray, end: int) -> FloatArray:
        first, last = np.searchsorted(self.edges, starts), int(np.searchsorted(self.edges, end))
        sizes = end - starts
        corners = self.totals[first, first] - 2.0 * self.totals[first, last]
        costs: FloatArray = sizes - (self.totals[last, last] + corners) / sizes
        return costs
