"""The Gibbs distribution in C, where the extension was built.

In:  a ``LinearCost`` or an ``RbfCost``, a temperature, limits; then prices.
Out: the same as ``gibbs_numpy.py``, to the ninth decimal.

Costs are computed a block of starts and a block of ends at a time; blocks that cannot matter
are passed over (``native/posterior_walk.h``).  Costs are kept between prices while there is
room; in a text that needs more, far blocks are summed as one (``native/posterior_far.h``).
"""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from embed_kcpd.annotations.confidence.protocol import NEAR, Walk
from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.native import address, extension, wanted_engine
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.limits import Limits
from embed_kcpd.result.posterior import Posterior
from embed_kcpd.solvers.feasible import infeasible

BLOCK = 64
"""POSTERIOR_BLOCK of ``native/posterior.h``."""

KEPT_NUMBERS = 2**23
"""Costs that are kept between prices: 64 MB, those of all pairs of 4,000 units."""

FAR_TOLERANCE = 1e-10
"""Second-order error that one far block may add to a share, where costs are not kept."""

CENTRE_ROWS = 16
"""Rows whose mean is taken off all: distances stay, rounding shrinks."""

_REACH = 2 * NEAR
"""The probabilities of segments up to this size tell how often two boundaries are near."""


class NativeGibbs:
    """Arrays in the form that C reads; they live as long as this object."""

    def __init__(self, cost: LinearCost | RbfCost, temperature: float, limits: Limits) -> None:
        self.temperature, self.limits = temperature, limits
        self._n, self._given = cost.n_units, cost
        self._arrays: list[npt.NDArray[np.generic]] = []
        self._cost = self._spread(cost) if isinstance(cost, LinearCost) else self._kernel(cost)
        self._windows = self._windowed(limits)
        self._kept = self._memory()

    def _address(self, values: npt.NDArray[np.generic] | None, kind: npt.DTypeLike) -> int:
        """Where C finds these values; the array is held."""
        array = np.ascontiguousarray(() if values is None else values, dtype=kind)
        self._arrays.append(array)
        return address(array)

    def _spread(self, cost: LinearCost) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        rows = cost.moved.weighted(cost.weights)
        kind = rows.values.dtype
        numbers = (rows.scales, rows.shifts, rows.centre, cost.squares, cost.mass)
        return (
            (self._address(rows.values, kind), kind == np.float64, False, *rows.shape),
            (*(self._address(row, np.float64) for row in numbers), cost.ridge, cost.slack),
        )

    def _kernel(self, cost: RbfCost) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        rows, scale = cost.source.values, math.sqrt(2.0 * cost.gamma)
        few = rows[:: -(-self._n // CENTRE_ROWS)]
        scales = self._address(np.full(self._n, scale), np.float64)
        centre = self._address(few.mean(axis=0, dtype=np.float64), np.float64)
        return (
            (self._address(rows, rows.dtype), rows.dtype == np.float64, True, *rows.shape),
            (scales, scales, centre, 0, 0, 0.0, 0.0),
        )

    def _windowed(self, limits: Limits) -> tuple[int, ...]:
        first, last = limits.windows(self._n)
        ready = np.searchsorted(last, np.arange(self._n + 1))
        edges: tuple[IntArray, ...] = (first, last, ready)
        allowed = self._address(limits.open_starts(self._n), np.bool_)
        return (*(self._address(values, np.int64) for values in edges), allowed)

    def _memory(self) -> tuple[int, int, int]:
        """Room for the costs of all pairs of blocks, or of as many as are kept.

        An eighth of the table that finds them stays free (``native/posterior_kept.h``).
        """
        blocks = -(-self._n // BLOCK)
        pairs = min(blocks * (blocks + 1) // 2, KEPT_NUMBERS // BLOCK**2)
        room = -(-pairs * 8 // 7)
        kept = self._address(np.empty(pairs * BLOCK * BLOCK), np.float64)
        return kept, self._address(np.zeros((room, 2), dtype=np.int64), np.int64), room

    def posterior(self, prices: FloatArray) -> Posterior:
        result = self.walk(prices, 0.0, np.inf).posterior
        assert result is not None
        return result

    def walk(self, prices: FloatArray, fewest: float, most: float) -> Walk:
        n = self._n
        paid = np.concatenate([[0.0], prices[1:], [0.0]])
        log_sum, expected, at = np.zeros((3, n + 1))
        links = np.zeros((n + 1, _REACH))
        try:
            has_marginals, none = extension().posterior(
                *self._cost,
                (self.temperature, address(paid), *self._windows),
                self._kept,
                (FAR_TOLERANCE, fewest, most),
                (*(address(row) for row in (log_sum, expected, at, links)), _REACH),
                wanted_engine(),
            )
        except OverflowError:
            if isinstance(self._given, RbfCost):
                self._given.source.scaled()  # names the unit at fault
            raise
        if not np.isfinite(log_sum[n]):
            raise infeasible(self.limits, n)
        result = _marginals(at, links, none) if has_marginals else None
        return Walk(float(expected[n]), result)


def _marginals(at: FloatArray, links: FloatArray, none: float) -> Posterior:
    """``near`` from the marginals: of the boundaries around a unit, count the last one only.

    ``links[t, j]`` is the probability that [t - 1 - j, t) is a segment.  A boundary is not the
    last one around a unit if its segment ends there too.
    """
    n = len(at) - 1
    inner = np.append(0.0, at[1:n])
    pairs = np.zeros((n, _REACH))
    for size in range(1, _REACH + 1):
        pairs[size + 1 :, size - 1] = links[size + 1 : n, size - 1]
    near = np.sum([_shifted(inner, offset) for offset in range(-NEAR, NEAR + 1)], axis=0)
    for size in range(1, _REACH + 1):
        for offset in range(size - NEAR, NEAR + 1):
            near -= _shifted(pairs[:, size - 1], offset)
    near[0] = 0.0
    return Posterior(np.clip(inner, 0.0, 1.0), np.clip(near, 0.0, 1.0), none)


def _shifted(values: FloatArray, offset: int) -> FloatArray:
    """``values[t + offset]`` at each t; zero where there is none."""
    n = len(values)
    moved = np.zeros(n)
    low, high = max(0, -offset), min(n, n - offset)
    if low < high:
        moved[low:high] = values[low + offset : high + offset]
    return moved
