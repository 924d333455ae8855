"""The C search against the judge that tries every pair of units."""

import numpy as np
import pytest

import naive
import naive_search
from embed_kcpd import Budget, Limits
from embed_kcpd.solvers import native

pytestmark = pytest.mark.skipif(
    not native.native_available(), reason="the C extension was not built or is switched off"
)


def signal(rng, n, dim):
    """Rows of one of the kinds that trouble a search."""
    kind = rng.integers(6)
    if kind == 0:
        return rng.normal(size=(n, dim))
    if kind == 1:
        topics = rng.normal(size=(n, dim))[np.cumsum(rng.random(n) < 0.1) % n]
        return topics + 0.5 * rng.normal(size=(n, dim))
    if kind == 2:  # slow drift
        return np.cumsum(0.1 * rng.normal(size=(n, dim)), axis=0) + rng.normal(size=(n, dim))
    if kind == 3:  # many exact duplicates, so many ties
        return rng.normal(size=(3, dim))[rng.integers(0, 3, n)]
    if kind == 4:  # near-ties
        return np.repeat(rng.normal(size=(n, dim)), 5, axis=0)[:n] + 1e-7 * rng.normal(
            size=(n, dim)
        )
    return np.zeros((n, dim)) + rng.normal(size=dim)


def some_limits(rng, n):
    """Limits of every kind, often none; sometimes nothing satisfies them."""
    if rng.random() < 0.3:
        return Limits()
    min_size = int(rng.choice([1, 1, 2, 3, 7]))
    min_size = min(min_size, n)
    max_size = int(rng.integers(min_size, 2 * n + 1)) if rng.random() < 0.3 else None
    sizes = tuple(rng.integers(0, 4, n).astype(float))
    budget = Budget(sizes, float(rng.integers(0, 4)), float(rng.integers(6, 40)))
    forced = frozenset(u for u in range(1, n) if rng.random() < rng.choice([0.0, 0.03]))
    forbidden = frozenset(u for u in range(1, n) if rng.random() < rng.choice([0.0, 0.3])) - forced
    return Limits(min_size, max_size, (budget,) if rng.random() < 0.3 else (), forced, forbidden)


def some_problem(seed, max_units):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, max_units))
    dim = int(rng.choice([1, 2, 3, 8, 17, 40]))
    rows = signal(rng, n, dim)
    if rng.random() < 0.5:
        rows = rows.astype(np.float32)
    weights = np.ones(n) if rng.random() < 0.4 else rng.uniform(0.0, 2.0, n)
    ridge = float(rng.choice([0.0, 0.0, 1.0, 5.0]))
    level = 10 ** rng.uniform(-2, 1.5)
    prices = np.full(n, level) if rng.random() < 0.4 else level * rng.uniform(-0.2, 2.0, n)
    return rows, weights, ridge, prices, some_limits(rng, n)


@pytest.mark.parametrize("block", range(20))
def test_the_c_search_is_as_cheap_as_trying_every_pair(block):
    """Weights, ridge, uneven prices and all limits together, whatever the block size."""
    for seed in range(50 * block, 50 * block + 50):
        rows, weights, ridge, prices, limits = some_problem(seed, 160)
        size = (0, 1, 2, 3, 5, 8, 40)[seed % 7]
        matrix = naive_search.cost_matrix(rows, weights, ridge)
        expected = naive_search.least_objective(matrix, prices, limits)
        previous = native.search(rows, weights, ridge, prices, limits, block_size=size)
        edges = naive_search.edges_of(previous)
        if expected is None:
            assert edges is None, f"seed {seed}"
            continue
        found = naive_search.objective(matrix, prices, edges)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9), f"seed {seed}"
        assert naive.admissible(edges, limits), f"seed {seed}"
