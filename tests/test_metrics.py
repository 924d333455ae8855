"""Pk and WindowDiff against their definitions."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_metrics
from embed_kcpd.errors import InputError
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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (([2.5], [3], 8), "a boundary must be a whole number, got 2.5"),
        (([3], ["a"], 8), "a boundary must be a whole number, got 'a'"),
        ((None, [3], 8), "boundaries must be a list of whole numbers, got None"),
        (([3], [3], "8"), "n_units must be a whole number, got '8'"),
        (([3], [3], 8, 2.5), "the window must be a whole number, got 2.5"),
    ],
)
@pytest.mark.parametrize("metric", [pk, window_diff])
def test_values_of_another_type_are_told_in_one_line(metric, arguments, said):
    with pytest.raises(InputError, match=re.escape(said)):
        metric(*arguments)


def test_boundaries_may_be_an_array():
    assert pk(np.array([3, 5]), np.array([3, 5]), n_units=8) == 0.0


def test_a_window_of_nothing_is_an_error():
    with pytest.raises(InputError, match="at least 1"):
        pk([2], [3], 5, window=0)
