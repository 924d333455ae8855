"""Probabilities in C against the same in NumPy, one column of costs at a time."""

import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd import Limits, native
from embed_kcpd.annotations.confidence import boundary, gibbs_native, gibbs_numpy
from embed_kcpd.annotations.confidence.gibbs import gibbs
from embed_kcpd.annotations.confidence.gibbs_native import NativeGibbs
from embed_kcpd.annotations.confidence.gibbs_numpy import NumpyGibbs
from embed_kcpd.errors import InfeasibleError, VectorsError
from embed_kcpd.granularity.protocol import Decision
from embed_kcpd.granularity.text_scale.order import order_score
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.kernels import Rbf
from embed_kcpd.problem.objectives import Paper
from embed_kcpd.solvers.exact import cheapest
from test_native import some_problem

pytestmark = pytest.mark.skipif(
    not native.native_available(), reason="the C extension was not built or is switched off"
)


@pytest.fixture(autouse=True)
def by_column(monkeypatch):
    """The judge asks for one column after the other: its matrix of costs is less exact."""
    monkeypatch.setattr(gibbs_numpy, "KEPT_UNITS", 0)


class Columns:
    """The cost of a Gaussian kernel from its values alone: no sum over all units rounds it."""

    slack = 0.0

    def __init__(self, cost):
        self.n_units, self.column = cost.n_units, cost.fresh_column


def agree(cost, prices, temperature, limits):
    """The same numbers to the ninth decimal, also after another price level was tried."""
    walks = NativeGibbs(cost, temperature, limits)
    try:
        exact = Columns(cost) if isinstance(cost, RbfCost) else cost
        judge = NumpyGibbs(exact, temperature, limits).walk(prices, 0.0, np.inf)
    except InfeasibleError:
        with pytest.raises(InfeasibleError):
            walks.posterior(prices)
        return
    walks.walk(prices + 3.0 * temperature, 0.0, 0.0)
    walk = walks.walk(prices, 0.0, np.inf)
    assert walk.expected == pytest.approx(judge.expected, rel=1e-9, abs=1e-9)
    assert walk.variance == pytest.approx(judge.variance, rel=1e-7, abs=1e-7)
    assert walk.posterior.at == pytest.approx(judge.posterior.at, abs=1e-9)
    assert walk.posterior.near == pytest.approx(judge.posterior.near, abs=1e-9)
    assert walk.posterior.none == pytest.approx(judge.posterior.none, abs=1e-9)


@settings(max_examples=100, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from([0.02, 0.1, 0.5, 3.0, 20.0]),
    st.sampled_from([0, 5 * 64**2, 2**23]),
)
def test_c_gives_the_probabilities_of_numpy(seed, temperature, kept):
    """Weights, ridge, uneven prices, every limit; costs of all, of a few or of no blocks kept."""
    rows, weights, ridge, prices, limits = some_problem(seed, 300)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gibbs_native, "KEPT_NUMBERS", kept)
        agree(LinearCost(rows, weights, ridge), prices, temperature, limits)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from([0.02, 0.3, 5.0]),
    st.sampled_from([0.03, 1.0]),
    st.sampled_from([0, 5 * 64**2, 2**23]),
)
def test_c_gives_the_probabilities_of_numpy_for_a_gaussian_kernel(seed, temperature, gamma, kept):
    rows, _, _, prices, limits = some_problem(seed, 260)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gibbs_native, "KEPT_NUMBERS", kept)
        agree(RbfCost(rows, gamma), prices, temperature, limits)


@pytest.mark.parametrize("engine", native.available_engines() if native.native_available() else ())
@pytest.mark.parametrize("dim", [1, 8, 37])
def test_every_engine_gives_the_same_probabilities(engine, dim, monkeypatch):
    """The code for each kind of processor, for rows that do and do not fill its vectors."""
    monkeypatch.setenv(native.ENGINE, engine)
    rows, prices = topics(330, 50, dim), np.full(330, 2.0)
    agree(LinearCost(rows.astype(np.float32), ridge=0.5), prices, 0.3, Limits())
    agree(RbfCost(rows, 0.7), prices, 0.3, Limits())


