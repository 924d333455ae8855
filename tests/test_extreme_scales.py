"""Very long, very short and very unequal vectors and prices: solved as they are, or refused."""

import numpy as np
import pytest

import naive_search
from embed_kcpd import (
    Contrast,
    Paper,
    Penalty,
    Rbf,
    RunningSegmentation,
    Settings,
    segment_vectors,
)
from embed_kcpd.arrays import ordinary_rows, unit_rows
from embed_kcpd.errors import VectorsError
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.solvers import cheapest, cheapest_with_count, count, penalty_path


def topics(n=40, dim=6, seed=0):
    rng = np.random.default_rng(seed)
    return np.repeat(rng.normal(size=(n // 10, dim)), 10, axis=0) + 0.2 * rng.normal(size=(n, dim))


SCALES = [1e-300, 1e-200, 1e-8, 1.0, 1e8, 1e200, 1e300]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(objective=Paper(), granularity=Penalty(1.0)),
        Settings(objective=Paper(Rbf()), granularity=Penalty(1.0)),
    ],
)
def test_the_length_of_all_vectors_does_not_matter(settings, scale):
    """Directions, and distances under the median heuristic, are what counts."""
    expected = segment_vectors(topics(), settings)
    scaled = segment_vectors(topics() * scale, settings)
    assert len(expected.boundaries) > 0
    assert scaled.boundaries == expected.boundaries
    assert scaled.objective == pytest.approx(expected.objective, rel=1e-9)


def test_each_vector_may_have_a_length_of_its_own():
    """From 1e-250 to 1e250 in one text."""
    vectors = topics()
    lengths = 10.0 ** np.linspace(-250, 250, len(vectors))
    expected = segment_vectors(vectors).boundaries
    assert segment_vectors(vectors * lengths[:, None]).boundaries == expected
    assert unit_rows(vectors * lengths[:, None]) == pytest.approx(unit_rows(vectors), abs=1e-12)


def test_ordinary_rows_are_not_copied():
    """Nor rows of float32, whose squares always fit."""
    rows = topics()
    assert ordinary_rows(rows) is rows
    assert ordinary_rows((rows * 1e30).astype(np.float32)).dtype == np.float32


def test_a_running_segmentation_takes_extreme_lengths():
    running = RunningSegmentation(penalty=1.0)
    running.append(topics() * 1e200)
    plain = RunningSegmentation(penalty=1.0)
    plain.append(topics())
    assert running.boundaries == plain.boundaries != ()


@pytest.mark.parametrize("scale", [1e-100, 1e-8, 1e-5, 1.0, 1e5, 1e8, 1e100])
def test_a_path_keeps_its_levels_at_every_scale(scale):
    """Tolerances follow the costs: six numbers at three places have three levels."""
    rows = np.array([[0.0], [0.0], [1.0], [1.0], [3.0], [3.0]])
    assert penalty_path(LinearCost(rows * scale)).counts == (1, 2, 3)


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
@pytest.mark.parametrize("steps", [0.0, 2e8])
def test_a_fixed_count_is_exact_at_every_scale(scale, steps, monkeypatch):
    """By the table and by a penalty."""
    monkeypatch.setattr(count, "_TABLE_STEPS", steps)
    rows = topics(30, seed=3) * scale
    matrix = naive_search.cost_matrix(rows, np.ones(30), 0.0)
    for k in (1, 2, 3, 5, 9):
        expected = naive_search.least_with_count(matrix, k)
        objective = cheapest_with_count(LinearCost(rows), k).objective
        assert objective == pytest.approx(expected, rel=1e-9, abs=1e-11 * scale**2)


def test_a_few_huge_prices_leave_a_fixed_count_exact(monkeypatch):
    """Three prices of 1e13 among prices near one; they must not swallow the others' digits."""
    monkeypatch.setattr(count, "_TABLE_STEPS", 0.0)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        rows, prices = topics(40, seed=seed), rng.uniform(0.5, 1.5, 40)
        prices[rng.choice(np.arange(1, 40), 3, replace=False)] = 1e13
        matrix = naive_search.cost_matrix(rows, np.ones(40), 0.0)
        for k in (1, 2, 4, 7):
            expected = naive_search.least_with_count(matrix, k, prices)
            objective = cheapest_with_count(LinearCost(rows), k, prices).objective
            assert objective == pytest.approx(expected, rel=1e-9)


def test_one_row_far_from_all_others_is_refused_by_name():
    """Beside 1e16 nothing is left of the costs of the other rows in float64."""
    rows = topics()
    rows[17] *= 1e8
    with pytest.raises(VectorsError, match="unit 17 is so far from the others"):
        cheapest(LinearCost(rows), 1.0)
    assert cheapest(LinearCost(rows), 1e16).boundaries == (17, 18)


@pytest.mark.parametrize("scale", [1e160, 1e-160])
def test_lengths_that_float64_cannot_square_are_refused(scale):
    """Where lengths matter: costs without directions."""
    rows = topics() * scale
    with pytest.raises(VectorsError, match="scale all vectors"):
        LinearCost(rows)


def test_the_unit_that_overflows_is_named():
    """Not unit 0, which is fine."""
    rows = topics()
    rows[2] *= 1e200
    with pytest.raises(VectorsError, match="unit 2"):
        LinearCost(rows)
    rows[5] = np.nan
    with pytest.raises(VectorsError, match="unit 5 is not finite"):
        LinearCost(rows)
    with pytest.raises(VectorsError, match="unit 5 is not finite"):
        segment_vectors(rows)


class OwnObjective(Contrast):
    """An objective that is not one of ours."""


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(
    "objective", [Contrast(), Paper(), Paper(Rbf()), Paper(Rbf(gamma=1.0)), OwnObjective()]
)
def test_whatever_measures_the_rows_the_one_that_is_not_finite_is_named(objective, bad, kind):
    rows = topics().astype(kind)
    rows[7, 3] = bad
    settings = Settings(objective=objective, granularity=Penalty(1.0))
    with pytest.raises(VectorsError, match="unit 7 is not finite"):
        segment_vectors(rows, settings)


def test_a_gamma_that_overflows_is_refused():
    with pytest.raises(VectorsError, match="gamma=1"):
        cheapest(RbfCost(topics() * 1e200, 1.0), 1.0)


class NeedsDetaching:
    """As a tensor that takes part in training."""

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("call detach() first")


@pytest.mark.parametrize(
    ("vectors", "message"),
    [
        ([[1.0, 2.0], [1.0]], "that of unit 1 has 1, the first 2"),
        ([[1.0, 2.0], [1.0, 2.0], 3.0], "that of unit 2 has none, the first 2"),
        ([["a", "b"]], "must be numbers"),
        ([1.0, 2.0], "shape"),
        ([[1.0, 2.0], [0.0, 0.0]], "unit 1 is zero"),
        (np.ma.array(np.eye(3), mask=np.eye(3) * [0, 1, 0]), "unit 1 has masked numbers"),
        (np.array([[1.0, 2.0], None], dtype=object), "must be numbers, got dtype object, with "),
        (np.array([[1.0, "id"]], dtype=object), "dtype object, with 'id' in it"),
        (np.array([1.0, 2.0], dtype=object), "shape"),
        ((row for row in np.eye(3)), "got generator; give an array or a list of rows"),
        (None, "got NoneType; give an array or a list of rows"),
        (NeedsDetaching(), "call detach"),
    ],
)
def test_what_is_no_vector_is_refused_in_words(vectors, message):
    """Ragged, not numbers, one-dimensional, zero, masked; masked numbers once counted."""
    with pytest.raises(VectorsError, match=message):
        segment_vectors(vectors)


def test_a_column_of_lists_is_one_vector_each():
    """As pandas, Polars and Arrow hand out a column of embeddings; it was refused."""
    pandas, pa = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    rows = topics()
    expected = segment_vectors(rows).boundaries
    assert expected
    for column in (pandas.Series(rows.tolist()), pandas.Series(list(rows)), pa.array(list(rows))):
        assert segment_vectors(column).boundaries == expected
    assert segment_vectors(pandas.DataFrame({"vector": list(rows)})).boundaries == expected


def test_numbers_that_may_be_missing_are_numbers_where_none_is():
    """pandas hands them out as objects; they were refused as such."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(topics()).astype("Float64")
    assert segment_vectors(frame).boundaries == segment_vectors(topics()).boundaries
    frame.iloc[1, 0] = pandas.NA
    with pytest.raises(VectorsError, match="with <NA> in it"):
        segment_vectors(frame)


@pytest.mark.parametrize("weights", [[1.0], [1.0, -1.0], [1.0, np.inf], [1.0, np.nan]])
def test_weights_are_numbers_from_0_on_one_for_each_unit(weights):
    """A negative weight would make costs that no search expects."""
    with pytest.raises(VectorsError, match="each of the 2 units needs a weight"):
        LinearCost(np.eye(2), np.array(weights))
