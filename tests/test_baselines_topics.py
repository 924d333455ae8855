"""Topic models, TopicTiling, the LDA programme, pLSA."""

import math
from itertools import pairwise
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_baselines as naive
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.baselines import misra as misra_module
from embed_kcpd.evaluation.baselines import plsa as plsa_module
from embed_kcpd.evaluation.baselines import topics as topics_module
from embed_kcpd.evaluation.baselines.misra import Misra, segment_costs
from embed_kcpd.evaluation.baselines.plsa import Plsa, PlsaLearner, overlaps
from embed_kcpd.evaluation.baselines.topics import (
    Lda,
    TopicModel,
    fold_in,
    latent_dirichlet,
    latent_semantic,
    training_counts,
)
from embed_kcpd.evaluation.baselines.topictiling import (
    TopicTiling,
    TopicTilingLearner,
    deepest_valleys,
    topic_counts,
)
from embed_kcpd.evaluation.datasets import Document

PURE = TopicModel(
    {"appl": 0, "pear": 1, "engin": 2, "valv": 3}, np.array([[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]])
)
"""Two topics without a common word."""


@given(st.integers(0, 1000), st.floats(0.0, 2.0))
def test_folding_in_gives_weights_and_never_lowers_the_likelihood(seed, prior):
    """Rows sum to one; without a prior, EM only climbs."""
    rng = np.random.default_rng(seed)
    topics = rng.dirichlet(np.ones(6), size=3)
    counts = rng.integers(0, 4, (4, 6)).astype(float)
    assert fold_in(counts, topics, 5, prior).sum(axis=1) == pytest.approx(np.ones(4))
    likelihoods = [
        naive.mixture_log_likelihood(counts, topics, fold_in(counts, topics, steps))
        for steps in range(4)
    ]
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(likelihoods))


@given(st.integers(0, 1000), st.integers(1, 9), st.floats(0.0, 2.0))
def test_folding_in_many_rows_at_once_is_folding_in_each_word_by_word(seed, rows, prior):
    """Chunks of rows, and words that a chunk does not have, change nothing."""
    rng = np.random.default_rng(seed)
    topics = rng.dirichlet(np.ones(12), size=3)
    counts = rng.poisson(0.4, (rows, 12)).astype(float)
    with patch.object(topics_module, "ROWS_AT_ONCE", 2):
        found = fold_in(counts, topics, 4, prior)
    expected = [naive.folded_in(row, topics, 4, prior) for row in counts]
    assert found == pytest.approx(np.array(expected))


def test_one_step_of_folding_in_by_hand():
    """Topics (3/4, 1/4) and (1/4, 3/4), words a a b, equal weights.

    a belongs to the first topic with 3/4, b with 1/4: (2 * 3/4 + 1/4) / 3 = 7/12.
    """
    topics = np.array([[0.75, 0.25], [0.25, 0.75]])
    assert fold_in(np.array([[2.0, 1.0]]), topics, 1) == pytest.approx(np.array([[7 / 12, 5 / 12]]))


def test_a_text_without_known_words_keeps_equal_weights():
    """Nothing was seen, nothing is preferred."""
    assert fold_in(np.zeros((1, 2)), np.eye(2), 3) == pytest.approx(np.array([[0.5, 0.5]]))


def corpus():
    fruit, motor = "apples pears apples pears", "engines valves engines valves"
    texts = [(fruit,) * 4, (motor,) * 4] * 4
    return tuple(Document(f"d{i}", text, ()) for i, text in enumerate(texts))


def test_training_counts_leave_out_words_seen_once():
    """A word alone says nothing about its company."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    columns, counts = training_counts((Document("d", ("apples apples", "pears"), ()),))
    assert columns == {"appl": 0}
    assert counts.tolist() == [[2.0]]
    with pytest.raises(InputError, match="words that repeat"):
        training_counts((Document("d", ("apples", "pears"), ()),))


@pytest.mark.parametrize("trainer", ["lda", "plsa"])
def test_two_vocabularies_become_two_topics(trainer):
    """Each topic holds one vocabulary and hardly anything of the other."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    if trainer == "lda":
        pytest.importorskip("sklearn", reason="needs the [baselines] extra")
        model = latent_dirichlet(corpus(), Lda(2, 0.1, 0.01, iterations=20))
    else:
        model = latent_semantic(corpus(), n_topics=2, iterations=50, seed=0)
    assert model.topics.sum(axis=1) == pytest.approx(np.ones(2))
    fruit = model.topics[:, [model.columns["appl"], model.columns["pear"]]].sum(axis=1)
    assert sorted(fruit.round(2).tolist()) == [0.0, 1.0]


def test_a_view_counts_only_known_words():
    """Columns of the words that occur, in the model's order."""
    counts, topics = PURE.view([["valv", "unknown", "appl"], ["appl"]])
    assert counts.tolist() == [[1.0, 1.0], [1.0, 0.0]]
    assert topics.tolist() == [[0.5, 0.0], [0.0, 0.5]]


def test_words_are_counted_under_their_most_probable_topic():
    """Two fruits and an engine."""
    by_topic = topic_counts([["appl", "pear", "engin"], []], PURE)
    assert by_topic.tolist() == [[2.0, 1.0], [0.0, 0.0]]


