"""The search over kept costs: many penalties over one text, short and long."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd import native
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.solvers import cheapest
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
