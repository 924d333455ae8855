"""C99 against Choi's definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_baselines as naive
from embed_kcpd.evaluation.baselines.c99 import C99, divisions, outstanding, ranks
from embed_kcpd.evaluation.datasets import Document


def symmetric(n, seed):
    """A symmetric matrix with many ties, as similarities of short sentences have."""
    values = np.random.default_rng(seed).integers(0, 4, (n, n)) / 4
    return np.triu(values) + np.triu(values, 1).T


@given(st.integers(1, 9), st.integers(0, 1000), st.sampled_from([1, 3, 5, 11]))
def test_ranks_count_lower_neighbours(n, seed, side):
    """Shifting the whole matrix gives what counting one by one gives."""
    similarity = symmetric(n, seed)
    assert ranks(similarity, side) == pytest.approx(naive.ranks(similarity, side))


def test_ranks_by_hand():
    """Choi's example of a 3 x 3 mask: of the eight neighbours of 0.3, two are lower."""
    similarity = np.array([[0.2, 0.5, 0.4], [0.9, 0.3, 0.1], [0.8, 0.6, 0.7]])
    assert ranks(similarity, 3)[1, 1] == 2 / 8
    assert ranks(similarity, 3)[0, 0] == 0.0


@given(st.integers(2, 8), st.integers(0, 1000))
def test_every_split_is_the_one_that_gives_the_densest_segmentation(n, seed):
    """Step by step as dense as trying every further split."""
    similarity = symmetric(n, seed)
    splits, gains = divisions(similarity)
    assert sorted(splits) == list(range(1, n))
    edges = [0, n]
    for split, gain in zip(splits, gains, strict=True):
        before, best = naive.density(similarity, edges), naive.best_next_split(similarity, edges)
        edges = sorted([*edges, split])
        assert naive.density(similarity, edges) == pytest.approx(best)
        assert gain == pytest.approx(best - before)


def test_gains_that_stand_out_by_hand():
    """Gains 9, 9, 0 x 18.

    Smoothed: (8*9 + 4*9) / 15 = 7.2, (4*9 + 8*9) / 19 = 5.7, (2*9 + 4*9) / 21 = 2.6, then
    27/22, 9/22 and zeros.  Their mean is 0.86, deviation 1.97, threshold 3.22: two stand out.
    """
    assert outstanding(np.array([9.0, 9.0] + [0.0] * 18)) == 2


def test_equal_gains_do_not_stand_out():
    """Nothing exceeds its own mean."""
    assert outstanding(np.ones(5)) == 0


FRUIT = ("apples and pears", "pears and cherries", "cherries and apples")
MOTOR = ("engines and pistons", "pistons and valves", "valves and engines")


def test_c99_told_the_number_finds_the_change():
    """Two vocabularies of three units each."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    text = Document("d", FRUIT + MOTOR, (2,))
    assert C99(needs_count=True).segment(text, None) == (3,)


@pytest.mark.parametrize("units", [(), ("one",), ("", "", ""), ("same words",) * 5])
def test_c99_survives_texts_without_structure(units):
    """No units, one unit, no words, all equal."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    found = C99().segment(Document("d", units, ()), None)
    assert all(0 < cut < len(units) for cut in found)