def topics(n, length, dim=40, noise=0.8, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n // length + 1, dim))[np.arange(n) // length]
    rows = rows + noise * rng.normal(size=(n, dim))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.parametrize("length", [7, 60, 400])
@pytest.mark.parametrize("limits", [Limits(), Limits(min_size=100), Limits(max_size=500)])
@pytest.mark.parametrize("ridge", [0.0, 1.0])
def test_blocks_that_are_passed_over_change_nothing_on_a_long_text(length, limits, ridge):
    """Segments shorter and longer than a block, with limits on both sides of one."""
    rows = topics(1500, length)
    prices = np.random.default_rng(1).uniform(2.0, 3.0, len(rows))
    agree(LinearCost(rows.astype(np.float32), ridge=ridge), prices, 0.15, limits)


def test_a_long_text_without_topics_is_followed_to_its_beginning():
    """Every pair of units matters where nothing is to be found."""
    rows = np.random.default_rng(5).normal(size=(1200, 16))
    agree(LinearCost(rows), np.full(1200, 60.0), 6.0, Limits())


@pytest.mark.parametrize("name", native.available_engines() if native.native_available() else ())
@pytest.mark.parametrize(("strength", "temperature"), [(0.0, 7.0), (0.25, 0.5), (1.0, 0.1)])
def test_long_texts_beyond_kept_costs_have_the_law_of_numpy(
    name, strength, temperature, monkeypatch
):
    """Noise, weak topics and clear ones; every engine."""
    monkeypatch.setenv(native.ENGINE, name)
    monkeypatch.setattr(gibbs_native, "KEPT_NUMBERS", 0)
    rng = np.random.default_rng(2)
    rows = rng.normal(size=(3000, 24))
    rows += strength * rng.normal(size=(150, 24))[np.arange(3000) // 20]
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    agree(LinearCost(rows, ridge=1.0), np.full(3000, 7.0 * temperature), temperature, Limits())


@pytest.mark.parametrize("temperature", [0.02, 0.05, 0.15])
def test_long_sharp_topics_beyond_kept_costs_have_the_law_of_numpy(temperature, monkeypatch):
    """Older blocks whose means differ where a topic ends, at temperatures below their costs."""
    monkeypatch.setattr(gibbs_native, "KEPT_NUMBERS", 0)
    rng = np.random.default_rng(1)
    topic = np.minimum(np.arange(2400) // 500, 3)
    rows = rng.normal(size=(4, 24))[topic] + 1.5 * rng.normal(size=(2400, 24))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    agree(LinearCost(rows, ridge=1.0), np.full(2400, 7.0), temperature, Limits())


@pytest.mark.parametrize("name", native.available_engines() if native.native_available() else ())
@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    length=st.sampled_from([20, 90, 200]),
    noise=st.sampled_from([0.1, 0.8]),
    price=st.sampled_from([2.0, 20.0, 60.0]),
    temperature=st.sampled_from([0.05, 0.5, 4.0]),
    ridge=st.sampled_from([0.0, 1.0, 30.0]),
    kept=st.sampled_from([0, 12 * 64**2, 2**23]),
)
def test_blocks_that_fall_behind_where_the_topic_changes_change_nothing(
    *, name, seed, length, noise, price, temperature, ridge, kept
):
    """Few segments of many sharp topics, some of them met again, with weights."""
    rng = np.random.default_rng(seed)
    n, dim = int(rng.integers(300, 1000)), int(rng.integers(3, 40))
    places = rng.permutation(n // length + 1)[np.arange(n) // length] % 4
    rows = rng.normal(size=(4, dim))[places] + noise * rng.normal(size=(n, dim))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    weights = rng.uniform(0.2, 1.5, n) if rng.random() < 0.5 else np.ones(n)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.ENGINE, name)
        patch.setattr(gibbs_native, "KEPT_NUMBERS", kept)
        cost = LinearCost(rows.astype(np.float32), weights, ridge)
        agree(cost, rng.uniform(0.9, 1.1, n) * price, temperature, Limits())


@pytest.mark.parametrize("kept", [0, 20 * 64**2, 2**23])
def test_costs_that_are_not_kept_are_computed_again(kept, monkeypatch):
    """The way back is the same where more blocks were used than are kept."""
    monkeypatch.setattr(gibbs_native, "KEPT_NUMBERS", kept)
    rows = np.random.default_rng(5).normal(size=(4600, 4))
    walks = gibbs(LinearCost(rows), 6.0)
    at = walks.posterior(np.full(4600, 40.0)).at
    forward = gibbs(LinearCost(rows[::-1].copy()), 6.0).posterior(np.full(4600, 40.0)).at
    assert at[1:] == pytest.approx(forward[:0:-1], abs=1e-9)


def test_limits_hold_where_costs_are_not_kept(monkeypatch):
    """Coarse costs know nothing of limits: what is not admissible has no share."""
    monkeypatch.setattr(gibbs_native, "KEPT_NUMBERS", 0)
    rows, prices = np.random.default_rng(5).normal(size=(1500, 16)), np.full(1500, 60.0)
    limits = Limits(40, 900, forced=frozenset({777}), forbidden=frozenset(range(200, 300)))
    agree(LinearCost(rows), prices, 6.0, limits)
    at = gibbs(LinearCost(rows), 6.0, limits).posterior(prices).at
    assert at[777] == pytest.approx(1.0)
    assert not at[200:300].any()


@pytest.mark.parametrize("temperature", [0.02, 0.1, 0.4])
@pytest.mark.parametrize("price", [1.0, 3.0])
def test_blocks_that_are_left_out_at_first_are_taken_in_where_boundaries_are(temperature, price):
    """Long topics at a price at which some boundaries inside them nearly pay."""
    rows = topics(1300, 420, dim=24, noise=1.5, seed=4)
    agree(LinearCost(rows, ridge=1.0), np.full(1300, price), temperature, Limits())


@pytest.mark.parametrize("name", native.available_engines() if native.native_available() else ())
@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    temperature=st.sampled_from([0.02, 0.1, 0.5, 7.0]),
    length=st.sampled_from([12, 70, 200, 1000]),
    scale=st.sampled_from([1e-15, 1e-6, 1.0, 1e5, 1e15]),
    kept=st.sampled_from([0, 12 * 64**2, 2**23]),
    limits=st.sampled_from([Limits(), Limits(min_size=70), Limits(max_size=200)]),
)
def test_coarse_costs_are_computed_again_where_they_matter(
    *, name, seed, temperature, length, scale, kept, limits
):
    """Pairs of blocks without products, or with those in float32, at every scale of the vectors."""
    rng = np.random.default_rng(seed)
    n, dim = int(rng.integers(260, 620)), int(rng.integers(5, 60))
    rows = (scale * topics(n, length, dim, rng.uniform(0.3, 3.0), seed)).astype(
        rng.choice([np.float32, np.float64])
    )
    weights = rng.uniform(0.2, 1.5, n) if rng.random() < 0.5 else np.ones(n)
    prices = scale**2 * rng.uniform(2.0, 8.0) * rng.uniform(0.9, 1.1, n)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.ENGINE, name)
        patch.setattr(gibbs_native, "KEPT_NUMBERS", kept)
        cost = LinearCost(rows, weights, rng.choice([0.0, 1.0]))
        agree(cost, prices, scale**2 * temperature, limits)


