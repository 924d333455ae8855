"""The median distance by way of float32, against the median of float64 distances of all pairs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd import arrays, native
from embed_kcpd.problem import median_distance
from embed_kcpd.problem.kernels import MEDIAN_ROWS, median_gamma
from embed_kcpd.problem.median_distance import median_squared_distance, rounding

ENGINES = native.available_engines() if native.native_available() else ()

needs_native = pytest.mark.skipif(
    not ENGINES, reason="the C extension was not built or is switched off"
)


def all_distances(rows):
    """Squared distances of all pairs, from differences, which round least."""
    wide = np.asarray(rows, dtype=np.float64)
    return np.concatenate(
        [np.square(wide[k + 1 :] - wide[k]).sum(axis=1) for k in range(len(rows) - 1)]
    )


def some_rows(rng, n, dim):
    """Noise, a few distinct rows, one row far away, or rows far from the origin; of any size."""
    rows = rng.normal(size=(n, dim))
    match rng.integers(4):
        case 0:
            rows = rows[rng.integers(0, 3, size=n) % n]
        case 1:
            rows[rng.integers(n)] *= 1e4
        case 2:
            rows += 20.0
    rows *= 10.0 ** rng.choice([-30, -3, 0, 3, 30])
    return rows.astype(np.float32) if rng.random() < 0.5 else rows


@pytest.mark.parametrize("switch", ["0", "1"])
@given(st.integers(0, 2**32), st.integers(2, 70), st.sampled_from([1, 2, 5, 17, 40]))
def test_the_median_is_that_of_all_pairs(switch, seed, n, dim):
    """In NumPy and in C, for even and odd numbers of pairs, with ties, with rows far away."""
    rows = some_rows(np.random.default_rng(seed), n, dim)
    wide = rows.astype(np.float64)
    longest = np.square(wide - wide.mean(axis=0)).sum(axis=1).max()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.SWITCH, switch)
        found = median_squared_distance(rows)[0]
    assert found == pytest.approx(np.median(all_distances(rows)), rel=1e-10, abs=1e-12 * longest)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_few_pairs_are_measured_again(engine, kind, monkeypatch):
    """Float32 decides all but a few of 404,550 pairs, and the median keeps all its digits."""
    monkeypatch.setenv(native.ENGINE, engine)
    rows = np.random.default_rng(1).normal(size=(900, 60)).astype(kind)
    found = median_distance._median_by_float32(rows)
    assert found is not None
    assert found[0] == pytest.approx(np.median(all_distances(rows)), rel=1e-14)


@needs_native
@given(st.integers(0, 2**32), st.integers(2, 40), st.sampled_from([1, 3, 17, 100]))
def test_float32_errs_by_no_more_than_its_bound(seed, n, dim):
    """Of rows whose largest number is one, the most that C may be given."""
    rng = np.random.default_rng(seed)
    rows = some_rows(rng, n, dim).astype(np.float64)
    rows /= max(np.abs(rows).max(), 1e-300)
    distances, halves = np.empty(n * (n - 1) // 2, dtype=np.float32), np.empty(n)
    given_rows = (rows, True, n, dim, 0.5)
    native.extension().rbf_distances(native.wanted_engine(), given_rows, distances, halves)
    errors = np.abs(distances - all_distances(rows))
    assert errors.max() <= rounding(dim, float(halves.max()))


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_rows_that_are_all_alike_have_the_width_one(kind):
    assert median_gamma(np.full((40, 2), 0.1, dtype=kind)) == 1.0
    assert median_gamma(np.zeros((40, 2), dtype=kind)) == 1.0
    assert median_gamma(np.zeros((3, 0), dtype=kind)) == 1.0


@given(st.integers(0, 2**32), st.integers(1, 4000), st.sampled_from([3, 10**6]), st.booleans())
def test_the_median_of_many_numbers_is_found(seed, n, distinct, is_misleading):
    """Ties, and samples that say nothing of the other numbers: then all are looked at."""
    values = np.random.default_rng(seed).integers(distinct, size=n).astype(np.float64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "MEDIAN_SAMPLE", 1024)
        if is_misleading:
            values[:: max(16, n // 1024)] = distinct
        assert arrays.median(values) == np.median(values)


def test_the_median_of_many_rows_is_that_of_evenly_spaced_ones():
    """Every third row of 6,144, within a percent of the median of all pairs."""
    rows = np.random.default_rng(0).normal(size=(3 * MEDIAN_ROWS, 3))
    assert median_gamma(rows) == pytest.approx(median_gamma(rows[:MEDIAN_ROWS]), rel=0.02)
