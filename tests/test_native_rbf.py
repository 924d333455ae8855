"""The search with a Gaussian kernel in C against the judge that tries every pair of units."""

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import naive_search
from embed_kcpd import Limits, Paper, Penalty, Rbf, Settings, native, segment_vectors
from embed_kcpd.errors import VectorsError
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.costs.rbf_sums import RbfRows, costs_along
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers import cheapest, cheapest_each
from embed_kcpd.solvers.search.rbf_native import rbf_search
from embed_kcpd.solvers.windows import Windows
from test_native import some_limits, some_rows, two_topics

pytestmark = pytest.mark.skipif(
    not native.native_available(), reason="the C extension was not built or is switched off"
)

ENGINES = native.available_engines() if native.native_available() else ()


def gram_of(rows, gamma):
    """Kernel values from differences of rows, which round least."""
    x = np.asarray(rows, dtype=np.float64)
    return np.exp(-gamma * np.square(x[:, None] - x[None, :]).sum(axis=2))


def matrix_of(gram):
    """``matrix[s, e]`` = C(s, e), as ``naive_search.gram_matrix`` but from prefix sums."""
    n = len(gram)
    total = np.zeros((n + 1, n + 1))
    total[1:, 1:] = gram.cumsum(axis=0).cumsum(axis=1)
    corner, sizes = np.diagonal(total), np.arange(n + 1.0)[None, :] - np.arange(n + 1.0)[:, None]
    inside = corner[None, :] + corner[:, None] - total - total.T
    return sizes - inside / np.where(sizes > 0, sizes, 1.0)


def some_problem(seed, max_units=200):
    rng = np.random.default_rng(seed)
    n, dim = int(rng.integers(1, max_units)), int(rng.choice([0, 1, 2, 8, 17, 40]))
    rows = some_rows(rng, n, max(dim, 1))[:, :dim]
    if rng.random() < 0.5:
        rows = rows.astype(np.float32)
    gamma = float(rng.choice([0.01, 0.3, 2.0, 50.0]))
    lists = int(rng.choice([1, 1, 2, 5]))
    levels = 10 ** rng.uniform(-2, 1.0, size=(lists, 1))
    prices = levels * (1.0 if rng.random() < 0.4 else rng.uniform(-0.2, 2.0, n))
    return rows, gamma, np.broadcast_to(prices, (lists, n)), some_limits(rng, n)


def searched(rows, gamma, prices, limits=UNLIMITED, block_size=0):
    windows = Windows.of(limits, len(rows))
    return rbf_search(RbfRows(rows, gamma), np.atleast_2d(prices), windows, block_size=block_size)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("part", range(5))
