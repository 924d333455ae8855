"""Pk and WindowDiff against their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_metrics
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.boundary_matching import match_boundaries
from embed_kcpd.evaluation.boundary_similarity import boundary_similarity
from embed_kcpd.evaluation.metric_variants import lamprier_window_diff, nltk_pk
from embed_kcpd.evaluation.metrics import default_window, pk, window_diff


@st.composite
def pairs(draw, max_units=30, min_units=1):
    """Two sets of boundaries over the same units."""
    n = draw(st.integers(min_units, max_units))
    cuts = st.lists(st.integers(1, n - 1), unique=True).map(sorted) if n > 1 else st.just([])
    return draw(cuts), draw(cuts), n


@given(pairs(min_units=3), st.data())
def test_pk_and_window_diff_are_their_definitions(pair, data):
    """Every window counted once, divided by the number of windows."""
    reference, hypothesis, n = pair
    k = data.draw(st.integers(1, n - 1))
    assert pk(reference, hypothesis, n, k) == naive_metrics.pk(reference, hypothesis, n, k)
    expected = naive_metrics.window_diff(reference, hypothesis, n, k)
    assert window_diff(reference, hypothesis, n, k) == expected


@given(pairs())
def test_window_diff_is_never_below_pk(pair):
    """A window wrong for Pk is wrong for WindowDiff: reported pairs that break this are marked."""
    assert window_diff(*pair) >= pk(*pair)


@given(pairs())
def test_an_equal_hypothesis_has_no_error(pair):
    reference, _, n = pair
    assert pk(reference, reference, n) == window_diff(reference, reference, n) == 0.0


@pytest.mark.parametrize(
    ("boundaries", "n_units", "window"),
    [([], 3, 2), ([10], 20, 5), ([5], 10, 2), ([7], 14, 4), ([1, 2, 3], 4, 2)],
)
def test_the_window_is_half_the_mean_segment_and_at_least_two(boundaries, n_units, window):
    """Halves are rounded to even, as the printed tables require: 2.5 is 2, 3.5 is 4."""
    assert default_window(boundaries, n_units) == window


@pytest.mark.parametrize("n_units", [0, 1])
def test_a_text_without_a_gap_cannot_be_wrong(n_units):
    assert pk([], [], n_units) == window_diff([], [], n_units) == 0.0


def test_a_text_shorter_than_its_window_is_compared_end_to_end():
    """Two units, window two: the one gap there is decides."""
    assert pk([], [1], 2) == window_diff([], [1], 2) == 1.0


@pytest.mark.parametrize("bad", [[0], [5], [3, 3], [3, 2], [-1]])
def test_boundaries_outside_the_text_are_an_error_that_shows_them(bad):
    with pytest.raises(InputError, match="from 1 to 4"):
        pk([2], bad, 5)


@given(pairs(min_units=2))
def test_boundaries_may_be_arrays(pair):
    """What NumPy or a data frame holds is measured like a list."""
    reference, hypothesis, n = pair
    arrays = np.array(reference, dtype=np.int64), np.array(hypothesis, dtype=np.int32)
    assert pk(*arrays, n) == pk(*pair)
    assert window_diff(*arrays, n) == window_diff(*pair)
    assert boundary_similarity(*arrays, n) == boundary_similarity(*pair)
    assert lamprier_window_diff(*arrays, n) == lamprier_window_diff(*pair)


@pytest.mark.parametrize("bad", [[4.5], [4.0], [True], "4", None, [[4]], np.array([4.0])])
def test_boundaries_that_are_no_whole_numbers_are_an_error_that_shows_them(bad):
    with pytest.raises(InputError, match=r"must be a list of whole numbers, .* got "):
        pk([4], bad, n_units=12)


@pytest.mark.parametrize("n_units", [-1, 12.0, None])
def test_a_number_of_units_that_is_none_is_an_error(n_units):
    with pytest.raises(InputError, match="number of units must be a whole number"):
        pk([], [], n_units, window=2)


@pytest.mark.parametrize("window", [2.5, 0, True])
def test_a_window_that_is_no_whole_number_is_an_error(window):
    with pytest.raises(InputError, match="window must be a whole number from 1 on"):
        pk([4], [4], n_units=12, window=window)


@pytest.mark.parametrize("metric", [pk, window_diff, boundary_similarity, nltk_pk])
def test_boundaries_are_read_once(metric):
    """A generator was used up by the check, so that nothing was left to compare."""
    expected = metric([4, 8], [4, 9], 12)
    assert metric(iter([4, 8]), (int(unit) for unit in "49"), 12) == expected
    assert metric(np.array([4, 8]), map(int, ["4", "9"]), 12) == expected


def test_a_match_and_a_near_miss_are_asked_with_numbers():
    for wrong in (None, 3, ["a"], [2.5]):
        with pytest.raises(InputError, match="boundaries must be a list of whole numbers"):
            match_boundaries(wrong, [3])
    for span in (0, 2.5, "2"):
        with pytest.raises(InputError, match="a near miss spans a whole number"):
            boundary_similarity([3], [4], 10, span=span)
