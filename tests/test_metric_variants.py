"""Our Pk, WindowDiff and B against the real nltk and segeval."""

from itertools import pairwise

import pytest
import segeval
from hypothesis import given
from hypothesis import strategies as st
from nltk.metrics import segmentation as nltk_metrics

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.boundary_similarity import boundary_edits, boundary_similarity
from embed_kcpd.evaluation.metric_variants import (
    lamprier_window_diff,
    nltk_pk,
    nltk_window_diff,
)
from embed_kcpd.evaluation.metrics import default_window, pk, window_diff


@st.composite
def pairs(draw, min_units=5, max_units=40):
    """Two sets of boundaries over the same units, enough of them for every window."""
    n = draw(st.integers(min_units, max_units))
    cuts = st.lists(st.integers(1, n - 1), unique=True, max_size=12).map(sorted)
    return draw(cuts), draw(cuts), n


def masses(boundaries, n):
    """Segment lengths, the form segeval takes."""
    return tuple(right - left for left, right in pairwise([0, *boundaries, n]))


@given(pairs())
def test_pk_and_window_diff_are_those_of_segeval(pair):
    """Same default window, same windows, same division; segeval takes the hypothesis first."""
    reference, hypothesis, n = pair
    ours, theirs = masses(hypothesis, n), masses(reference, n)
    assert default_window(reference, n) == segeval.compute_window_size(theirs)
    assert pk(*pair) == pytest.approx(float(segeval.pk(ours, theirs)))
    assert window_diff(*pair) == pytest.approx(float(segeval.window_diff(ours, theirs)))


@given(pairs())
def test_the_lamprier_correction_is_that_of_segeval(pair):
    reference, hypothesis, n = pair
    expected = segeval.window_diff(
        masses(hypothesis, n), masses(reference, n), lamprier_et_al_2007_fix=True
    )
    assert lamprier_window_diff(*pair) == pytest.approx(float(expected))


@given(pairs(), st.booleans(), st.data())
def test_the_nltk_variants_are_those_of_nltk(pair, marks_end, data):
    """With and without the mark on the last unit, which changes NLTK's own window."""
    reference, hypothesis, n = pair
    true, found = (
        "".join("01"[unit + 1 in boundaries or (marks_end and unit == n - 1)] for unit in range(n))
        for boundaries in (reference, hypothesis)
    )
    window = data.draw(st.integers(1, n))
    assert nltk_pk(*pair, marks_end=marks_end) == pytest.approx(nltk_metrics.pk(true, found))
    assert nltk_window_diff(*pair, window, marks_end=marks_end) == pytest.approx(
        nltk_metrics.windowdiff(true, found, window)
    )


@given(pairs(), st.integers(2, 5))
def test_boundary_similarity_is_that_of_segeval(pair, span):
    """B, and the edits behind it, for every span of a near miss."""
    reference, hypothesis, n = pair
    edits = boundary_edits(*pair, span)
    first, second = masses(reference, n), masses(hypothesis, n)
    if not reference and not hypothesis:
        # segeval asks for the largest boundary type of none and fails.
        assert edits.similarity == 1.0
        return
    expected = segeval.boundary_similarity(first, second, n_t=span)
    theirs = segeval.boundary_statistics(first, second, n_t=span)
    assert boundary_similarity(*pair, span) == pytest.approx(float(expected))
    assert edits.distance == pytest.approx(float(theirs["count_edits"]))
    assert len(edits.full_misses) == len(theirs["additions"])
    swaps = [(start + 1, end + 1) for start, end, _ in theirs["transpositions"]]
    assert sorted(edits.near_misses) == sorted(swaps)


@given(pairs())
def test_boundary_similarity_does_not_care_which_side_is_true(pair):
    reference, hypothesis, n = pair
    assert boundary_similarity(reference, hypothesis, n) == boundary_similarity(
        hypothesis, reference, n
    )


def test_a_window_longer_than_the_text_is_an_error():
    with pytest.raises(InputError, match="from 0 to 5"):
        nltk_window_diff([2], [3], 5, window=6)
