"""The same objective as ``ruptures.KernelCPD(min_size=1)``, the reference that is exact."""

import math

import numpy as np
import pytest
import ruptures
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd import arrays, native
from embed_kcpd.arrays import unit_rows
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.kernels import MEDIAN_ROWS, median_gamma
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


@pytest.mark.parametrize("switch", ["0", "1"])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_the_median_is_that_of_all_pairs(switch, kind, monkeypatch):
    """In NumPy and in C, for even and odd numbers of pairs; far from the origin too."""
    monkeypatch.setenv(native.SWITCH, switch)
    for n, dim in ((2, 1), (3, 5), (8, 2), (41, 17), (900, 3)):
        rows = (np.random.default_rng(n).normal(size=(n, dim)) + 20.0).astype(kind)
        wide = rows.astype(np.float64)
        distances = [np.square(wide[k + 1 :] - wide[k]).sum(axis=1) for k in range(n - 1)]
        expected = np.median(np.concatenate(distances))
        assert 1.0 / median_gamma(rows) == pytest.approx(expected, rel=1e-10)
    assert median_gamma(np.full((40, 2), 0.1, dtype=kind)) == 1.0


@given(st.integers(0, 2**32), st.integers(1, 4000), st.sampled_from([3, 10**6]), st.booleans())
def test_the_median_of_many_numbers_is_found(seed, n, distinct, is_misleading):
    """Ties, and samples that say nothing of the other numbers: then all are looked at."""
    values = np.random.default_rng(seed).integers(distinct, size=n).astype(np.float64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "MEDIAN_SAMPLE", 64)
        if is_misleading:
            values[:: max(1, n // 64)] = distinct
        assert arrays.median(values) == np.median(values)


def test_the_median_of_many_rows_is_that_of_evenly_spaced_ones():
    """Every third row of 6,144, within a percent of the median of all pairs."""
    rows = np.random.default_rng(0).normal(size=(3 * MEDIAN_ROWS, 3))
    assert median_gamma(rows) == pytest.approx(median_gamma(rows[:MEDIAN_ROWS]), rel=0.02)
