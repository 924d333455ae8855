"""The default granularity: each text at its own scale."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import naive_granularity
from embed_kcpd import Budget, Contrast, Limits, Settings, TextScale, segment_vectors
from embed_kcpd.errors import VectorsError
from embed_kcpd.granularity.text_scale.doubtful_price import PRICE_STEP
from embed_kcpd.granularity.text_scale.order import ORDER_LEVEL
from embed_kcpd.granularity.text_scale.reach import reach_profile
from embed_kcpd.granularity.text_scale.rule import FROM_CONSENSUS, FROM_PROSE
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers import cheapest
from embed_kcpd.solvers.exact import priced_segmentation
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


@settings(max_examples=60, deadline=None)
@given(
    st.integers(3, 60),
    st.integers(0, 10**6),
    st.sampled_from([-2.0, -1.0, -0.5, 0.0, 1.0, 2.0]),
    st.booleans(),
    st.sampled_from(
        [UNLIMITED, Limits(min_size=2), Limits(max_size=9), Limits(min_size=2, max_size=7)]
    ),
)
def test_the_explanation_says_exactly_what_one_step_gives(n, seed, steps, consensus, limits):
    """Finer and coarser in ``explain`` are the results of one step, whatever the rule."""
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(6, 12))[np.arange(n) * 6 // n] + rng.normal(size=(n, 12))

    def cut(wanted):
        granularity = TextScale(wanted, consensus=consensus)
        return segment_vectors(vectors, Settings(granularity=granularity, limits=limits))

    told = cut(steps).explain().evidence
    assert told.finer == len(cut(steps - 1.0).spans)
    assert told.coarser == len(cut(steps + 1.0).spans)
    assert told.finer >= len(cut(steps).spans) >= told.coarser
    assert all(naive.admissible(cut(wanted).edges, limits) for wanted in (steps - 1, steps + 1))


@pytest.mark.parametrize("noise", [1.0, 1.6, 2.2])
def test_steps_are_nested_and_change_the_number_by_half(noise):
    """Two thirds as many segments a step coarser, one and a half times as many finer."""
    vectors = even(8, 24, noise=noise)
    cuts = {
        steps: segment_vectors(vectors, Settings(granularity=TextScale(steps)))
        for steps in (-2.0, -1.0, 0.0, 1.0, 2.0)
    }
    for fine, coarse in pairwise(cuts):
        more, fewer = len(cuts[fine].spans), len(cuts[coarse].spans)
        assert more / fewer == pytest.approx(1.5, abs=0.5 / fewer + 0.1)
        assert set(cuts[coarse].boundaries) < set(cuts[fine].boundaries)
        assert min(cuts[fine].gains) >= -1e-9


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 9), st.integers(0, 10**6), st.sampled_from([-1.0, 1.0]))
def test_a_step_is_the_cheapest_nested_segmentation_of_its_size(n, seed, steps):
    """Judged by trying every segmentation that is nested with the default."""
    rng = np.random.default_rng(seed)
    problem = Contrast().problem(rng.normal(size=(n, 6)), np.full(n, 20.0), UNLIMITED)
    own = TextScale(consensus=False).decide(problem)
    moved = TextScale(steps, consensus=False).decide(problem).segmentation
    kept = set(own.segmentation.boundaries)
    rivals = [
        boundaries
        for boundaries in combinations(range(1, n), len(moved.boundaries))
        if (kept <= set(boundaries) if steps < 0 else set(boundaries) <= kept)
    ]
    cheapest = min(
        priced_segmentation(problem.cost, own.prices, boundaries).objective for boundaries in rivals
    )
    paid = priced_segmentation(problem.cost, own.prices, moved.boundaries).objective
    assert paid == pytest.approx(cheapest)


def test_a_steady_text_needs_no_consensus():
    """Where one step changes little, the optimum at the measured price is the answer."""
    sharp, loose = even(10, 10, noise=0.6), even(8, 12, noise=2.5)
    told = segment_vectors(sharp).explain().evidence
    assert told.change < 0.2
    alone = segment_vectors(sharp, Settings(granularity=TextScale(consensus=False)))
    assert segment_vectors(sharp).boundaries == alone.boundaries
    assert segment_vectors(loose).explain().evidence.change >= 0.2


def test_long_prose_with_blurred_topics_is_cut_less_often():
    """What is measured on vectors alone is drawn up where their texts are prose."""
    vectors = even(8, 20, noise=3.0)
    prose = ["The sea is wide."] * len(vectors)
    alone, written = segment_vectors(vectors), segment_vectors(vectors, texts=prose)
    assert alone.explain().evidence.change >= 0.2
    assert 1.2 < written.explain().price / alone.explain().price < 2.5
    assert len(written.boundaries) < len(alone.boundaries)
    assert written.provenance["granularity"]["prose"] == 1.0
    assert (alone.explain().rule, written.explain().rule) == (FROM_CONSENSUS, FROM_PROSE)


def test_sharp_topics_and_steady_texts_are_cut_alike_in_prose():
    vectors = even(10, 10, noise=0.6)
    written = segment_vectors(vectors, texts=["The sea is wide."] * len(vectors))
    assert written.boundaries == segment_vectors(vectors).boundaries


def test_steadiness_is_the_disagreement_at_a_lower_and_a_higher_price():
    vectors = even(8, 12, noise=2.0)
    problem = Contrast().problem(vectors, np.full(len(vectors), 20.0), UNLIMITED)
    base = reach_profile(problem.rows, problem.weights, problem.words).prices
    finer, coarser = (
        cheapest(problem.cost, base * factor + problem.evidence).boundaries
        for factor in (1 / PRICE_STEP, PRICE_STEP)
    )
    n = len(vectors)
    expected = naive_granularity.disagreement(finer, coarser, n)
    expected += naive_granularity.disagreement(coarser, finer, n)
    told = segment_vectors(vectors).explain().evidence
    assert told.change == pytest.approx(expected / 2)


def test_shuffled_units_are_left_alone():
    """Where order carries no information nothing is cut, and the explanation says so.

    By the level of the order score one shuffled text in ten may be cut, and only by chance.
    """
    n_uncut = 0
    for seed in range(40):
        shuffled = np.random.default_rng(seed).permutation(even(8, 8, seed))
        result = segment_vectors(shuffled, Settings(confidence=False))
        explained = result.explain()
        is_ordered = explained.evidence.order_score >= explained.evidence.order_level
        assert is_ordered or result.boundaries == ()
        assert ("carries no information" in str(explained)) == (not is_ordered)
        n_uncut += result.boundaries == ()
    assert n_uncut >= 34


@pytest.mark.parametrize("seed", range(5))
def test_the_same_units_in_order_are_cut(seed):
    """What the shuffled ones are left without, the text itself has."""
    result = segment_vectors(even(8, 8, seed), Settings(confidence=False))
    assert len(result.boundaries) >= 5


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


@pytest.mark.parametrize("seed", range(6))
def test_a_mail_of_short_sentences_is_not_cut_at_every_other_one(seed):
    """Seventeen sentences of five words, alike in pairs only.

    Their similarities spread as little as those of an encoder of many dimensions.  That was
    taken for a reason to cut finely, into six to nine segments, as it still is where units have the
    words of ordinary sentences.
    """
    rng = np.random.default_rng(seed)
    pairs = np.repeat(rng.normal(size=(9, 160)), 2, axis=0)[:17]
    mail = rng.normal(size=(17, 160)) + 0.45 * pairs + 1.5 * rng.normal(size=160)
    found = segment_vectors(mail, words=np.full(17, 5.0))
    assert found.explanation is not None
    assert found.explanation.evidence.order_score > ORDER_LEVEL
    assert len(found.boundaries) <= 3
    of_long_sentences = segment_vectors(mail, words=np.full(17, 20.0))
    assert len(of_long_sentences.boundaries) >= 6