@pytest.mark.parametrize("temperature", [0.03, 0.3, 7.0])
@pytest.mark.parametrize("kept", [12 * 64**2, 2**23])
def test_sums_of_far_blocks_are_made_again(temperature, kept, monkeypatch):
    """Rows of 4,096 numbers: sums in float32 are kept of the last eight blocks."""
    monkeypatch.setattr(gibbs_native, "KEPT_NUMBERS", kept)
    rows = topics(900, 800, dim=4096, noise=2.0).astype(np.float32)
    agree(LinearCost(rows, ridge=1.0), np.full(900, 8.0 * temperature), temperature, Limits())


@pytest.mark.parametrize("temperature", [0.03, 0.1, 0.3])
@pytest.mark.parametrize("kept", [40 * 64**2, 400 * 64**2, 2**23])
def test_long_topics_have_the_law_of_numpy_where_most_pairs_are_coarse(
    temperature, kept, monkeypatch
):
    """Inside a topic its first block has nearly all of every sum, and hardly a segment."""
    monkeypatch.setattr(gibbs_native, "KEPT_NUMBERS", kept)
    rows = topics(2000, 900, dim=32, noise=1.5, seed=7)
    agree(LinearCost(rows, ridge=1.0), np.full(2000, 4.0), temperature, Limits())