def test_the_c_search_is_as_cheap_as_trying_every_pair(part, engine, monkeypatch):
    """Any gamma, many price lists, all limits, any block size, every engine there is."""
    monkeypatch.setenv(native.ENGINE, engine)
    first = 1000 * ENGINES.index(engine) + 40 * part
    for seed in range(first, first + 40):
        rows, gamma, prices, limits = some_problem(seed)
        matrix = matrix_of(gram_of(rows, gamma))
        found = searched(rows, gamma, prices, limits, (0, 8, 16, 40, 64)[seed % 5])
        for paid, starts, costs in zip(prices, found.starts, found.costs, strict=True):
            least = naive_search.least_objective(matrix, paid, limits)
            edges = naive_search.edges_of(starts)
            if least is None:
                assert edges is None, f"seed {seed}"
                continue
            objective = naive_search.objective(matrix, paid, edges)
            assert objective == pytest.approx(least, rel=1e-9, abs=1e-9), f"seed {seed}"
            assert naive.admissible(edges, limits), f"seed {seed}"
            ends = np.array(edges[1:])
            assert costs[ends] == pytest.approx(matrix[edges[:-1], ends], rel=1e-9, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_c_and_numpy_find_equal_objectives(seed):
    """The public solver with the extension and without it, on texts longer than a block."""
    rows, gamma, prices, limits = some_problem(seed, 420)
    with pytest.MonkeyPatch.context() as patch:
        solutions = []
        for switch in ("1", "0"):
            patch.setenv(native.SWITCH, switch)
            try:
                solutions.append(cheapest_each(RbfCost(rows, gamma), prices, limits))
            except ValueError:
                solutions.append(None)
    if None in solutions:
        assert solutions == [None, None]
        return
    for ours, judge in zip(*solutions, strict=True):
        assert ours.objective == pytest.approx(judge.objective, rel=1e-9, abs=1e-9)
        if ours.boundaries == judge.boundaries:
            assert ours.costs == pytest.approx(judge.costs, rel=1e-9, abs=1e-9)
            assert ours.gains == pytest.approx(judge.gains, rel=1e-9, abs=1e-9)


def short_long_short(rng, dim=5):
    """Topics of a few units, one of hundreds, and a few units again.

    Half of the long ones are just so long that wide blocks begin, and end soon after.
    """
    long = int(rng.integers(150, 400) if rng.random() < 0.5 else rng.integers(195, 215))
    sizes = [*rng.integers(1, 12, 12), long, *rng.integers(1, 30, 12)]
    means = np.repeat(rng.normal(size=(len(sizes), dim)), sizes, axis=0)
    return means + 0.3 * rng.normal(size=means.shape)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_search_changes_between_few_and_many_starts(engine, monkeypatch):
    """Four ends at a time where segments are short, wide blocks where not, and back."""
    monkeypatch.setenv(native.ENGINE, engine)
    for seed in range(12):
        rng = np.random.default_rng(seed)
        rows = short_long_short(rng).astype(np.float32 if seed % 2 else np.float64)
        limits = UNLIMITED if seed % 3 else Limits(min_size=int(rng.integers(1, 9)))
        prices = np.full((1 + seed % 2, len(rows)), rng.uniform(0.3, 3.0))
        matrix = matrix_of(gram_of(rows, 0.5))
        found = searched(rows, 0.5, prices, limits)
        edges = naive_search.edges_of(found.starts[0])
        least = naive_search.least_objective(matrix, prices[0], limits)
        objective = naive_search.objective(matrix, prices[0], edges)
        assert objective == pytest.approx(least, rel=1e-9), f"seed {seed}"
        before, ends = np.array(edges[:-2]), np.array(edges[2:])
        met, expected = found.merged[0][ends], matrix[before, ends]
        assert np.where(np.isnan(met), expected, met) == pytest.approx(expected, rel=1e-9)
        assert not np.isnan(met).all(), f"seed {seed}"


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_that_wide_blocks_moved_are_measured_again(engine, monkeypatch):
    """A topic so long that one or two wide blocks are taken, then four ends at a time again."""
    monkeypatch.setenv(native.ENGINE, engine)
    for length in range(196, 216):
        rng = np.random.default_rng(length)
        sizes = [7, length, 60, 8, 10, 7]
        rows = 1.0 + np.repeat(0.5 * rng.normal(size=(len(sizes), 8)), sizes, axis=0)
        rows += 0.1 * rng.normal(size=rows.shape)
        matrix, prices = matrix_of(gram_of(rows, 0.5)), np.full(len(rows), 1.5)
        found = searched(rows, 0.5, prices)
        ends = np.arange(1, len(rows) + 1)
        assert found.costs[0][1:] == pytest.approx(matrix[found.starts[0][1:], ends], abs=1e-9)
        least = naive_search.least_objective(matrix, prices, UNLIMITED)
        edges = naive_search.edges_of(found.starts[0])
        assert naive_search.objective(matrix, prices, edges) == pytest.approx(least, rel=1e-9)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("length", [5, 10, 23])
def test_neighbours_of_forgotten_starts_are_merged_while_their_rows_lie_ready(
    length, engine, monkeypatch
):
    """Far topics: a start is forgotten at once, and still every gain but the last is known."""
    monkeypatch.setenv(native.ENGINE, engine)
    rng = np.random.default_rng(length)
    means = np.repeat(rng.normal(scale=9.0, size=(700 // length, 5)), length, axis=0)
    rows = means + 0.1 * rng.normal(size=means.shape)
    found = searched(rows, 0.5, np.full((1, len(rows)), 1.0))
    edges = np.array(naive_search.edges_of(found.starts[0]))
    assert edges.tolist() == list(range(0, len(rows) + 1, length))
    expected = matrix_of(gram_of(rows, 0.5))[edges[:-3], edges[2:-1]]
    assert found.merged[0][edges[2:-1]] == pytest.approx(expected, rel=1e-9)


def gains_of(matrix, edges, price):
    """What both neighbours of each boundary cost together beyond what each costs and the price."""
    before, at, after = (np.array(edges[k : len(edges) - 2 + k], dtype=int) for k in range(3))
    return matrix[before, after] - matrix[before, at] - matrix[at, after] - price


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_gains_are_those_of_the_gram_matrix(engine, seed):
    """Whether a start was met, given up halfway or long gone; rows in place, moved or both."""
    rng = np.random.default_rng(seed)
    rows = short_long_short(rng, int(rng.choice([5, 8, 16])))
    far = rng.choice([0.0, 2.0, 30.0])  # gamma |x|^2 below and above what is read in place
    rows[int(rng.integers(len(rows))) :] += far
    rows, price = rows.astype(rng.choice([np.float32, np.float64])), float(rng.uniform(0.05, 3.0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.ENGINE, engine)
        ours = cheapest(RbfCost(rows, 0.5), price)
    matrix, edges = matrix_of(gram_of(rows, 0.5)), (0, *ours.boundaries, len(rows))
    assert ours.costs == pytest.approx(matrix[edges[:-1], edges[1:]], rel=1e-9, abs=1e-9)
    assert ours.gains == pytest.approx(gains_of(matrix, edges, price), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("n", [37, 300])
def test_rows_far_from_the_origin_lose_no_digits(n, engine, monkeypatch):
    """Read in place, their products would be a million million times the distances."""
    monkeypatch.setenv(native.ENGINE, engine)
    rows = np.repeat(np.random.default_rng(n).normal(size=(n // 6 + 1, 8)), 6, axis=0)[:n]
    rows = rows + 0.1 * np.random.default_rng(1).normal(size=rows.shape)
    near, far = (cheapest(RbfCost(moved, 0.5), 0.6) for moved in (rows, rows + 2.0**20))
    assert far.boundaries == near.boundaries
    assert far.objective == pytest.approx(near.objective, rel=1e-8)
    assert far.gains == pytest.approx(near.gains, rel=1e-8)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_search_and_costs_in_one_go_are_those_of_two_steps(seed):
    """Boundaries, objective, costs and gains, or no answer at all."""
    rows, gamma, prices, limits = some_problem(seed)
    if seed % 2:
        rows = short_long_short(np.random.default_rng(seed))
        prices, limits = np.full((1, len(rows)), 1.0), UNLIMITED
    cost = RbfCost(rows, gamma)
    try:
        judge = cheapest_each(cost, prices[:1], limits)[0]
    except ValueError:
        with pytest.raises(ValueError, match="unit"):
            cheapest(cost, prices[0], limits)
        return
    ours = cheapest(cost, prices[0], limits)
    assert ours.boundaries == judge.boundaries
    assert ours.objective == pytest.approx(judge.objective, rel=1e-12, abs=1e-12)
    assert ours.costs == pytest.approx(judge.costs, rel=1e-9, abs=1e-12)
    assert ours.gains == pytest.approx(judge.gains, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_costs_along_edges_are_those_of_the_gram_matrix(kind, engine, monkeypatch):
    """Segments of every length and place, shorter and longer than a panel and a block."""
    monkeypatch.setenv(native.ENGINE, engine)
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(301, 13)).astype(kind)
    matrix = matrix_of(gram_of(rows, 0.1))
    for count in (0, 1, 5, 40, 300):
        inner = np.sort(rng.choice(np.arange(1, 301), count, replace=False))
        edges = np.array([0, *inner, 301])
        single, merged = costs_along(RbfRows(rows, 0.1), edges, None)
        assert single == pytest.approx(matrix[edges[:-1], edges[1:]], rel=1e-9, abs=1e-9)
        assert merged == pytest.approx(matrix[edges[:-2], edges[2:]], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("edges", [[0, 5, 4, 10], [0, 11], [-1, 10]])
def test_edges_that_make_no_sense_are_refused(edges):
    """Outside the rows, or back to front."""
    with pytest.raises(ValueError, match="edges must rise"):
        costs_along(RbfRows(np.ones((10, 2)), 1.0), np.array(edges), None)


@pytest.mark.parametrize(("n", "expected"), [(0, [0]), (1, [0, 0]), (2, [0, 0, 1])])
def test_tiny_inputs(n, expected):
    """No unit gives no segment; two unlike units under a low price give two."""
    found = searched(np.eye(2)[:n], 1.0, np.full((1, n), 0.1))
    assert found.starts.tolist() == [expected]


@pytest.mark.parametrize("layout", ["float32", "fortran", "strided", "reversed", "integers"])
def test_every_layout_of_rows_is_read_right(layout):
    """Whatever cannot be read in place is copied, and the answer stays the same."""
    rows = np.round(two_topics(60) * 8)
    given_rows = {
        "float32": rows.astype(np.float32),
        "fortran": np.asfortranarray(rows),
        "strided": np.repeat(rows, 2, axis=0)[::2],
        "reversed": rows[::-1].copy()[::-1],
        "integers": rows.astype(np.int64),
    }[layout]
    assert cheapest(RbfCost(given_rows, 0.002), 3.0).boundaries == (30,)


def test_equal_units_are_one_segment_and_far_ones_are_many():
    """All kernel values one, or all zero: exact at both ends."""
    assert cheapest(RbfCost(np.ones((300, 4)), 1.0), 0.1).objective == 0.0
    far = np.arange(300.0)[:, None] * 1e4
    assert cheapest(RbfCost(far, 1.0), 0.5).objective == pytest.approx(299 * 0.5)
    assert cheapest(RbfCost(far, 1.0), 400.0).boundaries == ()


@pytest.mark.parametrize("scale", [1e-150, 1e-30, 1e30, 1e140])
def test_numbers_of_any_size_are_read(scale):
    """Squares that would be lost in float32, or near the end of float64."""
    rows = two_topics(80) * scale
    gamma = 0.05 / scale / scale if scale > 1e-100 else 0.05
    expected = (40,) if scale > 1e-100 else ()
    assert cheapest(RbfCost(rows, gamma), 3.0).boundaries == expected


def test_distances_that_overflow_are_an_error():
    """The cheap look at the largest number is followed by an exact one."""
    rows = np.ones((20, 3))
    rows[7] = 1e200
    with pytest.raises(VectorsError, match="squared distances of unit"):
        cheapest(RbfCost(rows, 1.0), 1.0)


def test_forbidden_edges_do_not_stop_the_pruning():
    """Only every fifth edge is allowed: an edge inside a block then judges the starts."""
    rng = np.random.default_rng(2)
    rows = np.repeat(rng.normal(size=(80, 12)), 10, axis=0) + 0.1 * rng.normal(size=(800, 12))
    forbidden = frozenset(unit for unit in range(1, 800) if unit % 5)
    limits = Limits(forbidden=forbidden)
    segmentation = cheapest(RbfCost(rows, 0.1), 1.0, limits)
    assert segmentation.boundaries == tuple(range(10, 800, 10))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_numbers_that_mean_nothing_are_refused_in_c(bad):
    """A price or gamma that is no number, a negative block, too few prices."""
    rows = two_topics(20)
    with pytest.raises(ValueError, match="prices must be finite"):
        searched(rows, 1.0, np.where(np.arange(20) == 7, bad, 1.0))
    with pytest.raises(ValueError, match="gamma must be a finite"):
        searched(rows, bad, np.ones(20))
    with pytest.raises(ValueError, match="block_size must not be negative"):
        searched(rows, 1.0, np.ones(20), block_size=-1)
    with pytest.raises(ValueError, match="prices must have 20 entries"):
        rbf_search(RbfRows(rows, 1.0), np.ones((1, 19)), Windows.of(UNLIMITED, 19))


def test_every_refused_allocation_is_a_memory_error(failing_memory, monkeypatch):
    """Whichever request for memory fails, search and sums say so and leave nothing behind."""
    monkeypatch.setattr(native, "loaded", lambda: failing_memory)
    rows, refused = two_topics(600), 0
    try:
        for granted in range(200):
            failing_memory.refuse_after(granted)
            try:
                found = searched(rows, 0.1, np.full((2, 600), 3.0))
                edges = np.array(naive_search.edges_of(found.starts[0]))
                costs_along(RbfRows(rows, 0.1), edges, None)
                assert cheapest(RbfCost(rows, 0.1), 3.0).boundaries == (300,)
            except MemoryError:
                refused += 1
                continue
            break
    finally:
        failing_memory.refuse_after(-1)
    assert refused > 15
    assert tuple(edges) == (0, 300, 600)


def test_the_switch_and_the_public_call_agree(monkeypatch):
    """One call with a known answer, in C and in NumPy."""
    chosen = Settings(objective=Paper(Rbf(gamma=0.1)), granularity=Penalty(3.0), confidence=False)
    rows = two_topics(400)
    in_c = segment_vectors(rows, chosen)
    monkeypatch.setenv(native.SWITCH, "0")
    in_numpy = segment_vectors(rows, chosen)
    assert in_c.boundaries == in_numpy.boundaries == (200,)
    assert in_c.objective == pytest.approx(in_numpy.objective, rel=1e-12)
    assert in_c.gains == pytest.approx(in_numpy.gains, rel=1e-9)


def test_other_threads_run_while_the_search_does():
    """The interpreter lock is released for the length of the search."""
    rows, ticks = np.random.default_rng(0).normal(size=(4000, 64)), []
    thread = threading.Thread(target=searched, args=(rows, 0.01, np.full((1, 4000), 900.0)))
    thread.start()
    while thread.is_alive():
        ticks.append(time.perf_counter())
        time.sleep(0.001)
    thread.join()
    assert len(ticks) > 3


MINUTES = """
import signal
import numpy as np
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.solvers import cheapest
# Whoever started the tests in the background may have left the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
cost = RbfCost(np.random.default_rng(0).normal(size=(100_000, 64)), 0.01)
print("ready", flush=True)
cheapest(cost, 1e5)
"""


def test_a_long_search_can_be_interrupted():
    """Ctrl-C reaches Python while C is at work; alone, this search would take minutes."""
    process = subprocess.Popen(
        [sys.executable, "-c", MINUTES], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "KeyboardInterrupt" in errors
