"""The default granularity: each text at its own scale."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import naive_granularity
from embed_kcpd import Budget, Contrast, Limits, Settings, TextScale, segment_vectors
from embed_kcpd.errors import VectorsError
from embed_kcpd.granularity.text_scale.rule import STEP
from embed_kcpd.problem.limits import UNLIMITED
from test_granularity import blocks


def even(length, count, seed=0, noise=1.3):
    return blocks([length] * count, seed=seed, dim=100, noise=noise)


@pytest.mark.parametrize("length", [5, 10, 25])
def test_a_text_is_cut_at_its_own_scale(length):
    """The same settings find short and long segments."""
    found = segment_vectors(even(length, 16))
    assert len(found.spans) == pytest.approx(16, abs=2)


@pytest.mark.parametrize("n_blocks", [20, 150])
def test_a_long_text_does_not_collapse(n_blocks):
    """Segments of ten units are found at every length of the text."""
    found = segment_vectors(even(10, n_blocks, noise=1.0))
    assert found.n_units / len(found.spans) == pytest.approx(10, rel=0.15)


@settings(max_examples=12, deadline=None)
@given(st.integers(3, 9), st.integers(0, 10**6))
def test_without_consensus_it_is_the_optimum_at_the_measured_price(n, seed):
    """Judged by trying every segmentation at the naive price."""
    rng = np.random.default_rng(seed)
    vectors, words = rng.normal(size=(n, 6)), rng.integers(1, 40, n).astype(float)
    problem = Contrast().problem(vectors, words, UNLIMITED)
    prices = naive_granularity.prices(problem.rows, problem.weights, words) + problem.evidence

    def one(start, end):
        return naive.linear_cost(problem.rows, problem.weights, 1.0, start, end)

    found = segment_vectors(vectors, Settings(granularity=TextScale(consensus=False)), words=words)
    assert found.objective == pytest.approx(naive.cheapest(n, one, prices), abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_the_explanation_says_what_one_step_would_give(seed):
    """Finer and coarser in ``explain`` are the results of coarser = -1 and +1."""
    vectors = even(8, 12, seed, noise=2.0)

    def cut(steps, consensus):
        return segment_vectors(
            vectors,
            Settings(granularity=TextScale(steps, consensus=consensus, consensus_threshold=0.0)),
        )

    alone = cut(0.0, False).explain().evidence
    assert alone.finer == len(cut(-1.0, False).spans)
    assert alone.coarser == len(cut(1.0, False).spans)
    # The consensus reads both from its own prices, half a percent beside a step of 1.5.
    agreed = cut(0.0, True).explain().evidence
    assert agreed.finer == pytest.approx(len(cut(-1.0, True).spans), abs=1)
    assert agreed.coarser == pytest.approx(len(cut(1.0, True).spans), abs=1)


def test_a_steady_text_needs_no_consensus():
    """Where one step changes little, the optimum at the measured price is the answer."""
    sharp, loose = even(10, 10, noise=0.6), even(8, 12, noise=2.5)
    told = segment_vectors(sharp).explain().evidence
    assert told.change < 0.2
    alone = segment_vectors(sharp, Settings(granularity=TextScale(consensus=False)))
    assert segment_vectors(sharp).boundaries == alone.boundaries
    assert segment_vectors(loose).explain().evidence.change >= 0.2


def test_steadiness_is_the_disagreement_of_one_step_finer_and_coarser():
    vectors = even(8, 12, noise=2.0)
    finer, coarser = (
        segment_vectors(vectors, Settings(granularity=TextScale(steps, consensus=False))).boundaries
        for steps in (-1.0, 1.0)
    )
    n = len(vectors)
    expected = naive_granularity.disagreement(finer, coarser, n)
    expected += naive_granularity.disagreement(coarser, finer, n)
    told = segment_vectors(vectors).explain().evidence
    assert told.change == pytest.approx(expected / 2)


def test_one_step_coarser_is_a_price_half_as_high_again():
    plain, coarse = (
        TextScale(steps, consensus=False).decide(
            Contrast().problem(even(8, 6), np.full(48, 20.0), UNLIMITED)
        )
        for steps in (0.0, 1.0)
    )
    assert coarse.notes["penalty"] == pytest.approx(STEP * plain.notes["penalty"])


@pytest.mark.parametrize("seed", range(5))
def test_shuffled_units_are_left_alone(seed):
    """Where order carries no information nothing is cut, and the explanation says so."""
    shuffled = np.random.default_rng(seed).permutation(even(8, 8, seed))
    found = segment_vectors(shuffled)
    told = found.explain()
    if told.evidence.order_score < told.evidence.order_level:
        assert found.boundaries == ()
        assert "carries no information" in str(told)
    else:
        assert told.evidence.order_score < 3


def test_an_uncut_text_still_keeps_to_its_limits():
    """Noise is cut only where a maximum size or a forced boundary asks for it."""
    noise = np.random.default_rng(3).normal(size=(40, 30))
    assert segment_vectors(noise).boundaries == ()
    limits = Limits(max_size=16, forced=frozenset({10}))
    found = segment_vectors(noise, Settings(limits=limits))
    assert len(found.spans) == 3
    assert naive.admissible(found.edges, limits)


def test_the_consensus_keeps_to_the_limits():
    tokens = Budget((10.0,) * 60, 30.0, 120.0)
    limits = Limits(budgets=(tokens,), forbidden=frozenset({10, 20}))
    found = segment_vectors(even(10, 6), Settings(limits=limits))
    assert naive.admissible(found.edges, limits)


def test_under_sixteen_units_the_result_says_that_it_is_not_reliable():
    """The reason is given; ``strict`` then asks for evidence."""
    rng = np.random.default_rng(4)
    noise = rng.normal(size=(12, 50))
    found = segment_vectors(noise)
    assert not found.is_reliable
    assert "12 units are too few" in found.explain().reason
    strict = segment_vectors(noise, Settings(granularity=TextScale(strict=True)))
    assert strict.boundaries == ()
    assert not strict.is_reliable


def test_from_sixteen_units_on_the_result_is_reliable():
    assert segment_vectors(even(8, 2)).is_reliable


def test_strict_still_cuts_a_short_text_with_a_clear_change():
    found = segment_vectors(blocks([7, 7], noise=0.2), Settings(granularity=TextScale(strict=True)))
    assert found.boundaries == (7,)


def test_equal_units_are_one_segment():
    """A sentence repeated has no residual to compare; rounding is not content."""
    rows = np.tile(np.random.default_rng(0).normal(size=(1, 20)), (50, 1)).astype(np.float32)
    jitter = rows * (1 + 1e-7 * np.random.default_rng(1).normal(size=rows.shape))
    assert segment_vectors(rows).boundaries == ()
    assert segment_vectors(jitter).boundaries == ()


def test_the_length_of_vectors_does_not_matter():
    """Only directions count: an encoder need not normalise."""
    vectors = even(6, 6)
    lengths = np.random.default_rng(0).uniform(0.1, 9.0, (36, 1))
    assert segment_vectors(vectors * lengths).boundaries == segment_vectors(vectors).boundaries


def test_a_zero_vector_is_an_error_that_names_the_unit():
    vectors = even(6, 3)
    vectors[4] = 0.0
    with pytest.raises(VectorsError, match="unit 4"):
        segment_vectors(vectors)
