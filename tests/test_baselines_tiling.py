"""TextTiling, both forms, and tiling on vectors."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_baselines as naive
from embed_kcpd.errors import VectorsError
from embed_kcpd.evaluation.baselines import gaps
from embed_kcpd.evaluation.baselines.embedding_tiling import (
    EmbeddingTiling,
    ThresholdTiling,
    deep_valleys,
    mean_pair_similarity,
)
from embed_kcpd.evaluation.baselines.texttiling import (
    TextTiling,
    TokenTiling,
    nearest_starts,
    tiles,
)
from embed_kcpd.evaluation.datasets import Document

scores = st.lists(st.integers(0, 5).map(float), min_size=1, max_size=12).map(np.array)


@given(scores)
def test_depths_are_two_climbs(values):
    """Each gap's depth is what climbing by hand to both sides gives."""
    expected = [naive.depth(values, gap) for gap in range(len(values))]
    assert gaps.depths(values) == pytest.approx(expected)


@given(scores)
def test_minima_are_lower_than_both_sides(values):
    """Leaving the flat of a minimum to either side goes up."""
    for gap in gaps.minima(values):
        left, right = gap, gap
        while values[left] == values[gap]:
            left -= 1
        while values[right] == values[gap]:
            right += 1
        assert left >= 0
        assert values[left] > values[gap] < values[right]


@given(scores, st.integers(1, 5))
def test_chosen_gaps_keep_their_distance_and_none_could_be_added(values, apart):
    """A gap that was left out is too near to a chosen one at least as deep."""
    chosen = gaps.deepest_apart(values, range(len(values)), apart)
    assert all(right - left >= apart for left, right in pairwise(chosen))
    for gap in set(range(len(values))) - set(chosen):
        assert any(abs(gap - other) < apart and values[other] >= values[gap] for other in chosen)


def test_block_similarity_by_hand():
    """Rows a, a, b with blocks of two: gap 0 compares a with a+b, gap 1 a+a with b."""
    rows = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    assert gaps.block_similarity(rows, 2) == pytest.approx([1 / np.sqrt(2), 0.0])
    assert gaps.block_similarity(rows, 1) == pytest.approx([1.0, 0.0])
    assert gaps.block_similarity(np.zeros((3, 2)), 1) == pytest.approx([0.0, 0.0])


def test_tiles_by_hand():
    """Two words, eight rows, blocks of two rows.

    Similarities across gaps 0 to 6 are 1, 1, 0.71, 0, 0.71, 1, 1; their smoothing leaves the
    valley at gap 3.  Its depth is the only one above the mean less half a deviation that has
    no deeper one within three gaps, beside none: gaps 2 and 4 are too near to it.
    """
    counts = np.array([[1.0, 0.0]] * 4 + [[0.0, 1.0]] * 4)
    raw = gaps.block_similarity(counts, 2)
    assert raw == pytest.approx([1, 1, np.sqrt(0.5), 0, np.sqrt(0.5), 1, 1])
    assert tiles(counts, 2) == [3]


def document(*texts):
    return Document("d", texts, ())


APPLES = "apples pears cherries orchards apples pears"
ENGINES = "engines pistons valves gearboxes engines pistons"


def test_texttiling_cuts_where_the_vocabulary_changes():
    """Four units about fruit, four about engines."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    text = document(*[APPLES] * 4, *[ENGINES] * 4)
    assert TextTiling(block=2).segment(text, None) == (4,)


def test_the_token_form_moves_a_boundary_to_the_nearest_unit():
    """Sequences of 12 tokens are two units of six; the change lies at unit 8."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    text = document(*[APPLES] * 8, *[ENGINES] * 8)
    assert TokenTiling(sequence_tokens=12, block=2).segment(text, None) == (8,)


def test_nearest_starts_never_leave_the_text():
    """Places before the first and beyond the last gap go to the nearest gap."""
    assert nearest_starts(np.array([0.0, 100.0]), [5, 5, 5]) == (1, 2)
    assert nearest_starts(np.array([3.0]), [5]) == ()


def test_mean_pair_similarity_is_the_mean_of_all_pairs():
    """Blocks of two around each gap, all pairs by hand."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(6, 3))
    got = mean_pair_similarity(rows, 2)
    for gap in range(5):
        left, right = range(max(0, gap - 1), gap + 1), range(gap + 1, min(6, gap + 3))
        pairs = [rows[a] @ rows[b] for a in left for b in right]
        assert got[gap] == pytest.approx(np.mean(pairs))


def test_the_threshold_takes_every_gap_below_it_and_the_fair_form_only_the_valley():
    """Three directions in turn: the threshold cuts around the change, the valley once."""
    vectors = np.array([[1.0, 0.0]] * 4 + [[0.0, 1.0]] * 4)
    text = document(*"abcdefgh")
    assert ThresholdTiling(block=2, threshold=0.6).segment(text, vectors) == (3, 4, 5)
    assert EmbeddingTiling(block=2).segment(text, vectors) == (4,)


def test_shallow_valleys_are_left_out():
    """Depths 1.0, 0.1 and 0.9: mean 0.667, deviation 0.403, so 0.1 lies below 0.465."""
    curve = np.array([1.0, 0.5, 1.0, 0.95, 1.0, 0.55, 1.0])
    assert gaps.minima(curve).tolist() == [1, 3, 5]
    assert deep_valleys(curve, 0.5) == [1, 5]
    assert deep_valleys(np.ones(4), 0.5) == []


def test_tiling_vectors_without_vectors_is_an_error():
    """The promise of needs_vectors was not kept."""
    with pytest.raises(VectorsError, match="give one per unit"):
        EmbeddingTiling().segment(document("a", "b"), None)


@pytest.mark.parametrize("method", [TextTiling(), TokenTiling(), ThresholdTiling()])
@pytest.mark.parametrize("texts", [(), ("one",), ("", ""), ("the", "of", "and")])
def test_texts_with_nothing_to_compare_do_not_fail(method, texts):
    """No unit, one unit, no words: boundaries inside the text, or none."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    found = method.segment(document(*texts), np.ones((len(texts), 2)))
    assert all(0 < cut < len(texts) for cut in found)
