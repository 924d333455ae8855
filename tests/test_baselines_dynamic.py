"""Exact search over tables of costs, BayesSeg and Fragkou's programme."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import naive_baselines
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.baselines.bayesseg import BayesSeg, log_likelihoods
from embed_kcpd.evaluation.baselines.dynamic import TableCost, block_sums, cut, cut_each
from embed_kcpd.evaluation.baselines.fragkou import FragkouLearner, LengthPrior, cuts, links
from embed_kcpd.evaluation.datasets import Document

tables = st.builds(
    lambda n, seed: np.random.default_rng(seed).normal(scale=5.0, size=(n + 1, n + 1)),
    st.integers(2, 8),
    st.integers(0, 10_000),
)


def cost_of(table, boundaries, price=0.0):
    edges = (0, *boundaries, len(table) - 1)
    return naive.objective(edges, lambda s, e: table[s, e], np.full(len(table), price))


@given(tables, st.floats(0.0, 5.0))
def test_any_table_is_cut_as_cheaply_as_trying_everything(table, price):
    """Nothing is pruned, though splitting may raise these costs without limit."""
    n = len(table) - 1
    expected = naive.cheapest(n, lambda s, e: table[s, e], np.full(n, price))
    assert cost_of(table, cut(table, None, price), price) == pytest.approx(expected)


@given(tables, st.integers(1, 8))
def test_any_table_is_cut_into_a_given_number_as_cheaply_as_trying_everything(table, count):
    """Exactly that many segments."""
    n = len(table) - 1
    count = min(count, n)
    found = cut(table, count)
    expected = naive.cheapest_with_count(n, lambda s, e: table[s, e], np.zeros(n), count)
    assert len(found) == count - 1
    assert cost_of(table, found) == pytest.approx(expected)


@given(tables, tables)
def test_each_setting_is_cut_as_if_it_were_alone(one, other):
    """Two tables of one size side by side."""
    n = min(len(one), len(other)) - 1
    both = np.stack([one[: n + 1, : n + 1], other[: n + 1, : n + 1]], axis=2)
    found = cut_each(lambda end: both[:end, end], n, 2)
    for place, boundaries in enumerate(found):
        expected = naive.cheapest(n, lambda s, e, at=place: both[s, e, at], np.zeros(n))
        assert cost_of(both[:, :, place], boundaries) == pytest.approx(expected)


def test_a_table_promises_nothing_about_splitting():
    """The slack that pruning relies on is without bound."""
    assert TableCost(np.zeros((3, 3))).slack == np.inf


def test_texts_of_one_unit_are_not_cut():
    assert cut(np.zeros((2, 2)), None) == ()
    assert cut(np.zeros((1, 1)), 0) == ()


@given(st.integers(1, 7), st.integers(0, 1000))
def test_block_sums_add_up_blocks(n, seed):
    """Every square on the diagonal."""
    matrix = np.random.default_rng(seed).normal(size=(n, n))
    matrix = matrix + matrix.T
    sums = block_sums(matrix)
    for start in range(n):
        for end in range(start, n + 1):
            assert sums[start, end] == pytest.approx(matrix[start:end, start:end].sum())


word_units = st.lists(st.lists(st.sampled_from("abcd"), max_size=5), min_size=1, max_size=6)


@given(word_units, st.floats(0.05, 3.0))
def test_the_running_sum_is_the_compound_multinomial(units, prior):
    """Every segment has the likelihood that gamma functions give."""
    vocabulary = len({word for unit in units for word in unit})
    table = log_likelihoods(units, prior)
    for start in range(len(units)):
        for end in range(start + 1, len(units) + 1):
            words = [word for unit in units[start:end] for word in unit]
            expected = (
                naive_baselines.compound_log_likelihood(words, vocabulary, prior) if words else 0.0
            )
            assert table[start, end] == pytest.approx(expected, abs=1e-9)


def test_likelihood_by_hand():
    """Vocabulary of two, prior 1/2.

    "a": 1/2.  "a b": 1/2 times 1/2 over 2.  "a a": 1/2 times 3/2 over 2.
    """
    table = log_likelihoods([["a"], ["b"]], prior=0.5)
    assert table[0, 1] == pytest.approx(math.log(1 / 2))
    assert table[0, 2] == pytest.approx(math.log(1 / 8))
    again = log_likelihoods([["a"], ["a"], ["b"]], prior=0.5)
    assert again[0, 2] == pytest.approx(math.log(3 / 8))


FRUIT, MOTOR = ("apples pears apples",) * 3, ("engines valves engines",) * 3


def test_bayesseg_cuts_between_two_vocabularies():
    """Told the number, and by likelihood alone."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    text = Document("d", FRUIT + MOTOR, (1,))
    assert BayesSeg().segment(text, None) == (3,)
    assert BayesSeg(needs_count=False).segment(text.blind(), None) == (3,)


