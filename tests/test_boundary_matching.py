"""Precision, recall and F1 of boundaries."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.boundary_matching import match_boundaries

few = st.lists(st.integers(1, 12), unique=True, max_size=5)


def largest_matching(true, found, tolerance):
    """Try every way to line the longer list up with the shorter."""
    short, long = sorted((true, found), key=len)
    return max(
        sum(abs(a - b) <= tolerance for a, b in zip(short, order, strict=True))
        for order in permutations(long, len(short))
    )


@given(few, few, st.integers(0, 4))
def test_the_matching_is_as_large_as_any(true, found, tolerance):
    """The walk from the left loses nothing against trying everything."""
    match = match_boundaries(true, found, tolerance)
    assert match.n_matched == largest_matching(true, found, tolerance)


@pytest.mark.parametrize(
    ("true", "found", "scores"),
    [
        ([], [], (1.0, 1.0, 1.0)),
        ([3], [], (0.0, 0.0, 0.0)),
        ([], [3], (0.0, 0.0, 0.0)),
        ([3, 6], [3], (1.0, 0.5, 2 / 3)),
        ([3], [4], (0.0, 0.0, 0.0)),
    ],
)
def test_the_scores_where_nothing_was_true_or_found(true, found, scores):
    match = match_boundaries(true, found)
    assert (match.precision, match.recall, match.f1) == pytest.approx(scores)


def test_a_negative_tolerance_is_an_error():
    with pytest.raises(InputError, match="0 or more"):
        match_boundaries([1], [1], tolerance=-1)
    with pytest.raises(InputError, match="0 or more"):
        match_boundaries([1], [1], tolerance=float("nan"))
