"""Rows that are scaled and shifted as they are read, and what is measured on them in one pass."""

import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd import native
from embed_kcpd.problem import rows as reading
from embed_kcpd.problem.contrast import contrast_rows
from embed_kcpd.problem.row_measures import (
    chain_sums,
    mean_squared_product,
    mean_squared_products,
    near_products,
    products_with,
    segment_sums,
    squared_lengths,
    weighted_sum,
)
from embed_kcpd.problem.rows import Rows

WAYS = ["numpy", *(native.available_engines() if native.native_available() else ())]


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """NumPy, and every engine in C that this processor can run."""
    if request.param == "numpy":
        monkeypatch.setenv(native.SWITCH, "0")
    else:
        monkeypatch.setenv(native.ENGINE, request.param)


def some_rows(seed):
    """Rows with their array as it should be read, and weights."""
    rng = np.random.default_rng(seed)
    n, dim = int(rng.integers(1, 40)), int(rng.choice([1, 2, 7, 8, 33]))
    values = rng.normal(size=(n, dim)).astype(rng.choice([np.float32, np.float64]))
    scales, shifts, centre = rng.uniform(0, 2, n), rng.uniform(0, 2, n), rng.normal(size=dim)
    kind = seed % 3
    if kind == 0:
        given, expected = Rows(values), values.astype(float)
    elif kind == 1:
        given, expected = Rows(values, scales), values * scales[:, None]
    else:
        given = Rows(values, scales, shifts, centre)
        expected = values * scales[:, None] - np.outer(shifts, centre)
    return given, expected, rng.uniform(0, 2, n), rng