@pytest.mark.parametrize("units", [(), ("one",), ("", ""), ("of the", "and")])
def test_bayesseg_survives_texts_without_words(units):
    """Nothing to count: boundaries inside the text, or none."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    found = BayesSeg(needs_count=False).segment(Document("d", units, ()), None)
    assert all(0 < place < len(units) for place in found)


def test_links_count_ordered_pairs_that_share_a_word():
    """Units 0 and 1 share pears, 1 and 2 share plums, 0 and 2 nothing."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    inside = links(["apples pears", "pears plums", "plums cherries"])
    assert inside[0, 2] == 2.0
    assert inside[0, 3] == 4.0
    assert inside[0, 1] == 0.0


def test_fragkou_by_hand():
    """Four units, links 0-1 and 2-3, mean 2, deviation 1, weight 1/2, power 1.

    Two halves: no surprise, links 2 / 2 each: -1/2 * 2 = -1.  One segment: surprise
    (4 - 2)**2 / 2 = 2, links 4 / 4: 1/2 * 2 - 1/2 = 1/2.  Four single units: surprise 1/2
    each: 1/2 * 2 = 1.  The halves are cheapest.
    """
    shared = np.zeros((4, 4))
    shared[0, 1] = shared[1, 0] = shared[2, 3] = shared[3, 2] = 1.0
    assert cuts(block_sums(shared), LengthPrior(2.0, 1.0), (0.5,), power=1.0) == [(2,)]


@given(st.integers(1, 7), st.integers(0, 1000), st.sampled_from([0.33, 0.5, 1.0]))
def test_every_weight_is_cut_as_cheaply_as_trying_everything(n, seed, power):
    """All weights in one pass, each the optimum of Fragkou's cost."""
    rng = np.random.default_rng(seed)
    shared = np.triu(rng.integers(0, 2, (n, n)), 1).astype(float)
    inside, prior, weights = block_sums(shared + shared.T), LengthPrior(2.5, 1.5), (0.0, 0.3, 1.0)
    for weight, found in zip(weights, cuts(inside, prior, weights, power), strict=True):

        def cost(s, e, weight=weight):
            numbers = {"mean": 2.5, "deviation": 1.5, "weight": weight, "power": power}
            return naive_baselines.fragkou_cost(shared + shared.T, s, e, **numbers)

        expected = naive.cheapest(n, cost, np.zeros(n))
        assert naive.objective((0, *found, n), cost, np.zeros(n)) == pytest.approx(expected)


def test_fragkou_learns_the_length_of_segments_and_a_setting_without_error():
    """Two vocabularies in turn: what is learned cuts its own training text without error."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    texts = [Document(f"d{i}", (FRUIT + MOTOR) * 2, (3, 6, 9)) for i in range(2)]
    method = FragkouLearner().learn(texts)
    assert (method.mean, method.deviation) == (3.0, 1.0)
    assert method.segment(texts[0].blind(), None) == (3, 6, 9)


def test_fragkou_needs_something_to_learn_from():
    with pytest.raises(InputError, match="at least two documents"):
        FragkouLearner().learn([])
