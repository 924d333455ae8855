"""The Gibbs distribution in NumPy, for any cost.

In:  a segment cost, a temperature, limits; then prices.
Out: the expected number of boundaries, and the probability of each.

A start is dropped once it can never matter.  Splitting costs at most ``slack`` (see
``problem/costs``), so C(s, u) >= C(s, t) + C(t, u) - slack for s < t < u, and the share of s
relative to t at any later u is at most
exp(log_sum[s] - log_sum[t] + (price[t] - price[s] - C(s, t) + slack) / temperature).
Below ``NEGLIGIBLE`` it is left out, from the moment t itself is an admissible start.
"""

import math
from collections import deque

import numpy as np

from embed_kcpd.annotations.confidence.protocol import NEAR, Walk
from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.limits import Limits
from embed_kcpd.result.posterior import Posterior
from embed_kcpd.solvers.feasible import infeasible
from embed_kcpd.solvers.windows import Windows

NEGLIGIBLE = 1e-14
"""Share of probability below which a start is no longer followed."""

KEPT_UNITS = 2500
"""Units up to which all costs are computed once and kept between prices (50 MB)."""

Shares = list[tuple[IntArray, FloatArray]]
"""For each end, the starts that matter and the probability of each."""


class NumpyGibbs:
    """A cost, a temperature and limits, ready for any prices."""

    def __init__(self, cost: SegmentCost, temperature: float, limits: Limits) -> None:
        self.temperature, self.limits, self._cost = temperature, limits, cost
        self._windows = Windows.of(limits, cost.n_units)
        self._matrix: FloatArray | None = None
        if isinstance(cost, (LinearCost, GramCost, RbfCost)) and cost.n_units <= KEPT_UNITS:
            self._matrix = cost.matrix()

    def posterior(self, prices: FloatArray) -> Posterior:
        result = self.walk(prices, 0.0, math.inf).posterior
        assert result is not None
        return result

    def walk(self, prices: FloatArray, fewest: float, most: float) -> Walk:
        n = self._cost.n_units
        if n == 0:
            return Walk(0.0, 0.0, Posterior(np.zeros(0), np.zeros(0), 1.0))
        forward = _Forward(np.concatenate([[0.0], prices[1:], [0.0]]) / self.temperature)
        live = _Live(self._windows)
        for end in range(1, n + 1):
            starts = live.at(end, forward.log_sum)
            if len(starts) and self._windows.allowed[end]:
                terms = forward.settle(starts, end, self._costs(starts, end) / self.temperature)
                rival = forward.log_sum[end] - forward.paid[end] - self._slack
                live.drop_later(starts[terms - rival < math.log(NEGLIGIBLE)], end)
        if not np.isfinite(forward.log_sum[n]):
            raise infeasible(self.limits, n)
        expected = float(forward.expected[n])
        is_wanted = fewest <= expected <= most
        variance = float(forward.squared[n]) - expected**2
        return Walk(expected, variance, _walk_back(n, forward.shares) if is_wanted else None)

    @property
    def _slack(self) -> float:
        return self._cost.slack / self.temperature

    def _costs(self, starts: IntArray, end: int) -> FloatArray:
        if self._matrix is None:
            return self._cost.column(starts, end)
        costs: FloatArray = self._matrix[end, starts]
        return costs


class _Forward:
    """``log_sum``, the boundaries ``expected`` before each edge, the expected ``squared`` number of
    them, and the shares, end by end."""

    def __init__(self, paid: FloatArray) -> None:
        self.paid = paid
        self.log_sum = np.full(len(paid), -np.inf)
        self.expected, self.squared = np.zeros((2, len(paid)))
        self.log_sum[0] = 0.0
        nothing = (np.zeros(0, dtype=np.int64), np.zeros(0))
        self.shares: Shares = [nothing] * len(paid)

    def settle(self, starts: IntArray, end: int, costs: FloatArray) -> FloatArray:
        """Fill in one end; the logarithm of each start's term comes back."""
        terms: FloatArray = self.log_sum[starts] - self.paid[starts] - costs
        self.log_sum[end] = _log_sum_exp(terms)
        share = np.exp(terms - self.log_sum[end])
        before, own = self.expected[starts], starts > 0
        self.expected[end] = float(share @ (before + own))
        self.squared[end] = float(share @ (self.squared[starts] + (2.0 * before + 1.0) * own))
        kept = share > NEGLIGIBLE
        self.shares[end] = (starts[kept], share[kept] / share[kept].sum())
        return terms


class _Live:
    """The starts that an end may have and that still matter."""

    def __init__(self, windows: Windows) -> None:
        self._windows = windows
        self._starts, self._opened = np.zeros(0, dtype=np.int64), 0
        self._is_dead = np.zeros(windows.n_units + 1, dtype=np.bool_)
        self._doomed: deque[tuple[int, IntArray]] = deque()

    def at(self, end: int, log_sum: FloatArray) -> IntArray:
        """The starts for one end; ends are asked for in order."""
        last = int(self._windows.last[end])
        while self._doomed and self._doomed[0][0] <= last:
            self._is_dead[self._doomed.popleft()[1]] = True
        fresh = np.arange(self._opened, last + 1)
        self._opened = max(self._opened, last + 1)
        starts = np.concatenate([self._starts, fresh[np.isfinite(log_sum[fresh])]])
        self._starts = starts[(starts >= self._windows.first[end]) & ~self._is_dead[starts]]
        return self._starts

    def drop_later(self, starts: IntArray, rival: int) -> None:
        """Forget these starts as soon as ``rival`` may start a segment."""
        self._doomed.append((rival, starts))


def _log_sum_exp(terms: FloatArray) -> float:
    top = float(terms.max())
    return top + math.log(float(np.exp(terms - top).sum()))


def _walk_back(n: int, shares: Shares) -> Posterior:
    """Marginals from the shares: an end's probability flows to its possible starts."""
    at = np.zeros(n + 1)
    at[n] = 1.0
    inside = np.zeros(n + NEAR + 2)
    for end in range(n, 0, -1):
        starts, share = shares[end]
        if at[end] == 0.0 or len(starts) == 0:
            continue
        flow = at[end] * share
        at[starts] += flow
        # No boundary lies near t when one segment reaches beyond it by NEAR on both sides,
        # or to an end of the text.
        low = np.where(starts == 0, 1, starts + NEAR + 1)
        high = n if end == n else end - NEAR
        covers = low < high
        np.add.at(inside, low[covers], flow[covers])
        inside[high] -= flow[covers].sum()
    starts, share = shares[n]
    none = float(share[starts == 0].sum())
    at[0] = 0.0
    near = 1.0 - np.cumsum(inside)[:n]
    near[0] = 0.0
    return Posterior(np.clip(at[:n], 0.0, 1.0), np.clip(near, 0.0, 1.0), none)
