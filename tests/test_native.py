"""The C search against the judge that tries every pair of units."""

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import naive
import naive_search
from embed_kcpd import Budget, Limits
from embed_kcpd.solvers.search import native

pytestmark = pytest.mark.skipif(
    not native.native_available(), reason="the C extension was not built or is switched off"
)


def some_rows(rng, n, dim):
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
    rows = some_rows(rng, n, dim)
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


def segmented(rows, price, **options):
    """Edges found in plain rows under one price."""
    n = len(rows)
    previous = native.search(rows, np.ones(n), 0.0, np.full(n, float(price)), **options)
    return naive_search.edges_of(previous)


def two_topics(n, dim=12, seed=0):
    rng = np.random.default_rng(seed)
    rows = 0.3 * rng.normal(size=(n, dim))
    rows[n // 2 :, 0] += 2.0
    return rows


@pytest.mark.parametrize("n", [0, 1, 2])
def test_tiny_inputs_are_one_segment(n):
    """No unit gives no segment, few units give one."""
    previous = native.search(np.ones((n, 3)), np.ones(n), 0.0, np.ones(n))
    assert previous.tolist() == [0] * (n + 1)


@pytest.mark.parametrize("layout", ["float32", "fortran", "strided", "reversed", "integers"])
def test_every_layout_of_rows_is_read_right(layout):
    """Whatever cannot be read in place is copied, and the answer stays the same."""
    rows = np.round(two_topics(60) * 8)
    given = {
        "float32": rows.astype(np.float32),
        "fortran": np.asfortranarray(rows),
        "strided": np.repeat(rows, 2, axis=0)[::2],
        "reversed": rows[::-1].copy()[::-1],
        "integers": rows.astype(np.int64),
    }[layout]
    assert segmented(given, 500) == segmented(rows, 500) == (0, 30, 60)


def test_rows_are_scaled_as_they_are_read():
    """Scaling inside the search is scaling before it; a zero row stays zero."""
    rows = two_topics(80)
    rows[5] = 0.0
    norms = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)
    stretched = (rows * np.linspace(1, 50, 80)[:, None]).astype(np.float64)
    assert segmented(stretched, 1.0, scale_rows=True) == segmented(rows / norms, 1.0)


def test_shapes_that_do_not_fit_are_refused():
    """Nothing reaches C that does not have the length C will read."""
    rows = np.ones((4, 2))
    with pytest.raises(ValueError, match="weights must have 4 entries"):
        native.search(rows, np.ones(3), 0.0, np.ones(4))
    with pytest.raises(ValueError, match="prices must have 4 entries"):
        native.search(rows, np.ones(4), 0.0, np.ones(5))
    with pytest.raises(ValueError, match="shape"):
        native.search(np.ones(4), np.ones(4), 0.0, np.ones(4))


def test_every_refused_allocation_is_a_memory_error():
    """Whichever request for memory fails, the search says so and leaves nothing behind."""
    extension, rows = native._EXTENSION, two_topics(600)
    refused = 0
    try:
        for granted in range(1000):
            extension.refuse_after(granted)
            try:
                found = segmented(rows, 3.0, block_size=4)
            except MemoryError:
                refused += 1
                continue
            break
    finally:
        extension.refuse_after(-1)
    assert refused > 30
    assert found == segmented(rows, 3.0)


def test_the_switch_turns_the_search_in_c_off(monkeypatch):
    """The environment variable is read at each call."""
    monkeypatch.setenv(native.SWITCH, "0")
    assert not native.native_available()


def test_other_threads_run_while_the_search_does():
    """The interpreter lock is released for the length of the search."""
    rows, ticks = np.random.default_rng(0).normal(size=(20_000, 64)), []
    thread = threading.Thread(target=segmented, args=(rows, 60.0), kwargs={"block_size": 1})
    thread.start()
    while thread.is_alive():
        ticks.append(time.perf_counter())
        time.sleep(0.001)
    thread.join()
    assert len(ticks) > 3


MINUTES = """
import signal
import numpy as np
from embed_kcpd.solvers.search import native
# Whoever started the tests in the background may have left the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
rng = np.random.default_rng(0)
rows = np.repeat(rng.normal(size=(20_000, 64)), 10, axis=0) + rng.normal(size=(200_000, 64))
print("ready", flush=True)
native.search(rows, np.ones(len(rows)), 0.0, np.full(len(rows), 1200.0), block_size=1)
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
