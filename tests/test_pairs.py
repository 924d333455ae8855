"""What all pairs of a text say, against passes over its rows and against the search."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd import Contrast, native
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.granularity.text_scale import sections
from embed_kcpd.granularity.text_scale.multiples import PriceMultiples
from embed_kcpd.granularity.text_scale.order import order_score
from embed_kcpd.granularity.text_scale.pairs import AllPairs, measured_pairs
from embed_kcpd.problem.limits import Limits
from embed_kcpd.solvers.exact import boundaries_each, priced_segmentation
from embed_kcpd.solvers.search.kept import KeptCosts
from embed_kcpd.solvers.windows import Windows

UNITS = st.integers(1, 60)
SEEDS = st.integers(0, 10**6)
FACTORS = np.array([0.2, 0.7, 1.0, 1.5, 4.0])


def problem_of(n, seed, limits=None, dim=7, block=6):
    """A text whose topic changes every few units; some units are short."""
    rng = np.random.default_rng(seed)
    topics = rng.normal(size=(n // block + 1, dim))
    vectors = topics[np.arange(n) // block] + rng.normal(size=(n, dim))
    words = rng.integers(1, 40, n).astype(float)
    return Contrast().problem(vectors, words, limits or Limits())


@settings(max_examples=40, deadline=None)
@given(UNITS, st.booleans(), SEEDS)
def test_a_long_text_is_measured_as_the_pairs_of_a_short_one(n, is_even, seed):
    """Spread and order by passes over the rows equal those by all products, and the order test."""
    problem = problem_of(n, seed)
    weights = np.full(n, 0.7) if is_even else problem.weights
    by_products = AllPairs.of(problem.rows[:], weights).measured()
    scored = order_score(problem.rows.weighted(weights))
    assert by_products.order == pytest.approx(scored, abs=1e-6)
    if n > 1:
        by_passes = measured_pairs(problem.rows, weights)
        assert by_passes.order == pytest.approx(by_products.order, abs=1e-6)
        assert by_passes.spread == pytest.approx(by_products.spread, abs=1e-6)


@pytest.mark.skipif(not native.native_available(), reason="the extension was not built")
@settings(max_examples=40, deadline=None)
@given(UNITS, SEEDS)
def test_products_of_pairs_give_the_cost_of_every_segment(n, seed):
    problem = problem_of(n, seed)
    pairs = AllPairs.of(problem.rows[:], problem.weights)
    kept = KeptCosts.of(problem.cost, Windows.of(Limits(), n), pairs.products)
    below = np.tril_indices(n + 1, -1)
    assert kept.costs == pytest.approx(problem.cost.matrix()[below], abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 60), SEEDS, st.integers(1, 4), st.sampled_from([None, 5, 9]))
def test_multiples_of_a_price_are_solved_exactly(n, seed, least, most):
    """By the costs of all pairs or by the search, under limits: the same objective."""
    problem = problem_of(n, seed, Limits(min_size=least, max_size=most))
    price = np.full(n, 1.3)
    pairs = AllPairs.of(problem.rows[:], problem.weights)
    paid = [factor * price + problem.evidence for factor in FACTORS]
    try:
        expected = boundaries_each(problem.cost, paid, problem.limits)
    except InfeasibleError:
        with pytest.raises(InfeasibleError):
            PriceMultiples(problem, pairs).boundaries(price, FACTORS)
        return
    found = PriceMultiples(problem, pairs).boundaries(price, FACTORS)
    for prices, ours, theirs in zip(paid, found, expected, strict=True):
        objective = priced_segmentation(problem.cost, prices, theirs).objective
        assert priced_segmentation(problem.cost, prices, ours).objective == pytest.approx(objective)


@pytest.mark.skipif(not native.native_available(), reason="the extension was not built")
@pytest.mark.parametrize("engine", native.available_engines() if native.native_available() else ())
@settings(max_examples=25, deadline=None)
@given(n=st.sampled_from([8, 20, 70, 150, 450]), seed=SEEDS, dim=st.sampled_from([3, 16, 40]))
def test_the_bound_on_the_order_inside_is_one(engine, n, seed, dim):
    problem = problem_of(n + 5, seed, dim=dim, block=9)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.ENGINE, engine)
        bound = sections._inner_order_at_most(problem, 3, n + 3)
    score = sections._inner_order(problem, 3, n + 3)
    assert bound >= score - 1e-6


@pytest.mark.skipif(not native.native_available(), reason="the extension was not built")
def test_a_unit_without_direction_has_no_bound():
    problem = problem_of(20, 1)
    rows = problem.rows[:]
    rows[7] = 0.0
    sums = np.empty(4)
    given_rows = (rows, True, *rows.shape, None, None, None)
    native.extension().inside(0, given_rows, np.ones(20), 0, 20, sums)
    assert np.isnan(sums).all()
    with pytest.raises(ValueError, match="so many rows"):
        native.extension().inside(0, given_rows, np.ones(20), 5, 21, sums)
