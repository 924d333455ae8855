"""GraphSeg: how related units are, and what grows from that."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_baselines as naive
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.baselines.graphseg import (
    GraphSegLearner,
    boundaries,
    grown,
    reached,
    runs,
)
from embed_kcpd.evaluation.baselines.relatedness import UnitRelatedness, WordRelatedness
from embed_kcpd.evaluation.baselines.text_vectors import TextVectors
from embed_kcpd.evaluation.datasets import Document


class ByFirstLetter:
    """Texts that begin alike have the same vector; others stand at right angles."""

    def encode(self, texts):
        rows = np.zeros((len(texts), 27))
        for row, text in enumerate(texts):
            letter = text[:1].lower()
            rows[row, ord(letter) - 96 if letter.isalpha() else 0] = 1.0
        return rows


def unit_relatedness():
    return UnitRelatedness(TextVectors(ByFirstLetter))


def by_first_letter(words):
    """No vector for a word that begins with x."""
    rows = ByFirstLetter().encode(words)
    rows[[word.startswith("x") for word in words]] = 0.0
    return rows


def content(words):
    return np.array([0.5 if word == "ant" else 1.0 for word in words])


def word_relatedness():
    return WordRelatedness(by_first_letter, content)


def graph(edges, n):
    joined = np.zeros((n, n), dtype=bool)
    for a, b in edges:
        joined[a, b] = joined[b, a] = True
    return joined


def test_the_example_of_the_paper():
    """Cliques {1,2,6}, {2,4,7}, {3,4,5}, {1,8,9} over nine sentences (Table 1 of the paper)."""
    cliques = [{1, 2, 6}, {2, 4, 7}, {3, 4, 5}, {1, 8, 9}]
    edges = {(a - 1, b - 1) for clique in cliques for a, b in combinations(sorted(clique), 2)}
    joined = graph(edges, 9)
    first = runs(joined)
    assert first == [0, 2, 5, 6, 7, 9]
    merged = reached(first, joined)
    assert merged == [0, 5, 6, 7, 9]
    related = np.zeros((9, 9))
    related[5, 6] = related[6, 5] = 0.5
    assert grown(merged, related, 2) == [0, 5, 7, 9]


@given(st.integers(1, 6), st.integers(0, 2**15 - 1))
def test_edges_say_the_same_as_maximal_cliques(n, bits):
    """Two units share a maximal clique exactly if they are joined."""
    pairs = list(combinations(range(n), 2))
    edges = [pair for place, pair in enumerate(pairs) if bits >> place & 1]
    joined = graph(edges, n)
    expected = naive.segments_by_cliques(edges, n)
    assert reached(runs(joined), joined) == [segment[0] for segment in expected] + [n]


@given(st.integers(0, 10), st.integers(0, 1000), st.integers(1, 4), st.integers(-3, 3))
def test_segments_grow_as_unit_by_unit(n, seed, min_size, threshold):
    """Slices between edges say the same as lists of units; quarters add up without rounding."""
    related = np.random.default_rng(seed).integers(-8, 9, size=(n, n)) / 4
    related = related + related.T
    expected = naive.graphseg_boundaries(related, threshold, min_size)
    assert boundaries(related, threshold, min_size) == expected


@given(st.integers(1, 10), st.integers(0, 1000), st.integers(1, 4), st.floats(-1.0, 1.0))
def test_no_segment_is_below_the_least_size_unless_the_text_is(n, seed, min_size, threshold):
    """Small segments join a neighbour until none is left."""
    related = np.random.default_rng(seed).normal(size=(n, n))
    related = related + related.T
    edges = (0, *boundaries(related, threshold, min_size), n)
    assert min(np.diff(edges)) >= min(min_size, n)


def test_relatedness_by_hand():
    """ "ant bee" and "apple": ant pairs with apple (1), weight min(0.5, 1) = 0.5.

    Averaged over lengths 2 and 1: (0.5 / 2 + 0.5 / 1) / 2 = 0.375.  "cow" pairs with nothing.
    """
    related = word_relatedness()(Document("d", ("ant bee", "apple", "cow"), ()))
    assert related == pytest.approx(np.array([[0, 0.375, 0], [0.375, 0, 0], [0, 0, 0]]))


def test_words_without_a_vector_are_left_out():
    """Neither paired nor counted: the same relatedness with and without them."""
    texts = (("ant xylophone", "apple"), ("ant", "apple xenon xerox"), ("ant", "apple"))
    first, second, third = (word_relatedness()(Document("d", text, ())) for text in texts)
    assert first.tolist() == second.tolist() == third.tolist() == [[0, 0.5], [0.5, 0]]


@given(st.lists(st.lists(st.sampled_from(["ant", "arm", "bee", "cow", "xenon"]), max_size=4)))
def test_relatedness_is_the_best_of_all_pairings(units):
    """The Hungarian method against every one-to-one pairing, pair of units by pair."""
    document = Document("d", tuple(" ".join(unit) for unit in units), ())
    expected = naive.word_relatedness(units, by_first_letter, content)
    assert word_relatedness()(document) == pytest.approx(expected)


def test_units_far_apart_are_unrelated():
    """A hundred units on."""
    document = Document("d", ("ant",) * 102, ())
    for relatedness in (word_relatedness(), unit_relatedness()):
        related = relatedness(document)
        assert related[0, 99] > 0
        assert related[0, 100] == related[100, 0] == 0


def test_units_without_words_are_related_to_nothing():
    """Empty units, and a document of them."""
    assert word_relatedness()(Document("d", ("", "of"), ())).tolist() == [[0, 0], [0, 0]]
    assert unit_relatedness()(Document("d", (), ())).shape == (0, 0)


def test_units_are_related_by_their_own_vectors():
    """The cosine, and zero to itself."""
    related = unit_relatedness()(Document("d", ("ant", "apple", "bee"), ()))
    assert related == pytest.approx(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]))


@pytest.mark.parametrize("relatedness", [word_relatedness(), unit_relatedness()])
def test_graphseg_learns_a_setting_that_cuts_its_own_text(relatedness):
    """Three units on a, three on b; a threshold between 0 and 1 separates them."""
    text = Document("d", ("ant", "apple", "arm", "bee", "bat", "bow"), (3,))
    method = GraphSegLearner("a name", relatedness).learn([text, text])
    assert method.name == "a name"
    assert method.segment(text.blind(), None) == (3,)
    assert method.segment(Document("e", (), ()), None) == ()


def test_graphseg_needs_other_documents():
    with pytest.raises(InputError, match="at least two documents"):
        GraphSegLearner().learn([])
