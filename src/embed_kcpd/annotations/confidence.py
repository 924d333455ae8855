"""Confidence: how probable a boundary is at every gap.

In:  a segment cost, the price of a boundary at each unit, limits, a temperature.
Out: a ``Posterior``: the probability of a boundary at each unit, near it, and of none at all.

Every admissible segmentation gets the weight exp(-objective / temperature) (a Gibbs
distribution), so the optimum is the most probable one and close rivals share its weight.
Sums over all segmentations follow the solver's recursion with log-sum-exp in place of min:

    log_sum[0] = 0
    log_sum[e] = logsumexp over starts s of  log_sum[s] - (C(s, e) + price[s]) / temperature

The share of start s in log_sum[e] is the probability that the segment ending at e starts at
s.  Walking back from the end of the text, these shares give every marginal without asking
for a single cost again.

A start is dropped once it can never matter.  Splitting costs at most ``slack`` (see
``costs.py``), so C(s, u) >= C(s, t) + C(t, u) - slack for s < t < u, and the share of s
relative to t at any later u is at most
exp(log_sum[s] - log_sum[t] + (price[t] - price[s] - C(s, t) + slack) / temperature).
Below ``NEGLIGIBLE`` it is left out, from the moment t itself is an admissible start.

Units of a text are not independent, so evidence is counted more than once and the
temperature must be above that of a likelihood.  ``text_temperature`` sets it by what the
order of the units tells, times one constant that was calibrated on texts with known
boundaries (``docs/explanation/confidence.md``).
Heat alone would also multiply boundaries, because there
are far more segmentations with many than with few, and every cut gains a little.  So all
prices are moved by the same amount until as many boundaries are expected as were found: heat
spreads boundaries, it does not make more of them.
"""

import math
from collections import deque

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.granularity.text_scale.order import order_score
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.result.posterior import Posterior
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers.feasible import infeasible

NEGLIGIBLE = 1e-12
"""Share of probability below which a start is no longer followed."""

TEMPERATURE_SCALE = 0.62
"""Temperature of a text whose order tells one standard deviation per root of its units:
the one calibrated constant."""

LEAST_ORDER = 0.3
"""An order that tells less than this tells nothing."""

EXPECTED_WHEN_UNCUT = 0.5
"""Boundaries expected in a text that was left uncut."""

COUNT_TOLERANCE = 0.05
"""How near the expected number of boundaries comes to the number found, as a logarithm."""

MOST_MOVES = 12
"""Prices tried to get there; where the count jumps between two of them, it stays between."""

NEAR = 1
"""A boundary counts as hit when a true one lies within this many units."""


def boundary_confidence(problem: Problem, found: Segmentation, prices: FloatArray) -> Posterior:
    """Probabilities for a segmentation that was found at these prices."""
    temperature = text_temperature(problem)
    return matched_posterior(problem, found, prices, temperature)


def text_temperature(problem: Problem) -> float:
    """The temperature that suits the text.

    It falls with the square of what the order of the units tells (``order_score`` per root
    of their number): where neighbours are hardly more alike than strangers, a gain means
    little.
    """
    order = order_score(problem.rows * problem.weights[:, None])
    per_root = order / math.sqrt(max(problem.n_units, 1))
    return TEMPERATURE_SCALE / max(per_root, LEAST_ORDER) ** 2


def matched_posterior(
    problem: Problem, found: Segmentation, prices: FloatArray, temperature: float
) -> Posterior:
    """The posterior whose expected number of boundaries is the number found.

    The expected number falls as prices rise, so a bracket of two prices is widened and then
    halved.
    """
    target = max(float(len(found.boundaries)), EXPECTED_WHEN_UNCUT)
    low, high, move = -math.inf, math.inf, 0.0
    for _ in range(MOST_MOVES):
        result = posterior(problem.cost, prices + move, temperature, problem.limits)
        excess = math.log(max(float(result.at.sum()), 1e-9) / target)
        if abs(excess) <= COUNT_TOLERANCE:
            break
        if excess > 0:
            low = move
        else:
            high = move
        if math.isinf(high - low):
            move += temperature * (excess + math.copysign(0.2, excess))
        else:
            move = (low + high) / 2
    return result


def posterior(
    cost: SegmentCost,
    prices: FloatArray,
    temperature: float,
    limits: Limits = UNLIMITED,
) -> Posterior:
    """Probabilities of all boundaries under the Gibbs distribution of this temperature."""
    if not (math.isfinite(temperature) and temperature > 0):
        raise OptionsError(f"the temperature must be a positive number, got {temperature}")
    n = cost.n_units
    if n == 0:
        return Posterior(np.zeros(0), np.zeros(0), 1.0)
    return _walk_back(n, _shares(cost, prices, temperature, limits))


def _shares(
    cost: SegmentCost, prices: FloatArray, temperature: float, limits: Limits
) -> list[tuple[IntArray, FloatArray]]:
    """For each end, the starts that matter and the probability of each."""
    n = cost.n_units
    first, last = limits.windows(n)
    allowed = limits.open_starts(n)
    paid = np.concatenate([[0.0], prices[1:], [0.0]]) / temperature
    slack = cost.slack / temperature
    log_sum = np.full(n + 1, -np.inf)
    log_sum[0] = 0.0
    nothing = (np.zeros(0, dtype=np.int64), np.zeros(0))
    shares = [nothing] * (n + 1)
    live, opened = np.zeros(0, dtype=np.int64), 0
    dead = np.zeros(n + 1, dtype=np.bool_)
    doomed: deque[tuple[int, IntArray]] = deque()
    for end in range(1, n + 1):
        fresh = np.arange(opened, last[end] + 1)
        opened = max(opened, int(last[end]) + 1)
        while doomed and doomed[0][0] <= last[end]:
            dead[doomed.popleft()[1]] = True
        live = np.concatenate([live, fresh[np.isfinite(log_sum[fresh])]])
        live = live[(live >= first[end]) & ~dead[live]]
        if len(live) == 0 or not allowed[end]:
            continue
        terms = log_sum[live] - paid[live] - cost.column(live, end) / temperature
        log_sum[end] = _log_sum_exp(terms)
        share = np.exp(terms - log_sum[end])
        kept = share > NEGLIGIBLE
        shares[end] = (live[kept], share[kept] / share[kept].sum())
        lasting = terms + slack - (log_sum[end] - paid[end])
        doomed.append((end, live[lasting < math.log(NEGLIGIBLE)]))
    if not np.isfinite(log_sum[n]):
        raise infeasible(limits, n)
    return shares


def _log_sum_exp(terms: FloatArray) -> float:
    top = float(terms.max())
    return top + math.log(float(np.exp(terms - top).sum()))


def _walk_back(n: int, shares: list[tuple[IntArray, FloatArray]]) -> Posterior:
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
