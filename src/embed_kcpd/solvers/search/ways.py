"""The fast ways that are known for a kind of cost: bounds for the search, and C.

In:  a segment cost.
Out: its frontier, or its best starts from C; None where no such way is known.

Both are open: a cost of one's own joins by ``frontier.register`` or ``starts_in_c.register``.
Without either a cost is still solved exactly, by its columns.
"""

# ruff: noqa: ARG001 - the functions that others register read their arguments.

from functools import singledispatch

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.solvers.search.block_lazy import Frontier
from embed_kcpd.solvers.search.linear import LinearFrontier
from embed_kcpd.solvers.search.native import NativeRows, native_available, search
from embed_kcpd.solvers.search.rbf import RbfFrontier
from embed_kcpd.solvers.windows import Windows


@singledispatch
def frontier(cost: object, lists: int, block: int) -> Frontier | None:
    """What the block-lazy search must know about a cost, for so many price lists."""
    return None


@frontier.register
def _(cost: LinearCost, lists: int, block: int) -> Frontier:
    return LinearFrontier(cost, lists, block)


@frontier.register
def _(cost: RbfCost, lists: int, block: int) -> Frontier:
    return RbfFrontier(cost, lists, block)


@singledispatch
def starts_in_c(cost: object, prices: FloatArray, windows: Windows) -> IntArray | None:
    """For each row of prices and each end the best start, -1 for none, by the search in C."""
    return None


@starts_in_c.register
def _(cost: LinearCost, prices: FloatArray, windows: Windows) -> IntArray | None:
    if not native_available():
        return None
    rows = NativeRows(cost.rows)
    return np.stack([search(rows, cost.weights, cost.ridge, row, windows) for row in prices])
