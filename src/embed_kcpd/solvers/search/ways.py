"""The fast ways that are known for a kind of cost: bounds for the search, and C.

In:  a segment cost.
Out: its frontier, or its best starts from C; None where no such way is known.

Both are open: a cost of one's own joins by ``frontier.register`` or ``starts_in_c.register``.
Without either a cost is still solved exactly, by its columns.
"""

# ruff: noqa: ARG001 - the functions that others register read their arguments.

from functools import singledispatch
from typing import TYPE_CHECKING

import numpy as np

from embed_kcpd.arrays import FloatArray, Int32Array, IntArray
from embed_kcpd.native import native_available
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.solvers.search.native import Solution, cut, lists_at_once, search, search_lists
from embed_kcpd.solvers.search.rbf_native import rbf_cut, rbf_search
from embed_kcpd.solvers.windows import Windows

if TYPE_CHECKING:
    from embed_kcpd.solvers.search.block_lazy import Frontier


@singledispatch
def frontier(cost: object, lists: int, block: int) -> "Frontier | None":
    """What the block-lazy search must know about a cost, for so many price lists."""
    return None


@frontier.register(LinearCost)
def _(cost: LinearCost, lists: int, block: int) -> "Frontier":
    from embed_kcpd.solvers.search.linear import LinearFrontier

    return LinearFrontier(cost, lists, block)


@frontier.register(RbfCost)
def _(cost: RbfCost, lists: int, block: int) -> "Frontier":
    from embed_kcpd.solvers.search.rbf import RbfFrontier

    return RbfFrontier(cost, lists, block)


@singledispatch
def starts_in_c(cost: object, prices: FloatArray, windows: Windows) -> IntArray | Int32Array:
    """For each row of prices and each end the best start, -1 for none, by the search in C."""
    raise TypeError(f"there is no search in C for {type(cost).__name__}")


@starts_in_c.register
def _(cost: LinearCost, prices: FloatArray, windows: Windows) -> IntArray | Int32Array:
    if len(prices) == 1:
        return search(cost.source, cost.weights, cost.ridge, prices[0], windows)[None, :]
    return search_lists(cost.source, cost.weights, cost.ridge, prices, windows)


@starts_in_c.register
def _(cost: RbfCost, prices: FloatArray, windows: Windows) -> IntArray:
    cost.searched = rbf_search(cost.source, prices, windows)
    return cost.searched.starts


@singledispatch
def values_in_c(cost: object, prices: FloatArray, windows: Windows) -> FloatArray:
    """The least total up to each end with the price of a boundary there, infinite for none."""
    raise TypeError(f"there is no search in C for {type(cost).__name__}")


@values_in_c.register
def _(cost: LinearCost, prices: FloatArray, windows: Windows) -> FloatArray:
    values = np.empty(cost.n_units + 1)
    search(cost.source, cost.weights, cost.ridge, prices, windows, values=values)
    return values


@values_in_c.register
def _(cost: RbfCost, prices: FloatArray, windows: Windows) -> FloatArray:
    searched = rbf_search(cost.source, prices[None, :], windows)
    return searched.totals(prices)


@singledispatch
def cut_in_c(cost: object, prices: FloatArray, windows: Windows) -> Solution | None:
    """Everything about the answer for one list of prices, None for none, by C in one go."""
    raise TypeError(f"there is no search in C for {type(cost).__name__}")


@cut_in_c.register
def _(cost: LinearCost, prices: FloatArray, windows: Windows) -> Solution | None:
    return cut(cost.near_rows, cost.weights, cost.ridge, prices, windows)


@cut_in_c.register
def _(cost: RbfCost, prices: FloatArray, windows: Windows) -> Solution | None:
    return rbf_cut(cost.source, prices, windows)


@singledispatch
def most_lists(cost: object) -> int | None:
    """The price lists that one pass of C takes at most; None for as many as there are."""
    return None


@most_lists.register
def _(cost: LinearCost) -> int:
    return lists_at_once(cost.n_units)


def has_starts_in_c(cost: object) -> bool:
    """Whether the search in C was built and knows this kind of cost."""
    return native_available() and starts_in_c.dispatch(type(cost)) is not _NO_STARTS


def has_cut_in_c(cost: object) -> bool:
    """Whether the same is true of search and costs in one go."""
    return native_available() and cut_in_c.dispatch(type(cost)) is not _NO_CUT


_NO_STARTS, _NO_CUT = starts_in_c.dispatch(object), cut_in_c.dispatch(object)


@singledispatch
def check_prices(cost: object, prices: FloatArray) -> None:
    """Raise where prices cannot be compared with the costs in float64."""


@check_prices.register
def _(cost: LinearCost, prices: FloatArray) -> None:
    cost.check_prices(prices)
