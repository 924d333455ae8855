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
from embed_kcpd import Budget, Contrast, Limits, native
from embed_kcpd.errors import OptionsError
from embed_kcpd.granularity.text_scale.bands import striped_curves
from embed_kcpd.granularity.text_scale.consensus import disagreements
from embed_kcpd.granularity.text_scale.pairs import AllPairs
from embed_kcpd.granularity.text_scale.short_texts import short_texts
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.row_measures import products_with
from embed_kcpd.problem.rows import Rows
from embed_kcpd.solvers import cheapest, cheapest_each
from embed_kcpd.solvers.exact import priced_segmentations
from embed_kcpd.solvers.search.engine import traced
from embed_kcpd.solvers.search.kept import KeptCosts
from embed_kcpd.solvers.search.native import lists_at_once, search, search_lists
from embed_kcpd.solvers.windows import Windows

pytestmark = pytest.mark.skipif(
    not native.native_available(), reason="the C extension was not built or is switched off"
)


ENGINES = native.available_engines() if native.native_available() else ()


def searched(rows, weights, ridge, prices, limits=UNLIMITED, *, block_size=0, **changes):
    """Best starts of plain rows, or of rows that are scaled and shifted as they are read."""
    windows = Windows.of(limits, len(rows))
    given = Rows(rows, **changes)
    return search(given, weights, ridge, prices, windows, block_size=block_size)


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


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("part", range(10))
def test_the_c_search_is_as_cheap_as_trying_every_pair(part, engine, monkeypatch):
    """Weights, ridge, uneven prices, all limits, any block size, every engine there is."""
    monkeypatch.setenv(native.ENGINE, engine)
    first = 1000 * ENGINES.index(engine) + 40 * part
    for seed in range(first, first + 40):
        rows, weights, ridge, prices, limits = some_problem(seed, 160)
        size = (0, 1, 2, 3, 5, 8, 40)[seed % 7]
        matrix = naive_search.cost_matrix(rows, weights, ridge)
        expected = naive_search.least_objective(matrix, prices, limits)
        previous = searched(rows, weights, ridge, prices, limits, block_size=size)
        edges = naive_search.edges_of(previous)
        if expected is None:
            assert edges is None, f"seed {seed}"
            continue
        objective = naive_search.objective(matrix, prices, edges)
        assert objective == pytest.approx(expected, rel=1e-9, abs=1e-9), f"seed {seed}"
        assert naive.admissible(edges, limits), f"seed {seed}"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("part", range(3))
def test_the_search_for_short_segments_is_as_cheap_as_trying_every_pair(part, engine, monkeypatch):
    """Without limits the search begins without bounds, and goes on with them where many starts
    survive; both give the optimum, for every engine there is."""
    monkeypatch.setenv(native.ENGINE, engine)
    first = 1000 * ENGINES.index(engine) + 40 * part
    for seed in range(first, first + 40):
        rows, weights, ridge, prices, _ = some_problem(seed, 400)
        matrix = naive_search.cost_matrix(rows, weights, ridge)
        expected = naive_search.least_objective(matrix, prices, UNLIMITED)
        edges = naive_search.edges_of(searched(rows, weights, ridge, prices))
        objective = naive_search.objective(matrix, prices, edges)
        assert objective == pytest.approx(expected, rel=1e-9, abs=1e-9), f"seed {seed}"


