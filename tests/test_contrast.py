"""The contrast objective against its formulas, one unit and one gap at a time."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import naive_granularity as judge
from embed_kcpd import Contrast, Limits, Paper, PaperElbow, PaperRule, Settings, segment_vectors
from embed_kcpd.errors import OptionsError
from embed_kcpd.evidence.similarity import similarity_across
from embed_kcpd.problem.contrast import (
    GAP_WIDTHS,
    RIDGE,
    contrast_rows,
    gap_similarity,
    length_weights,
)


@st.composite
def texts(draw, max_units=12):
    """Vectors without zero rows, some of them equal, and the words of each unit."""
    n, dim = draw(st.integers(1, max_units)), draw(st.integers(2, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    vectors = rng.normal(size=(n, dim)) * 10.0 ** rng.integers(-3, 4, size=(n, 1))
    if draw(st.booleans()):
        vectors = vectors[rng.integers(0, min(3, n), n)]
    words = rng.integers(0, 60, n).astype(float)
    return vectors, words


def assume_directions(rows, weights):
    """Units that cancel out leave a block of length zero, whose cosine is rounding."""
    for width in (1, 2, 3):
        for start in range(len(rows) - width + 1):
            block = slice(start, start + width)
            assume(np.linalg.norm(weights[block] @ rows[block]) > 1e-4)


@given(texts())
def test_weights_are_those_of_the_formula(text):
    """n / (n + 10) words, mean one; a unit without words counts as one of one word."""
    weights = length_weights(text[1])
    assert weights == pytest.approx(judge.length_weights(text[1]), rel=1e-12)
    assert weights.mean() == pytest.approx(1.0)


@given(texts())
def test_rows_are_the_directions_around_the_weighted_mean(text):
    """Norm one wherever something is left, whatever the lengths of the vectors."""
    vectors, words = text
    weights = length_weights(words)
    rows = contrast_rows(vectors, weights)[:]
    expected = judge.contrast_rows(vectors, weights)
    assert rows == pytest.approx(expected, abs=1e-8)
    norms = np.linalg.norm(rows, axis=1)
    assert ((norms < 1e-5) | (np.abs(norms - 1.0) < 1e-9)).all()
    assert contrast_rows(vectors * 7.0, weights)[:] == pytest.approx(rows, abs=1e-8)


@given(texts())
def test_the_similarity_across_a_gap_is_the_mean_of_three_cosines(text):
    """Blocks of one, two and three units, cut off at the ends of the text; entry 0 is zero."""
    vectors, words = text
    weights = length_weights(words)
    given = contrast_rows(vectors, weights)
    rows = given[:]
    assume_directions(rows, weights)
    gaps = gap_similarity(given, weights)
    assert gaps == pytest.approx(similarity_across(rows, weights, GAP_WIDTHS), abs=1e-9)
    assert gaps == pytest.approx(judge.gap_similarity(rows, weights), abs=1e-9)
    assert gaps[0] == 0.0
    assert (np.abs(gaps) <= 1.0 + 1e-9).all()


@given(texts())
def test_the_problem_puts_rows_weights_ridge_and_gaps_together(text):
    """Costs of the problem are those of its own rows and weights."""
    vectors, words = text
    problem = Contrast().problem(vectors, words, Limits())
    rows = judge.contrast_rows(vectors, judge.length_weights(words))
    weights = np.array(judge.length_weights(words))
    assume_directions(rows, weights)
    n = len(vectors)
    total = weights @ rows
    expected = weights @ (rows * rows).sum(axis=1) - total @ total / (weights.sum() + RIDGE)
    whole = problem.cost.column(np.zeros(1, dtype=np.int64), n)[0]
    assert whole == pytest.approx(expected, abs=1e-7)
    assert problem.evidence == pytest.approx(judge.gap_similarity(rows, weights), abs=1e-6)


def test_the_papers_rules_refuse_an_objective_they_know_no_scale_for():
    """Both of them; with a scale of one's own the rule goes, under the paper's objective both."""
    vectors = np.random.default_rng(0).normal(size=(30, 4))
    for rule in (PaperRule(), PaperElbow()):
        with pytest.raises(OptionsError, match="Contrast objective"):
            segment_vectors(vectors, Settings(objective=Contrast(), granularity=rule))
        papers = Settings(objective=Paper(), granularity=rule)
        assert segment_vectors(vectors, papers).n_units == 30
    own = Settings(objective=Contrast(), granularity=PaperRule(0.1))
    assert segment_vectors(vectors, own).n_units == 30
