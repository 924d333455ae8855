"""The search over kept costs: many penalties over one text, short and long."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_search
from embed_kcpd import native
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.granularity.text_scale.pairs import AllPairs
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.solvers import cheapest
from embed_kcpd.solvers.search import kept
from embed_kcpd.solvers.search.engine import traced
from embed_kcpd.solvers.search.kept import KeptCosts
from embed_kcpd.solvers.windows import Windows

pytestmark = pytest.mark.skipif(
    not native.native_available(), reason="the C extension was not built or is switched off"
)

ENGINES = native.available_engines() if native.native_available() else ()

SHORT = 96
"""Units up to which totals of several penalties lie side by side (native/kept_walk.h)."""


def some_limits(n):
    """Limits of every kind for so many units."""
    sizes = st.builds(Limits, st.integers(1, n), st.none() | st.integers(n, 2 * n))
    longest = st.builds(Limits, max_size=st.integers(1, n))
    places = st.frozensets(st.integers(1, n - 1), max_size=4) if n > 1 else st.just(frozenset())
    return st.one_of(
        st.just(UNLIMITED),
        sizes,
        longest,
        st.builds(Limits, forced=places),
        st.builds(Limits, forbidden=places),
    )


def searched_by_pairs(cost, prices, limits):
    """The least objective, from every pair of edges."""
    return naive_search.least_objective(cost.matrix().T, prices, limits)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("min_size", [1, 2, 3, 8])
def test_no_start_is_given_up_before_a_boundary_after_it_is_allowed(engine, min_size, monkeypatch):
    """Long texts in which units often differ from those before, at low prices and below zero."""
    monkeypatch.setenv(native.ENGINE, engine)
    n, limits = 110, Limits(min_size=min_size)
    for seed in range(10):
        rng = np.random.default_rng(seed)
        cost = LinearCost(rng.normal(size=(3, 2))[rng.integers(0, 3, n)])
        prices, penalties = 0.3 * rng.normal(size=n), np.array([0.001, 0.1, 1.0])
        costs = KeptCosts.of(cost, Windows.of(limits, n))
        for penalty, found in zip(
            penalties, costs.starts(np.append(prices, 0.0), penalties), strict=True
        ):
            edges = np.array([0, *traced(found), n])
            total = costs.along(edges)[0].sum() + (penalty + prices)[edges[1:-1]].sum()
            assert total == pytest.approx(searched_by_pairs(cost, penalty + prices, limits))


def test_costs_from_products_are_never_below_zero():
    """Equal units, whose costs are nothing but rounding."""
    rows = np.repeat(np.random.default_rng(0).normal(size=(3, 7)), 20, axis=0)
    cost, windows = LinearCost(rows), Windows.of(UNLIMITED, 60)
    costs = KeptCosts.of(cost, windows, AllPairs.of(rows, np.ones(60)).products).costs
    assert costs.min() == 0.0


def test_costs_along_edges_are_those_of_the_cost_itself():
    """Of each segment, and of each two neighbours together."""
    cost = LinearCost(np.random.default_rng(0).normal(size=(30, 4)), ridge=1.0)
    edges = np.array([0, 4, 5, 17, 30])
    single, merged = KeptCosts.of(cost, Windows.of(UNLIMITED, 30)).along(edges)
    expected_single, expected_merged = cost.along([edges])[0]
    assert single == pytest.approx(expected_single)
    assert merged == pytest.approx(expected_merged)


FOREVER = """
import signal
import numpy as np
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers.search.kept import KeptCosts
from embed_kcpd.solvers.windows import Windows
# Whoever started the tests in the background may have left the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
n = 5000
kept = KeptCosts(np.zeros(n * (n + 1) // 2), 0.0, Windows.of(UNLIMITED, n))
print("ready", flush=True)
kept.starts(np.zeros(n + 1), np.ones(100_000))
"""


def test_a_search_for_many_penalties_can_be_interrupted():
    """Ctrl-C reaches Python while C is at work; alone, this search would take minutes."""
    process = subprocess.Popen(
        [sys.executable, "-c", FOREVER], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode != 0
    assert "KeyboardInterrupt" in errors


@given(
    engine=st.sampled_from(ENGINES or ("best",)),
    n=st.one_of(st.integers(1, 30), st.integers(SHORT - 2, SHORT + 2)),
    n_penalties=st.integers(1, 35),
    seed=st.integers(0, 2**32 - 1),
    data=st.data(),
)
def test_each_penalty_has_the_optimum_of_a_search_of_its_own(engine, n, n_penalties, seed, data):
    limits = data.draw(some_limits(n))
    rng = np.random.default_rng(seed)
    rows = np.repeat(rng.normal(size=(n, 3)), 4, axis=0)[:n] + 0.3 * rng.normal(size=(n, 3))
    cost = LinearCost(rows, ridge=float(rng.integers(2)))
    prices, penalties = rng.normal(size=n), 3.0 * rng.random(n_penalties)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(native.ENGINE, engine)
        starts = KeptCosts.of(cost, Windows.of(limits, n)).starts(np.append(prices, 0.0), penalties)
    for penalty, found in zip(penalties, starts, strict=True):
        try:
            best = cheapest(cost, penalty + prices, limits)
        except InfeasibleError:
            assert found[-1] < 0
            continue
        edges = np.array([0, *traced(found), n])
        costs = cost.along([edges])[0][0]
        paid = float((penalty + prices)[edges[1:-1]].sum())
        assert float(costs.sum()) + paid == pytest.approx(best.objective, rel=1e-9, abs=1e-9)


def test_an_engine_that_this_processor_cannot_run_is_refused(monkeypatch):
    beyond = native.extension().best_engine() + 1
    monkeypatch.setattr(kept, "wanted_engine", lambda: beyond)
    costs = KeptCosts.of(LinearCost(np.eye(3)), Windows.of(UNLIMITED, 3))
    with pytest.raises(ValueError, match="cannot run that engine"):
        costs.starts(np.zeros(4), np.ones(1))