@pytest.mark.parametrize("temperature", [0.003, 0.01, 0.05])
def test_costs_that_differ_too_much_for_weights_are_kept_as_they_are(temperature):
    """Sharp topics that end inside a block, at temperatures far below their costs."""
    rows = topics(500, 90, dim=8, noise=0.1, seed=3)
    agree(LinearCost(rows), np.full(500, 2.0), temperature, Limits())


def test_weights_of_another_temperature_are_not_used():
    """What is kept between walks belongs to one temperature."""
    rows, prices = topics(400, 60), np.full(400, 3.0)
    walks = NativeGibbs(LinearCost(rows, ridge=1.0), 0.5, Limits())
    for temperature in (0.5, 0.1, 0.1, 2.0, 0.5):
        walks.temperature = temperature
        alone = NativeGibbs(LinearCost(rows, ridge=1.0), temperature, Limits()).posterior(prices)
        assert walks.posterior(prices).at == pytest.approx(alone.at, abs=1e-10)


@pytest.mark.parametrize("kept", [12 * 64**2, 2**23])
@pytest.mark.parametrize("temperature", [0.05, 0.1, 0.3])
def test_the_number_of_boundaries_needs_no_probabilities(kept, temperature, monkeypatch):
    """Coarse costs that matter are computed again where only the number is wanted too."""
    monkeypatch.setattr(gibbs_native, "KEPT_NUMBERS", kept)
    rows, prices = topics(1500, 400, dim=24, noise=1.5), np.full(1500, 1.5)
    cost = LinearCost(rows, ridge=1.0)
    number = NativeGibbs(cost, temperature, Limits()).walk(prices, 0.0, 0.0).expected
    judge = NumpyGibbs(cost, temperature, Limits()).walk(prices, 0.0, 0.0).expected
    assert number == pytest.approx(judge, rel=1e-9)


@pytest.mark.parametrize("name", native.available_engines() if native.native_available() else ())
@settings(max_examples=30, deadline=None)
@given(
    st.integers(1, 200),
    st.sampled_from([1, 8, 37]),
    st.sampled_from([1e-3, 1.0, 300.0]),
    st.sampled_from([0, 2**23]),
)
def test_kernel_costs_tell_the_order_of_the_rows(name, n, dim, scale, kept):
    """From the same products, whatever is taken off the rows; walks afterwards are the same."""
    rng = np.random.default_rng(n)
    rows = scale * (rng.normal(size=(n, dim)) + np.cumsum(rng.normal(size=(n, dim)), axis=0) + 3.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.ENGINE, name)
        patch.setattr(gibbs_native, "KEPT_NUMBERS", kept)
        cost, prices = RbfCost(rows, 0.1 / scale**2), np.full(n, 0.7)
        walks = NativeGibbs(cost, 0.5, Limits())
        expected = order_score(rows)
        for _ in range(2):
            assert walks.order_score() == pytest.approx(expected, rel=1e-7, abs=1e-7)
        at = NativeGibbs(cost, 0.5, Limits()).posterior(prices).at
        assert walks.posterior(prices).at == pytest.approx(at, abs=1e-10)


@pytest.mark.parametrize(("n", "price"), [(3, 0.8), (40, 0.8), (300, 0.8), (700, 1e6)])
def test_short_and_uncut_texts_with_a_kernel_share_the_products_of_order_and_costs(
    n, price, monkeypatch
):
    """The probabilities are those with an order that was measured by itself."""
    problem = Paper(Rbf()).problem(topics(n, 9), np.ones(n), Limits())
    prices = np.full(n, price)
    found = Decision(cheapest(problem.cost, prices), prices)
    shared = boundary.boundary_confidence(problem, found, prices)
    assert boundary.kernel_walks(problem, found.segmentation) is not None
    monkeypatch.setattr(boundary, "kernel_walks", lambda *_: None)
    alone = boundary.boundary_confidence(problem, found, prices)
    assert shared.at == pytest.approx(alone.at, abs=1e-9)


