"""The same objective as ``ruptures.KernelCPD(min_size=1)``, the reference that is exact."""

import math

import numpy as np
import pytest
import ruptures

from embed_kcpd.arrays import unit_rows
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.kernels import median_gamma
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers import cheapest
from embed_kcpd.solvers.exact import priced_segmentation
from embed_kcpd.solvers.search.engine import Engine, traced

SHIFT = 1.0 - math.exp(-0.01)
"""ruptures clips the exponent to 0.01, on the diagonal too: its beta is our beta plus this."""


def signal(rng):
    n, dim = int(rng.integers(2, 90)), 24
    topic = np.cumsum(rng.random(n) < rng.choice([0.02, 0.1, 0.3]))
    return rng.normal(size=(n + 1, dim))[topic] + rng.normal(size=(n, dim))


def objectives(cost, penalty, reference):
    """Ours, by the extension or not and by the matrix, and that of the reference's boundaries."""
    prices = np.full(cost.n_units, penalty)
    by_matrix = traced(Engine(cost, UNLIMITED)._by_matrix(prices[None, :]).previous[0])
    return (
        cheapest(cost, penalty).objective,
        priced_segmentation(cost, prices, by_matrix).objective,
        priced_segmentation(cost, prices, tuple(reference[:-1])).objective,
    )


@pytest.mark.parametrize("part", range(4))
def test_cosine_reaches_the_objective_of_ruptures(part):
    """On 1,000 random signals and penalties."""
    rng = np.random.default_rng(part)
    for _ in range(250):
        vectors, penalty = signal(rng), float(10 ** rng.uniform(-1.5, 1.2))
        reference = ruptures.KernelCPD("cosine", min_size=1).fit(vectors).predict(pen=penalty)
        ours, matrix, theirs = objectives(LinearCost(unit_rows(vectors)), penalty, reference)
        assert ours == pytest.approx(theirs, rel=1e-9)
        assert matrix == pytest.approx(theirs, rel=1e-9)


@pytest.mark.parametrize("part", range(4))
def test_rbf_reaches_the_objective_of_ruptures(part):
    """With the median heuristic and the penalty shift, on 1,000 random signals."""
    rng = np.random.default_rng(100 + part)
    for _ in range(250):
        vectors, penalty = signal(rng), float(10 ** rng.uniform(-1.5, 1.2))
        reference = ruptures.KernelCPD("rbf", min_size=1).fit(vectors).predict(pen=penalty)
        cost = RbfCost(vectors, median_gamma(vectors))
        ours, matrix, theirs = objectives(cost, penalty + SHIFT, reference)
        # ruptures rounds the exponent to float32
        assert ours == pytest.approx(theirs, rel=1e-6)
        assert matrix == pytest.approx(theirs, rel=1e-6)
