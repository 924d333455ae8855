"""The answers that need no text, and greedy splitting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_baselines as naive
from embed_kcpd.evaluation.baselines import BASELINES
from embed_kcpd.evaluation.baselines.treeseg import TreeSeg, best_split
from embed_kcpd.evaluation.baselines.trivial import (
    Even,
    EveryBoundary,
    NoBoundary,
    RandomBoundaries,
)
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.metrics import checked_boundaries
from embed_kcpd.problem.costs.linear import LinearCost


@st.composite
def documents(draw):
    n = draw(st.integers(0, 30))
    cuts = draw(st.sets(st.integers(1, max(1, n - 1)), max_size=n - 1)) if n > 1 else set()
    return Document(f"d{draw(st.integers(0, 99))}", ("x",) * n, tuple(sorted(cuts)))


@given(documents())
def test_even_and_random_have_the_true_number_of_segments(document):
    """As many boundaries as the reference, all inside the text."""
    for method in (Even(), RandomBoundaries()):
        found = method.segment(document, None)
        checked_boundaries(found, document.n_units)
        assert len(found) == len(document.boundaries)


@given(documents())
def test_even_lengths_differ_by_at_most_one(document):
    """As even as whole units allow."""
    edges = (0, *Even().segment(document, None), document.n_units)
    lengths = np.diff(edges)
    assert lengths.max() - lengths.min() <= 1


def test_none_and_all():
    """The two ends."""
    text = Document("d", ("x",) * 4, (2,))
    assert NoBoundary().segment(text, None) == ()
    assert EveryBoundary().segment(text, None) == (1, 2, 3)
    assert EveryBoundary().segment(Document("e", (), ()), None) == ()


def test_random_depends_on_the_seed_and_the_document_but_on_nothing_else():
    """Two runs agree; another seed or another document does not."""
    text = Document("d", ("x",) * 100, tuple(range(10, 100, 10)))
    other = Document("e", text.units, text.boundaries)
    first = RandomBoundaries().segment(text, None)
    assert RandomBoundaries().segment(text, None) == first
    assert RandomBoundaries(seed=1).segment(text, None) != first
    assert RandomBoundaries().segment(other, None) != first


@given(st.integers(4, 12), st.integers(0, 1000), st.integers(1, 3))
def test_the_best_split_lowers_the_squared_error_most(n, seed, min_size):
    """As good as trying every cut."""
    rows = np.random.default_rng(seed).normal(size=(n, 3))
    gain, _ = best_split(LinearCost(rows), 0, n, min_size)
    whole = naive.spread(rows, 0, n)
    tried = [
        whole - naive.spread(rows, 0, cut) - naive.spread(rows, cut, n)
        for cut in range(min_size, n - min_size + 1)
    ]
    assert gain == pytest.approx(max(tried, default=-np.inf))


def test_treeseg_by_hand():
    """Directions a, a, b, b, -a, -a.

    The whole costs 6 - 4/6 = 5.33.  Cutting at 2 or 4 leaves 4 - 8/4 = 2, cutting at 3 leaves
    2 * (3 - 5/3) = 2.67: first 2, then 4; with three units a side only 3 is allowed.
    """
    vectors = np.array([[1.0, 0.0]] * 2 + [[0.0, 1.0]] * 2 + [[-1.0, 0.0]] * 2)
    text = Document("d", ("x",) * 6, (1, 2))
    assert TreeSeg(min_size=1).segment(text, vectors) == (2, 4)
    assert TreeSeg(min_size=3).segment(text, vectors) == (3,)


@pytest.mark.parametrize("name", BASELINES)
def test_every_baseline_is_listed_under_its_own_name(name):
    """The table's name is the method's name."""
    assert BASELINES[name]().name == name