def test_what_is_not_the_kernels_own_is_not_shared(monkeypatch):
    """Weights, other rows, other costs, longer texts that were cut, and no extension."""
    problem = Paper(Rbf()).problem(topics(40, 9), np.ones(40), Limits())
    others = (
        replace(problem, weights=np.full(40, 2.0)),
        replace(problem, rows=problem.rows.weighted(np.ones(40))),
        Paper().problem(topics(40, 9), np.ones(40), Limits()),
    )
    cut = cheapest(problem.cost, np.full(40, 0.8))
    assert [boundary.kernel_walks(other, cut) for other in others] == [None] * 3
    longer = Paper(Rbf()).problem(topics(700, 9), np.ones(700), Limits())
    assert boundary.kernel_walks(longer, cut) is None
    monkeypatch.setenv(native.SWITCH, "0")
    assert boundary.kernel_walks(problem, cut) is None


def test_kernel_rows_that_cannot_be_squared_are_an_error():
    """The message names the unit, as that of the search does."""
    rows = np.ones((70, 3))
    rows[68] = 1e200
    with pytest.raises(VectorsError, match="unit 68"):
        gibbs(RbfCost(rows, 1.0), 1.0).posterior(np.ones(70))
    with pytest.raises(VectorsError, match="unit 68"):
        NativeGibbs(RbfCost(rows, 1.0), 1.0, Limits()).order_score()


def test_kernel_costs_need_no_gram_matrix():
    """Beyond the length up to which kernel values are kept, nothing changes but the time."""
    rows = topics(700, 90)
    cost, prices = RbfCost(rows, 1.0), np.full(700, 4.0)
    kept = gibbs(cost, 0.2).posterior(prices)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gibbs_native, "KEPT_NUMBERS", 0)
        assert gibbs(cost, 0.2).posterior(prices).at == pytest.approx(kept.at, abs=1e-10)


@pytest.mark.parametrize("kind", ["linear", "rbf"])
def test_every_refused_allocation_is_a_memory_error(kind, failing_memory, monkeypatch):
    """Whichever request for memory fails, the walk says so and leaves nothing behind."""
    monkeypatch.setattr(gibbs_native, "KEPT_NUMBERS", 0)
    monkeypatch.setattr(native, "loaded", lambda: failing_memory)
    rows = topics(900, 200)
    walks = gibbs(LinearCost(rows) if kind == "linear" else RbfCost(rows, 1.0), 2.0)
    refused = 0
    try:
        for granted in range(1000):
            failing_memory.refuse_after(granted)
            try:
                walks.posterior(np.full(900, 3.0))
            except MemoryError:
                refused += 1
                continue
            break
    finally:
        failing_memory.refuse_after(-1)
    assert refused > 20


def test_other_threads_run_while_probabilities_are_computed():
    """The interpreter lock is released for the length of the walk."""
    walks = gibbs(LinearCost(np.random.default_rng(0).normal(size=(6000, 64))), 50.0)
    ticks = []
    thread = threading.Thread(target=walks.posterior, args=(np.full(6000, 300.0),))
    thread.start()
    while thread.is_alive():
        ticks.append(time.perf_counter())
        time.sleep(0.001)
    thread.join()
    assert len(ticks) > 3


MINUTES = """
import signal
import numpy as np
from embed_kcpd.annotations.confidence.gibbs import gibbs
from embed_kcpd.problem.costs.linear import LinearCost
signal.signal(signal.SIGINT, signal.default_int_handler)
rows = np.random.default_rng(0).normal(size=(150_000, 64))
walks = gibbs(LinearCost(rows), 5000.0)
print("ready", flush=True)
walks.posterior(np.full(len(rows), 1e5))
"""


def test_a_long_walk_can_be_interrupted():
    """Ctrl-C reaches Python while C is at work; alone, this walk would take minutes."""
    process = subprocess.Popen(
        [sys.executable, "-c", MINUTES], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "KeyboardInterrupt" in errors