@pytest.mark.parametrize("length", [1, 7, 16, 33, 120, 2000])
def test_searches_with_and_without_bounds_agree_on_long_inputs(length):
    """Segments of any length, also those for which the search without bounds gives up late."""
    rng = np.random.default_rng(length)
    topics = rng.normal(size=(1 + 2000 // length, 30)).repeat(length, axis=0)[:2000]
    short = rng.normal(size=(100, 30)).repeat(9, axis=0)
    rows = np.concatenate([short, topics]) + 0.3 * rng.normal(size=(2900, 30))
    cost, prices = LinearCost(rows), np.full(2900, 20.0)
    answers = [
        traced(searched(rows, np.ones(2900), 0.0, prices, block_size=size)) for size in (0, 16)
    ]
    plain, bounded = priced_segmentations(cost, np.array([prices, prices]), answers)
    assert plain.objective == pytest.approx(bounded.objective, rel=1e-12)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("part", range(4))
def test_one_walk_is_as_cheap_for_each_price_list_as_trying_every_pair(part, engine, monkeypatch):
    """Lists near each other, far apart and equal; one, eight, nine and more of them."""
    monkeypatch.setenv(native.ENGINE, engine)
    first = 1000 * ENGINES.index(engine) + 30 * part
    for seed in range(first, first + 30):
        rows, weights, ridge, prices, limits = some_problem(seed, 160)
        rng = np.random.default_rng(seed)
        lists = int(rng.choice([1, 2, 3, 8, 9, 33]))
        table = prices * 10 ** rng.uniform(-1, 1, (lists, 1)) + rng.choice([0.0, 0.01], (lists, 1))
        windows = Windows.of(limits, len(rows))
        size = (0, 1, 2, 3, 5, 8, 40)[seed % 7]
        previous = search_lists(Rows(rows), weights, ridge, table, windows, block_size=size)
        matrix = naive_search.cost_matrix(rows, weights, ridge)
        for starts, paid in zip(previous, table, strict=True):
            expected = naive_search.least_objective(matrix, paid, limits)
            edges = naive_search.edges_of(starts)
            if expected is None:
                assert edges is None, f"seed {seed}"
                continue
            objective = naive_search.objective(matrix, paid, edges)
            assert objective == pytest.approx(expected, rel=1e-9, abs=1e-9), f"seed {seed}"
            assert naive.admissible(edges, limits), f"seed {seed}"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", range(4))
def test_light_units_among_heavy_ones_are_cut_as_cheaply_as_can_be(seed, engine, monkeypatch):
    """Weights from 1e-12 to 1e3: what heavy units round off must not become the gain of a cut."""
    monkeypatch.setenv(native.ENGINE, engine)
    rng = np.random.default_rng(seed)
    rows, weights = rng.normal(size=(60, 8)), 10.0 ** rng.uniform(-12, 3, 60)
    matrix = naive_search.spread_matrix(rows, weights)
    prices = np.full(60, 1e-3 * matrix.max())
    least = naive_search.least_objective(matrix, prices)
    windows = Windows.of(UNLIMITED, 60)
    found = [searched(rows, weights, 0.0, prices, block_size=size) for size in (0, 1, 16, 64)]
    found += list(search_lists(Rows(rows), weights, 0.0, prices[None, :], windows, block_size=16))
    for starts in found:
        objective = naive_search.objective(matrix, prices, naive_search.edges_of(starts))
        assert objective == pytest.approx(least, rel=1e-5)


@pytest.mark.parametrize("seed", range(6))
def test_one_walk_agrees_with_a_search_for_each_list_on_long_inputs(seed):
    """Many blocks and groups, most of them given up; drift, topics and noise."""
    rng = np.random.default_rng(seed)
    n, dim = 3000, 12
    rows = [
        rng.normal(size=(n, dim)) + 2.0 * rng.normal(size=(n // 30, dim)).repeat(30, axis=0),
        rng.normal(size=(n, dim)) + 0.2 * np.cumsum(rng.normal(size=(n, dim)), axis=0),
        rng.normal(size=(n, dim)),
    ][seed % 3]
    weights, ridge = rng.uniform(0.0, 2.0, n), float(seed % 2)
    table = 10 ** np.linspace(0.5, 2.2, 11)[:, None] * rng.uniform(0.9, 1.1, n)
    limits = Limits(min_size=1 + 3 * (seed > 2), max_size=200 if seed > 3 else None)
    windows = Windows.of(limits, n)
    together = search_lists(Rows(rows), weights, ridge, table, windows)
    cost = LinearCost(rows, weights, ridge)
    apart = [search(Rows(rows), weights, ridge, paid, windows) for paid in table]
    solutions = [
        [each.objective for each in priced_segmentations(cost, table, [traced(s) for s in starts])]
        for starts in (together, apart)
    ]
    assert solutions[0] == pytest.approx(solutions[1], rel=1e-9)


def test_a_walk_takes_no_more_lists_than_its_memory_allows():
    """Prices of one walk: 16 MB for texts of up to 260,000 units."""
    for n in (0, 1, 1000, 10**5, 10**7):
        assert 8 <= lists_at_once(n) <= 64
        assert n > 260_000 or lists_at_once(n) * n <= 2**21


@pytest.mark.parametrize("n", [0, 1, 2])
def test_tiny_inputs_in_one_walk(n):
    """No unit, one, two; equal lists get equal answers."""
    windows = Windows.of(UNLIMITED, n)
    table = np.full((3, n), 0.1)
    starts = search_lists(Rows(np.eye(2)[:n]), np.ones(n), 0.0, table, windows)
    assert starts.tolist() == [[0, 0, 1][: n + 1]] * 3


def test_bad_lists_are_refused():
    """No list, a list of another length, a price that is no number."""
    rows, weights, windows = Rows(np.eye(3)), np.ones(3), Windows.of(UNLIMITED, 3)
    for table, message in (
        (np.ones((0, 3)), "there must be a price list"),
        (np.ones((2, 4)), "3 entries in each list"),
        (np.array([[1.0, 1.0, 1.0], [1.0, np.nan, 1.0]]), "prices must be finite"),
    ):
        with pytest.raises(ValueError, match=message):
            search_lists(rows, weights, 0.0, table, windows)


def segmented(rows, price, **options):
    """Edges found in plain rows under one price."""
    n = len(rows)
    previous = searched(rows, np.ones(n), 0.0, np.full(n, float(price)), **options)
    return naive_search.edges_of(previous)


def two_topics(n, dim=12, seed=0):
    rng = np.random.default_rng(seed)
    rows = 0.3 * rng.normal(size=(n, dim))
    rows[n // 2 :, 0] += 2.0
    return rows


@pytest.mark.parametrize(("n", "expected"), [(0, [0]), (1, [0, 0]), (2, [0, 0, 1])])
def test_tiny_inputs(n, expected):
    """No unit gives no segment; two unlike units under a low price give two."""
    previous = searched(np.eye(2)[:n], np.ones(n), 0.0, np.full(n, 0.1))
    assert previous.tolist() == expected


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


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_rows_are_scaled_and_shifted_as_they_are_read(kind, engine, monkeypatch):
    """What C does on the way is what NumPy does before, with a ridge and without."""
    monkeypatch.setenv(native.ENGINE, engine)
    for seed in range(60):
        rng = np.random.default_rng(seed)
        values, weights, ridge, prices, limits = some_problem(seed, 120)
        values = values.astype(kind)
        n, dim = values.shape
        scales, shifts, centre = rng.uniform(0, 2, n), rng.uniform(0, 2, n), rng.normal(size=dim)
        changes = {"scales": scales}
        rows = values * scales[:, None]
        if seed % 3:
            changes |= {"shifts": shifts, "centre": centre}
            rows = rows - shifts[:, None] * centre
        if seed % 2:
            changes["longest"] = float((rows * rows).sum(axis=1).max()) * (1 + 1e-9)
        matrix = naive_search.cost_matrix(rows, weights, ridge)
        expected = naive_search.least_objective(matrix, prices, limits)
        edges = naive_search.edges_of(searched(values, weights, ridge, prices, limits, **changes))
        if expected is None:
            assert edges is None
            continue
        objective = naive_search.objective(matrix, prices, edges)
        assert objective == pytest.approx(expected, rel=1e-9, abs=1e-9), f"seed {seed}"


def test_search_and_costs_in_one_go_are_those_of_two_steps():
    """Boundaries, objective, costs and gains, or no answer at all."""
    for seed in range(120):
        rows, weights, ridge, prices, limits = some_problem(seed, 120)
        cost = LinearCost(rows + (1e4 if seed % 3 == 0 and ridge == 0.0 else 0.0), weights, ridge)
        try:
            judge = cheapest_each(cost, prices[None, :], limits)[0]
        except ValueError:
            with pytest.raises(ValueError, match="unit"):
                cheapest(cost, prices, limits)
            continue
        ours = cheapest(cost, prices, limits)
        assert ours.objective == pytest.approx(judge.objective, rel=1e-9, abs=1e-9)
        if ours.boundaries == judge.boundaries:
            assert ours.costs == pytest.approx(judge.costs, rel=1e-9, abs=1e-9)
            assert ours.gains == pytest.approx(judge.gains, rel=1e-9, abs=1e-9)


def test_shapes_that_do_not_fit_are_refused():
    """Nothing reaches C that does not have the length C will read."""
    rows = np.ones((4, 2))
    with pytest.raises(ValueError, match="weights must have 4 entries"):
        searched(rows, np.ones(3), 0.0, np.ones(4))
    with pytest.raises(ValueError, match="prices must have 4 entries"):
        searched(rows, np.ones(4), 0.0, np.ones(5))
    with pytest.raises(ValueError, match="shape"):
        Rows(np.ones(4))
    with pytest.raises(ValueError, match="centre must have 2 entries"):
        Rows(rows, shifts=np.ones(4), centre=np.ones(4))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_numbers_that_mean_nothing_are_refused_in_c(bad):
    """A price, weight or ridge that is no number, and a negative block size, stop before C runs."""
    rows, ones = two_topics(20), np.ones(20)
    wrong = np.where(np.arange(20) == 7, bad, 1.0)
    with pytest.raises(ValueError, match="prices must be finite"):
        searched(rows, ones, 0.0, wrong)
    with pytest.raises(ValueError, match="weights must be finite"):
        searched(rows, wrong, 0.0, ones)
    with pytest.raises(ValueError, match="ridge must be a finite"):
        searched(rows, ones, bad, ones)
    with pytest.raises(ValueError, match="block_size must not be negative"):
        searched(rows, ones, 0.0, ones, block_size=-1)


def test_a_block_longer_than_the_text_is_one_block():
    """Also one whose length would overflow."""
    rows = two_topics(60)
    assert segmented(rows, 3.0, block_size=2**63 - 1) == segmented(rows, 3.0) == (0, 30, 60)


def test_the_shipped_extension_cannot_be_made_to_fail():
    """Fault injection is for builds of tests; ``make sanitize`` runs such a build."""
    if "sanitized" not in native.extension().__file__:
        assert not hasattr(native.extension(), "refuse_after")


def walked(rows):
    """Edges under two price lists in one walk."""
    windows = Windows.of(UNLIMITED, len(rows))
    table = np.full((2, len(rows)), 3.0)
    starts = search_lists(Rows(rows), np.ones(len(rows)), 0.0, table, windows, block_size=4)
    return [naive_search.edges_of(each) for each in starts]


def kept_costs(rows):
    """The costs of all segments, from the products of all pairs."""
    products = AllPairs.of(rows, np.ones(len(rows))).products
    return KeptCosts.of(LinearCost(rows), Windows.of(UNLIMITED, len(rows)), products).costs


def measured_together(rows):
    """What is measured on three segments in one call."""
    problem = Contrast().problem(rows, np.ones(len(rows)), UNLIMITED)
    texts = short_texts(problem, [(0, 20), (20, 25), (25, 50)]).values()
    return [(text.order, text.prices.tolist(), text.kept.costs.tolist()) for text in texts]


@pytest.mark.parametrize(
    ("compute", "fewest"),
    [
        (lambda rows: segmented(rows, 3.0, block_size=4), 30),
        (lambda rows: segmented(rows, 3.0), 30),
        (lambda rows: segmented(np.repeat(rows, 2, axis=0)[::12], 1.0), 7),
        (lambda rows: cheapest(LinearCost(rows), 3.0).costs, 30),
        (walked, 60),
        (lambda rows: striped_curves(Rows(rows), np.ones(600), 5, 9).tolist(), 8),
        (lambda rows: products_with(Rows(rows), np.ones(12)).tolist(), 1),
        (lambda rows: disagreements([(3,), (5, 8)], len(rows)).tolist(), 6),
        (lambda rows: kept_costs(rows[:50]).tolist(), 1),
        (lambda rows: measured_together(rows[:50]), 12),
    ],
)
def test_every_refused_allocation_is_a_memory_error(failing_memory, monkeypatch, compute, fewest):
    """Whichever request for memory fails, the search says so and leaves nothing behind."""
    monkeypatch.setattr(native, "loaded", lambda: failing_memory)
    rows, refused = two_topics(600), 0
    try:
        for granted in range(1000):
            failing_memory.refuse_after(granted)
            try:
                answer = compute(rows)
            except MemoryError:
                refused += 1
                continue
            break
    finally:
        failing_memory.refuse_after(-1)
    assert refused >= fewest
    assert answer == compute(rows)


def test_an_engine_that_is_not_there_is_refused(monkeypatch):
    """An unknown name, and one that this processor cannot run."""
    monkeypatch.setenv(native.ENGINE, "sse9")
    with pytest.raises(OptionsError, match="EMBED_KCPD_ENGINE must be one of"):
        segmented(two_topics(10), 1.0)
    monkeypatch.setenv(native.ENGINE, "avx512")
    extension = type("Old", (), {"best_engine": staticmethod(lambda: 1)})
    monkeypatch.setattr(native, "loaded", lambda: extension)
    with pytest.raises(OptionsError, match="no avx512"):
        native.wanted_engine()


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
from embed_kcpd.granularity.text_scale.bands import striped_curves
from embed_kcpd.granularity.text_scale.consensus import disagreements
from embed_kcpd.granularity.text_scale.pairs import AllPairs
from embed_kcpd.granularity.text_scale.short_texts import short_texts
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.row_measures import products_with
from embed_kcpd.problem.rows import Rows
from embed_kcpd.solvers import cheapest, cheapest_each
from embed_kcpd.solvers.exact import priced_segmentations
from embed_kcpd.solvers.search.engine import traced
from embed_kcpd.solvers.search.kept import KeptCosts
from embed_kcpd.solvers.search.native import lists_at_once, search, search_lists
from embed_kcpd.solvers.windows import Windows
# Whoever started the tests in the background may have left the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
rng = np.random.default_rng(0)
rows = np.repeat(rng.normal(size=(20_000, 64)), 10, axis=0) + rng.normal(size=(200_000, 64))
print("ready", flush=True)
n = len(rows)
windows, prices = Windows.of(UNLIMITED, n), np.full(n, 1200.0)
search(Rows(rows), np.ones(n), 0.0, prices, windows, block_size=1)
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