@given(st.integers(0, 2**32), st.sampled_from([1, 3, 16, 1024]))
def test_rows_read_as_the_array_they_stand_for(seed, chunk):
    """Slices, chunks, weights, a centre, the reverse, and the whole."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "CHUNK", chunk)
        patch.setattr(reading, "SHIFTED_AT_ONCE", chunk)
        rows, expected, weights, rng = some_rows(seed)
        low, high = sorted(rng.integers(0, len(rows) + 1, 2))
        assert rows[low:high] == pytest.approx(expected[low:high])
        assert rows[len(rows) // 2] == pytest.approx(expected[len(rows) // 2])
        assert np.asarray(rows) == pytest.approx(expected)
        assert rows * weights[:, None] == pytest.approx(expected * weights[:, None])
        assert rows.weighted(weights)[:] == pytest.approx(expected * weights[:, None])
        assert rows.reversed()[:] == pytest.approx(expected[::-1])
        assert np.concatenate([part for _, part in rows.chunks()]) == pytest.approx(expected)
        if rows.shifts is None:
            assert rows.around(expected[0])[:] == pytest.approx(expected - expected[0])


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("chunk", [1, 5, 1024])
def test_every_measure_is_that_of_the_array(chunk, monkeypatch):
    """Lengths, sums, near products and sums along edges, float32 and float64, in C and NumPy."""
    monkeypatch.setattr(reading, "CHUNK", chunk)
    for seed in range(90):
        rows, array, weights, rng = some_rows(seed)
        n = len(array)
        assert squared_lengths(rows) == pytest.approx(
            (array * array).sum(axis=1), rel=1e-11, abs=1e-11
        )
        assert weighted_sum(rows, weights) == pytest.approx(weights @ array, rel=1e-11, abs=1e-11)
        direction = rng.normal(size=array.shape[1])
        assert products_with(rows, direction) == pytest.approx(
            array @ direction, rel=1e-11, abs=1e-11
        )
        chain = chain_sums(rows, weights)
        assert chain.own == pytest.approx((array * array).sum(axis=1), rel=1e-11, abs=1e-11)
        side_by_side = [*(first @ second for first, second in itertools.pairwise(array)), 0.0]
        assert chain.neighbours == pytest.approx(side_by_side, rel=1e-11, abs=1e-11)
        assert chain.total == pytest.approx(weights @ array, rel=1e-11, abs=1e-11)
        width = int(rng.integers(0, 7))
        products = near_products(rows, width)
        assert products.shape == (width + 1, n)
        for distance in range(width + 1):
            expected = np.zeros(n)
            for unit in range(n - distance):
                expected[unit] = array[unit] @ array[unit + distance]
            assert products[distance] == pytest.approx(expected, rel=1e-11, abs=1e-11)
        inner = rng.choice(np.arange(1, n), int(rng.integers(0, n)), replace=False)
        edges = np.array([0, *sorted(inner.tolist()), n])
        sums = segment_sums(rows, weights, edges)
        parts = [weights[s:e] @ array[s:e] for s, e in itertools.pairwise(edges)]
        squares = np.append(0, np.cumsum(weights * (array * array).sum(axis=1)))
        assert sums.squares == pytest.approx(np.diff(squares[edges]), rel=1e-11, abs=1e-11)
        assert sums.energy == pytest.approx([part @ part for part in parts], rel=1e-11, abs=1e-11)
        crossed = [a @ b for a, b in itertools.pairwise(parts)]
        assert sums.cross == pytest.approx(crossed, rel=1e-11, abs=1e-11)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(("n", "dim"), [(1, 3), (2, 3), (40, 90), (90, 40), (700, 12), (1100, 30)])
def test_squared_products_are_those_of_all_pairs(n, dim):
    """The smaller Gram matrix holds them all, whatever the size of the numbers."""
    rng = np.random.default_rng(n)
    for size in (1e-30, 1.0, 1e30):
        array = size * rng.normal(size=(n, dim))
        gram = (array @ array.T)[~np.eye(n, dtype=bool)]
        expected = np.mean(gram * gram) if n > 1 else 0.0
        own = (array * array).sum(axis=1)
        assert mean_squared_product(Rows(array), own, n) == pytest.approx(expected, rel=1e-6)
    sampled = array[::3]
    expected = mean_squared_product(Rows(sampled), own[::3], n)
    assert mean_squared_product(Rows(array), own, len(sampled)) == pytest.approx(expected)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("n", [0, 1, 2, 40, 513, 900])
@pytest.mark.parametrize("shorter", [1.7, 0.3])
def test_one_gram_matrix_gives_the_squared_products_of_weighted_rows_too(n, shorter):
    """With and without weights, as if each were measured by itself."""
    rng = np.random.default_rng(n)
    array = rng.normal(size=(n, 20))
    weights = np.full(n, 1.7)
    weights[1::4] = shorter
    own = (array * array).sum(axis=1)
    for sample in (n + 1, n // 3 + 1):
        both = mean_squared_products(Rows(array), own, weights, sample)
        alone = [
            mean_squared_product(Rows(array * factors[:, None]), own * factors**2, sample)
            if n
            else 0.0
            for factors in (np.ones(n), weights)
        ]
        assert both == pytest.approx(alone, rel=1e-6)


def test_rows_that_are_not_there_are_refused_in_c():
    """Nothing is read past the last row."""
    if not native.native_available():
        pytest.skip("the C extension was not built or is switched off")
    rows, into = Rows(np.ones((3, 2))), np.empty((2, 2), dtype=np.float32)
    with pytest.raises(ValueError, match="not so many rows"):
        native.extension().read(0, rows.arguments, 1, 2, 2, 1.0, into)
    with pytest.raises(ValueError, match="stride must be positive"):
        native.extension().windows(0, rows.arguments, into, 0, 1, into)


@pytest.mark.parametrize(
    "values",
    [np.ones((3, 4))[:, ::-1], np.ones((3, 8))[:, ::2], np.ones((3, 4), dtype=">f8"), 7, None],
    ids=["reversed", "strided", "other byte order", "a number", "nothing"],
)
def test_c_reads_only_arrays_whose_numbers_lie_side_by_side(values):
    """Anything else would be read as other numbers, or past its end."""
    if not native.native_available():
        pytest.skip("the C extension was not built or is switched off")
    given = (values, True, 3, 4, None, None, None)
    with pytest.raises((ValueError, AttributeError), match=r"side by side|__array_struct__"):
        native.extension().squares(0, given, np.empty(3))


def test_shifted_rows_without_a_centre_are_refused_in_c():
    if not native.native_available():
        pytest.skip("the C extension was not built or is switched off")
    with pytest.raises(ValueError, match="need a centre"):
        squared_lengths(Rows(np.ones((3, 2)), shifts=np.ones(3)))


def test_edges_outside_the_rows_are_refused_in_c():
    """Nothing is read past the last row."""
    if not native.native_available():
        pytest.skip("the C extension was not built or is switched off")
    with pytest.raises(ValueError, match="edges must rise"):
        segment_sums(Rows(np.ones((3, 2))), np.ones(3), np.array([0, 4]))


@settings(max_examples=10)
@given(st.integers(0, 2**32))
def test_float32_vectors_give_the_rows_of_float64(seed):
    """The same numbers, read from float32, in float64."""
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(30, 8)).astype(np.float32)
    weights = rng.uniform(0.5, 1.5, 30)
    double = contrast_rows(vectors.astype(np.float64), weights)
    assert contrast_rows(vectors, weights)[:] == pytest.approx(double[:], rel=1e-11, abs=1e-11)


@pytest.mark.usefixtures("way")
def test_preparing_a_problem_makes_no_copy_of_the_vectors():
    """100 MB of float32 would become 200 MB of float64."""
    vectors = np.ones((100_000, 256), dtype=np.float32)
    vectors[::2, 0] = -1.0
    tracemalloc.start()
    try:
        contrast_rows(vectors, np.ones(len(vectors)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 0.2 * vectors.nbytes
