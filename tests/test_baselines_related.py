"""GraphSeg and Coherence."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_baselines as naive
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.baselines.coherence import (
    Coherence,
    CoherenceLearner,
    Keyword,
    keywords,
    likeness,
    sticking,
    trimmed,
    walk,
)
from embed_kcpd.evaluation.baselines.graphseg import (
    GraphSegLearner,
    boundaries,
    grown,
    reached,
    runs,
)
from embed_kcpd.evaluation.baselines.relatedness import (
    UnitRelatedness,
    WordRelatedness,
    information_content,
)
from embed_kcpd.evaluation.baselines.text_vectors import TextVectors
from embed_kcpd.evaluation.datasets import Document


class ByFirstLetter:
    """Texts that begin alike have the same vector; others stand at right angles."""

    def __init__(self):
        self.asked = []

    def encode(self, texts):
        self.asked.extend(texts)
        rows = np.zeros((len(texts), 27))
        for row, text in enumerate(texts):
            letter = text[:1].lower()
            rows[row, ord(letter) - 96 if letter.isalpha() else 0] = 1.0
        return rows


def vectors():
    return TextVectors(ByFirstLetter)


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
    assert first == [[0, 1], [2, 3, 4], [5], [6], [7, 8]]
    merged = reached(first, joined)
    assert merged == [[0, 1, 2, 3, 4], [5], [6], [7, 8]]
    related = np.zeros((9, 9))
    related[5, 6] = related[6, 5] = 0.5
    assert grown(merged, related, 2) == [[0, 1, 2, 3, 4], [5, 6], [7, 8]]


@given(st.integers(1, 6), st.integers(0, 2**15 - 1))
def test_edges_say_the_same_as_maximal_cliques(n, bits):
    """Two units share a maximal clique exactly if they are joined."""
    pairs = list(combinations(range(n), 2))
    edges = [pair for place, pair in enumerate(pairs) if bits >> place & 1]
    joined = graph(edges, n)
    assert reached(runs(joined), joined) == naive.segments_by_cliques(edges, n)


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
    related = WordRelatedness({"ant": 0.5}, vectors())(
        Document("d", ("ant bee", "apple", "cow"), ())
    )
    assert related == pytest.approx(np.array([[0, 0.375, 0], [0.375, 0, 0], [0, 0, 0]]))


def test_units_without_words_are_related_to_nothing():
    """Empty units, and a document of them."""
    assert WordRelatedness({}, vectors())(Document("d", ("", "of"), ())).tolist() == [
        [0, 0],
        [0, 0],
    ]
    assert UnitRelatedness(vectors())(Document("d", (), ())).shape == (0, 0)


def test_units_are_related_by_their_own_vectors():
    """The cosine, and zero to itself."""
    related = UnitRelatedness(vectors())(Document("d", ("ant", "apple", "bee"), ()))
    assert related == pytest.approx(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]))


def test_rarer_words_have_more_content():
    """Falls with the count, stays between zero and one."""
    content = information_content(["a"] * 8 + ["b"] * 2 + ["c"])
    assert 0 < content["a"] < content["b"] < content["c"] < 1


@pytest.mark.parametrize("by_words", [True, False])
def test_graphseg_learns_a_setting_that_cuts_its_own_text(by_words):
    """Three units on a, three on b; a threshold between 0 and 1 separates them."""
    text = Document("d", ("ant", "apple", "arm", "bee", "bat", "bow"), (3,))
    method = GraphSegLearner(by_words, vectors()).learn([text, text])
    assert method.name == ("graphseg" if by_words else "graphseg-units")
    assert method.segment(text.blind(), None) == (3,)
    assert method.segment(Document("e", (), ()), None) == ()


def test_a_word_is_encoded_once():
    """The encoder is asked for new words only."""
    encoder = ByFirstLetter()
    texts = TextVectors(lambda: encoder)
    texts.of_words(["ant", "bee", "ant"])
    assert texts.of_words(["bee", "cow"]).shape == (2, 27)
    assert encoder.asked == ["ant", "bee", "cow"]


def word(direction, importance=1.0, unit=0):
    return Keyword(np.eye(3)[direction], importance, unit)


def test_likeness_by_hand():
    """A like word one unit back and an unlike one two units back: (1 * 1 + 0 / 2) / (1 + 1/2)."""
    before = [word(0, unit=4), word(1, unit=3)]
    assert likeness(before, [word(0, unit=5)]) == pytest.approx(2 / 3)


def test_only_the_first_similar_pair_sticks():
    """Two words per unit at most, the more important ones first."""
    before, now = [word(0), word(1)], [word(1, unit=1), word(0, unit=1)]
    assert [kept.unit for kept in sticking(before, now)] == [0, 1]
    assert sticking([word(0)], [word(1)]) == []


def test_a_full_memory_forgets_its_least_important_words():
    """Ten words become six, most important first."""
    memory = [word(0, importance=value) for value in range(10)]
    assert [kept.importance for kept in trimmed(memory)] == [9, 8, 7, 6, 5, 4]
    assert trimmed(memory[:9]) == memory[:9]


def test_the_walk_cuts_where_nothing_is_alike_and_forgets():
    """a, a, b, b: only the change is unlike; a unit without keywords is walked over."""
    units = [[word(0, unit=0)], [word(0, unit=1)], [], [word(1, unit=3)], [word(1, unit=4)]]
    assert walk(units, 0.3) == ()
    assert walk([unit for unit in units if unit], 0.3) == (2,)
    assert walk([], 0.3) == ()


def test_keywords_are_the_words_most_like_their_unit():
    """The unit begins with b, so bee comes first; repeats count once."""
    found = keywords(Document("d", ("bee ant bee",), ()), vectors())
    assert [round(kept.importance, 3) for kept in found[0]] == [1.0, 0.0]


def test_coherence_learns_a_threshold_that_cuts_its_own_text():
    """Three units on a, three on b."""
    text = Document("d", ("ant", "apple", "arm", "bee", "bat", "bow"), (3,))
    method = CoherenceLearner(vectors()).learn([text, text])
    assert isinstance(method, Coherence)
    assert method.segment(text.blind(), None) == (3,)


@pytest.mark.parametrize("learner", [GraphSegLearner(), CoherenceLearner()])
def test_both_need_other_documents(learner):
    with pytest.raises(InputError, match="at least two documents"):
        learner.learn([])
