"""The Gibbs distribution in C, where the extension was built.

In:  a ``LinearCost`` or an ``RbfCost``, a temperature, limits; then prices.
Out: the same as ``gibbs_numpy.py``, to the ninth decimal.

Costs are computed a block of starts and a block of ends at a time; blocks that cannot matter
are passed over (``native/posterior_walk.h``), and costs are first computed coarsely
(``native/posterior_kinds.h``).  They are kept between prices while there is room.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from embed_kcpd.annotations.confidence.protocol import NEAR, Walk
from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.granularity.text_scale.order import score_of
from embed_kcpd.native import extension, wanted_engine
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.limits import Limits
from embed_kcpd.result.posterior import Posterior
from embed_kcpd.solvers.feasible import infeasible

BLOCK = 64
"""POSTERIOR_BLOCK of ``native/posterior.h``."""

KEPT_NUMBERS = 2**23
"""Costs that are kept between prices: 64 MB, those of all pairs of 4,000 units."""

CENTRE_ROWS = 16
"""Rows whose mean is taken off all: distances stay, rounding shrinks."""

_REACH = 2 * NEAR
"""The probabilities of segments up to this size tell how often two boundaries are near."""


class NativeGibbs:
    """Arrays in the form that C reads, and what C holds between walks."""

    def __init__(self, cost: LinearCost | RbfCost, temperature: float, limits: Limits) -> None:
        self.temperature, self.limits = temperature, limits
        self._n, self._given = cost.n_units, cost
        self._arrays: list[npt.NDArray[np.generic]] = []
        self._opened = extension().open_posterior(
            *(self._spread(cost) if isinstance(cost, LinearCost) else self._kernel(cost)),
            self._windowed(limits),
            self._memory(),
        )

    def _held(
        self, values: npt.NDArray[np.generic] | None, kind: npt.DTypeLike
    ) -> npt.NDArray[np.generic]:
        """These values as C reads them, for as long as this object lives."""
        array = np.ascontiguousarray(() if values is None else values, dtype=kind)
        self._arrays.append(array)
        return array

    def _spread(self, cost: LinearCost) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        rows = cost.moved.weighted(cost.weights)
        kind = rows.values.dtype
        numbers = (rows.scales, rows.shifts, rows.centre, cost.squares, cost.mass)
        return (
            (self._held(rows.values, kind), kind == np.float64, False, *rows.shape),
            (*(self._held(row, np.float64) for row in numbers), cost.ridge, cost.slack),
        )

    def _kernel(self, cost: RbfCost) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        rows, scale = cost.source.values, math.sqrt(2.0 * cost.gamma)
        few = rows[:: -(-self._n // CENTRE_ROWS)]
        scales = self._held(np.full(self._n, scale), np.float64)
        centre = self._held(few.mean(axis=0, dtype=np.float64), np.float64)
        return (
            (self._held(rows, rows.dtype), rows.dtype == np.float64, True, *rows.shape),
            (scales, scales, centre, None, None, 0.0, 0.0),
        )

    def _windowed(self, limits: Limits) -> tuple[npt.NDArray[np.generic], ...]:
        first, last = limits.windows(self._n)
        ready = np.searchsorted(last, np.arange(self._n + 1))
        edges: tuple[IntArray, ...] = (first, last, ready)
        allowed = self._held(limits.open_starts(self._n), np.bool_)
        return (*(self._held(values, np.int64) for values in edges), allowed)

    def _memory(self) -> tuple[npt.NDArray[np.generic], int]:
        """Room for the costs of all pairs of blocks, or of as many as are kept."""
        blocks = -(-self._n // BLOCK)
        room = min(blocks * (blocks + 1) // 2, KEPT_NUMBERS // BLOCK**2)
        return self._held(np.empty(room * BLOCK * BLOCK), np.float64), room

    def posterior(self, prices: FloatArray) -> Posterior:
        result = self.walk(prices, 0.0, np.inf).posterior
        assert result is not None
        return result

    def order_score(self) -> float:
        """That of a kernel's rows as they are; the costs are made of the same products."""
        n = self._n
        per_unit, room = np.empty((2, n))
        neighbours, squares = self._asked(extension().posterior_order, per_unit, room)
        return score_of(neighbours, per_unit, squares / max(n * (n - 1), 1))

    def walk(self, prices: FloatArray, fewest: float, most: float) -> Walk:
        n = self._n
        paid, at = np.zeros((2, n + 1))
        paid[1:n] = prices[1:]
        links = np.zeros((n + 1, _REACH))
        within, out = (fewest, most), (at, links, _REACH)
        log_sum, expected, variance, has_marginals, none = self._asked(
            extension().posterior, self.temperature, paid, *within, *out
        )
        if log_sum == -math.inf:
            raise infeasible(self.limits, n)
        return Walk(expected, variance, _marginals(at, links, none) if has_marginals else None)

    def _asked(self, function: Callable[..., Any], *given: object) -> Any:
        try:
            return function(self._opened, *given, wanted_engine())
        except OverflowError:
            if isinstance(self._given, RbfCost):
                self._given.source.scaled()  # names the unit at fault
            raise


def _marginals(at: FloatArray, links: FloatArray, none: float) -> Posterior:
    """``near`` from the marginals: of the boundaries around a unit, count the last one only.

    ``links[t, j]`` is the probability that [t - 1 - j, t) is a segment.  A boundary is not the
    last one around a unit if its segment ends there too.
    """
    n = len(at) - 1
    at[[0, n]] = 0.0
    near = at[:n].copy()
    for offset in range(1, NEAR + 1):
        near[offset:] += at[: n - offset]
        near[: n - offset] += at[offset:n]
    for size in range(1, _REACH + 1):
        pairs = links[:, size - 1]
        pairs[: size + 1] = pairs[n] = 0.0  # the text begins or ends there: one boundary, not two
        for offset in range(size - NEAR, NEAR + 1):
            near[max(-offset, 0) : n - offset] -= pairs[max(offset, 0) : min(n, n + offset)]
    near[0] = 0.0
    return Posterior(np.clip(at[:n], 0.0, 1.0), np.clip(near, 0.0, 1.0), none)