TEXT = ("apples", "pears", "apples", "engines", "valves", "engines")


def test_topictiling_sees_topics_where_no_word_repeats():
    """Neighbours share no word inside a half, only a topic."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    text = Document("d", TEXT, (1,))
    assert TopicTiling(PURE, window=2).segment(text, None) == (3,)
    assert TopicTiling(PURE, needs_count=True, window=1).segment(text, None) == (3,)


def test_the_deepest_valleys_come_first_and_other_gaps_only_when_they_run_out():
    """Minima at gaps 1 and 3 with depths 1.1 and 0.5; the next deepest gap is the last one."""
    scores = np.array([0.9, 0.2, 0.6, 0.5, 0.9, 0.1])
    assert deepest_valleys(scores, 1) == [1]
    assert deepest_valleys(scores, 2) == [1, 3]
    assert deepest_valleys(scores, 3) == [1, 3, 5]


def test_segment_costs_by_hand():
    """A segment of one topic costs log 2 a word (two words each), of both topics log 4.

    With equal weights every word of a mixture has probability 1/2 * 1/2.
    """
    table = segment_costs([["appl"], ["engin"]], PURE, longest=9)
    assert table[0, 1] == pytest.approx(math.log(2))
    assert table[0, 2] == pytest.approx(2 * math.log(4))


@given(st.integers(0, 1000), st.integers(1, 24), st.integers(1, 24))
def test_segments_scored_together_cost_what_each_costs_alone(seed, n, longest):
    """Every segment up to the longest, and the whole text, in single precision."""
    rng = np.random.default_rng(seed)
    words = [f"w{i}" for i in range(10)]
    model = TopicModel(dict(zip(words, range(10), strict=True)), rng.dirichlet(np.ones(10), 3))
    units = [list(rng.choice(words, rng.integers(0, 4))) for _ in range(n)]
    with patch.object(misra_module, "SIDE", 4):
        table = segment_costs(units, model, longest)
    for start in range(n):
        for end in range(start + 1, n + 1):
            if end - start > longest and end - start < n:
                assert np.isinf(table[start, end])
                continue
            counts = np.array(
                [sum(unit.count(word) for unit in units[start:end]) for word in words]
            )
            weights = naive.folded_in(counts, model.topics, misra_module.FOLDING_ITERATIONS)
            expected = -naive.mixture_log_likelihood(counts, model.topics, np.array(weights))
            assert table[start, end] == pytest.approx(expected, rel=1e-4, abs=1e-4)


def test_only_the_whole_text_may_be_longer_than_the_longest_candidate():
    """Everything else beyond it is out of reach."""
    table = segment_costs([["appl"]] * 4, PURE, longest=2)
    assert np.isfinite(table[[0, 1, 0], [2, 3, 4]]).all()
    assert np.isinf(table[[0, 1], [3, 4]]).all()


def test_misra_cuts_where_one_topic_per_segment_pays_for_the_price():
    """Six words: uncut 6 log 4, cut 6 log 2 plus a price of log 6; cutting again gains nothing."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    text = Document("d", TEXT, (1,))
    assert Misra(PURE).segment(text.blind(), None) == (3,)
    assert Misra(PURE, needs_count=True).segment(text, None) == (3,)


def test_overlaps_by_hand():
    """Blocks of one unit: the same topic overlaps wholly, different ones not at all."""
    curve = overlaps([["appl"], ["pear"], ["engin"]], PURE, 1)
    assert curve == pytest.approx([1.0, 0.0], abs=1e-6)


def test_plsa_averages_its_models():
    """Two equal models say what one says."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    text = Document("d", TEXT, (1,))
    assert Plsa((PURE,), block=1).segment(text, None) == (3,)
    assert Plsa((PURE, PURE), needs_count=True, block=1).segment(text, None) == (3,)


def test_plsa_computes_a_curve_once_for_both_of_its_forms():
    """The form that is told the number asks for what the other one has computed."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    model = TopicModel(PURE.columns, PURE.topics)
    with patch.object(plsa_module, "overlaps", wraps=overlaps) as computed:
        own = Plsa((model,), block=1).segment(Document("d", TEXT, (1,)).blind(), None)
        told = Plsa((model,), needs_count=True, block=1).segment(Document("d", TEXT, (1,)), None)
    assert own == told == (3,)
    assert computed.call_count == 1


@pytest.mark.parametrize("learner", [TopicTilingLearner(), PlsaLearner()])
def test_topic_methods_need_other_documents(learner):
    with pytest.raises(InputError, match="at least two documents"):
        learner.learn([])


@pytest.mark.parametrize("method", [TopicTiling(PURE), Misra(PURE), Plsa((PURE,))])
@pytest.mark.parametrize("units", [(), ("one",), ("", ""), ("unknown", "words", "only")])
def test_topic_methods_survive_texts_they_know_nothing_about(method, units):
    """No unit, one unit, no words, no known word."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    found = method.segment(Document("d", units, ()), None)
    assert all(0 < place < len(units) for place in found)
