"""Random problems that trouble a solver: every kernel, limits of every kind, many price lists."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

import naive_search
from embed_kcpd import Budget, Limits
from embed_kcpd.errors import LimitsError
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost


@dataclass
class Case:
    """A cost with its naive table (row start, column end), price lists, and limits that fit."""

    cost: LinearCost | RbfCost
    table: np.ndarray
    prices: np.ndarray
    limits: Limits
    block: int

    @property
    def n(self):
        return self.cost.n_units


def some_rows(rng, n, dim):
    """Noise, topics, a slow drift, exact duplicates, near-ties, or one row again and again."""
    kind = rng.integers(6)
    noise = rng.normal(size=(n, dim))
    if kind == 0:
        return noise
    if kind == 1:
        topic = np.cumsum(rng.random(n) < rng.choice([0.05, 0.2, 0.5]))
        return rng.normal(size=(n + 1, dim))[topic] + rng.choice([0.05, 0.3, 1.0]) * noise
    if kind == 2:
        return 0.3 * np.cumsum(noise, axis=0)
    if kind == 3:
        return noise[rng.integers(0, min(3, n), n)]
    if kind == 4:
        return np.repeat(noise, 5, axis=0)[:n] + 1e-8 * noise
    return np.repeat(noise[:1], n, axis=0)


def some_limits(rng, n):
    """Often only a minimum size; sometimes everything at once, so that nothing satisfies it."""
    min_size = int(rng.integers(1, min(7, n) + 1)) if rng.random() < 0.6 else 1
    if rng.random() < 0.3:
        return Limits(min_size)
    max_size = int(rng.integers(min_size, min_size + 13)) if rng.random() < 0.5 else None
    sizes = tuple(rng.integers(0, 6, n).astype(float))
    budget = Budget(sizes, float(rng.choice([0, 0, 3, 8])), float(rng.choice([9, 15, 40, 1e9])))
    forced = frozenset(u for u in range(1, n) if rng.random() < rng.choice([0.0, 0.0, 0.05]))
    forbidden = frozenset(u for u in range(1, n) if rng.random() < rng.choice([0.0, 0.1, 0.6]))
    budgets = (budget,) if rng.random() < 0.4 else ()
    return Limits(min_size, max_size, budgets, forced, forbidden - forced)


def some_case(rng, max_units=30):
    n, dim = int(rng.integers(1, max_units + 1)), int(rng.choice([1, 2, 5, 30]))
    rows = some_rows(rng, n, dim)
    lists = int(rng.integers(1, 5))
    uneven = rng.normal(size=n) * rng.choice([0.0, 0.3, 1.0])
    sign = rng.choice([1.0, 1.0, 1.0, -0.3])
    prices = uneven + sign * 10 ** rng.uniform(-2, 1.2, size=(lists, 1))
    if rng.random() < 0.7:
        mixed = (np.ones(n), rng.uniform(0.1, 2.0, n), rng.integers(0, 3, n).astype(float))
        weights = mixed[rng.integers(3)]
        ridge = float(rng.choice([0.0, 0.0, 1.0, 0.3]))
        cost = LinearCost(rows, weights, ridge)
        table = naive_search.cost_matrix(rows, weights, ridge)
    else:
        gamma = float(10 ** rng.uniform(-1.5, 1.0))
        cost = RbfCost(rows, gamma)
        gram = np.exp(-gamma * ((rows[:, None] - rows) ** 2).sum(axis=2))
        table = naive_search.gram_matrix(gram)
    return Case(cost, table, prices, some_limits(rng, n), int(rng.choice([1, 2, 3, 5, 8, 16])))


def objective(case, boundaries, prices):
    """Costs from the naive table plus prices."""
    edges = (0, *boundaries, case.n)
    costs = sum(case.table[s, e] for s, e in pairwise(edges))
    return costs + sum(prices[b] for b in boundaries)


def fits(case):
    """Whether the limits are meant for that many units at all."""
    try:
        case.limits.check(case.n)
    except LimitsError:
        return False
    return True
