"""Coherence: keywords in their context, and the walk that remembers them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_baselines as naive
from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.manifest import is_whole
from embed_kcpd.encoders.models.official import MINILM
from embed_kcpd.encoders.models.pretrained import MiniLm, Multilingual
from embed_kcpd.encoders.models.session import Tokens
from embed_kcpd.encoders.models.store import converted_home
from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.evaluation.baselines.coherence import Coherence, CoherenceLearner, likeness, walk
from embed_kcpd.evaluation.baselines.context_vectors import (
    UnitInContext,
    in_context,
    pooled_words,
)
from embed_kcpd.evaluation.baselines.keywords import Constants, chosen_keywords
from embed_kcpd.evaluation.datasets import Document

needs_model = pytest.mark.skipif(
    not is_whole(converted_home(MINILM, Precision.INT8)), reason="the model is not on this machine"
)


def unit(*words):
    """A unit from pairs of a direction and an importance."""
    rows = np.array([np.eye(3)[direction] for direction, _ in words]).reshape(-1, 3)
    importance = np.array([importance for _, importance in words], dtype=float)
    return UnitInContext(tuple(str(at) for at in range(len(words))), rows, importance)


def by_first_letter(units):
    """Words that begin alike have the same vector, others stand at right angles."""
    rows = [np.eye(27)[[ord(word[0]) - 96 for word in text.split()]] for text in units]
    return [
        UnitInContext(tuple(u.split()), r, np.ones(len(r)))
        for u, r in zip(units, rows, strict=True)
    ]


def keywords(*units, **constants):
    return chosen_keywords(units, Constants(**constants))


def test_the_most_important_words_are_kept_in_their_order():
    """Three of four, most important first, and none of a unit without words."""
    kept = keywords(unit((0, 0.1), (1, 0.4), (2, 0.2), (0, 0.3)), unit(), keywords=3)
    assert kept.importance.tolist() == [0.4, 0.3, 0.2]
    assert kept.first == (0, 3, 3)
    assert kept.units.tolist() == [0, 0, 0]


def test_likeness_by_hand():
    """A like word one unit back and an unlike one two units back: (1 * 1 + 0 / 2) / (1 + 1/2)."""
    kept = keywords(unit((1, 1)), unit((0, 1)), unit((0, 1)))
    assert likeness(kept, [0, 1], 2) == pytest.approx(2 / 3)


def test_only_the_first_similar_pair_sticks():
    """The new unit's most important word that is like one of the old; old before new."""
    kept = keywords(unit((0, 0.9), (1, 0.8)), unit((1, 0.9), (0, 0.8)), unit((2, 1)))
    assert kept.sticking == ((), (1, 2), ())


def test_a_full_memory_forgets_its_least_important_words():
    """Ten words become six, most important first."""
    kept = keywords(unit(*((0, value) for value in range(10))), keywords=10)
    memory = [int(np.flatnonzero(kept.importance == value)[0]) for value in range(10)]
    assert kept.importance[kept.trimmed(memory)].tolist() == [9, 8, 7, 6, 5, 4]
    assert kept.trimmed(memory[:9]) == memory[:9]


def test_the_walk_cuts_where_nothing_is_alike_and_forgets():
    """a, a, b, b: only the change is unlike; a unit without keywords is walked over."""
    units = [unit((0, 1)), unit((0, 1)), unit(), unit((1, 1)), unit((1, 1))]
    assert walk(keywords(*units), 0.3) == ()
    assert walk(keywords(*(u for u in units if u.words)), 0.3) == (2,)
    assert walk(keywords(), 0.3) == ()


@given(
    st.lists(st.integers(0, 4), max_size=8),
    st.integers(0, 1000),
    st.floats(-0.5, 0.9),
    st.builds(Constants, st.integers(1, 4), st.floats(-1, 1), st.integers(2, 5), st.integers(0, 2)),
)
def test_the_walk_is_the_one_word_by_word(sizes, seed, threshold, constants):
    """Means and pairs computed once say the same as every pair of words by itself."""
    rng = np.random.default_rng(seed)
    units = []
    for size in sizes:
        rows = rng.normal(size=(size, 3))
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        units.append(UnitInContext(("w",) * size, rows, rng.random(size)))
    kept = chosen_keywords(units, constants)
    words = [[(kept.rows[w], kept.importance[w]) for w in kept.of(at)] for at in range(len(units))]
    assert walk(kept, threshold) == naive.coherence_boundaries(words, threshold, constants)


def test_coherence_learns_a_threshold_that_cuts_its_own_text():
    """Three units on a, three on b."""
    text = Document("d", ("ant", "apple", "arm", "bee", "bat", "bow"), (3,))
    method = CoherenceLearner(context=by_first_letter).learn([text, text])
    assert isinstance(method, Coherence)
    assert method.segment(text.blind(), None) == (3,)


def test_coherence_needs_other_documents():
    with pytest.raises(InputError, match="at least two documents"):
        CoherenceLearner().learn([])


def test_a_word_is_the_mean_of_its_pieces_where_it_occurs_first():
    """ "rivers" in two pieces; marks, function words and the second occurrence count nothing."""
    text = "The rivers: rivers."
    spans = ((0, 0), (0, 3), (4, 9), (9, 10), (10, 11), (12, 18), (18, 19), (0, 0))
    rows = np.zeros((8, 2), dtype=np.float32)
    rows[2], rows[3], rows[5] = (1, 0), (0, 1), (5, 5)
    pooled = pooled_words(text, Tokens(spans, rows))
    assert list(pooled) == ["rivers"]
    assert pooled["rivers"] == pytest.approx([0.5**0.5, 0.5**0.5])


def test_a_word_behind_the_last_piece_is_left_out():
    tokens = Tokens(((0, 0), (0, 5), (0, 0)), np.ones((3, 2), dtype=np.float32))
    assert list(pooled_words("river bank", tokens)) == ["river"]


@needs_model
def test_tokens_pool_to_the_vector_of_the_text():
    """Their mean has the direction of the encoder's vector; their spans cut the text."""
    texts = ["A bank by the river.", "", "Money in the bank " * 200]
    encoder = MiniLm()
    for text, tokens, row in zip(
        texts, encoder.encode_tokens(texts), encoder.encode(texts), strict=True
    ):
        mean = tokens.rows.mean(axis=0)
        assert mean / np.linalg.norm(mean) == pytest.approx(row, abs=1e-6)
        assert len(tokens.spans) == len(tokens.rows) <= 256
        assert all(0 <= start <= end <= len(text) for start, end in tokens.spans)


@needs_model
def test_a_word_has_another_vector_in_another_context():
    """The bank of a river is not the bank with the money."""
    river, money, again = in_context(
        ["We sat on the bank of the river.", "The bank lent us the money.", "A bank of the river."]
    )
    vectors = [u.rows[u.words.index("bank")] for u in (river, money, again)]
    assert vectors[0] @ vectors[2] > vectors[0] @ vectors[1]
    assert in_context([]) == []


def test_an_encoder_without_tokens_says_so():
    with pytest.raises(OptionsError, match="has no vectors of tokens"):
        Multilingual().encode_tokens(["a"])
