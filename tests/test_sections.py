"""Streams of documents that have sections: both scales are found, single texts stay as they are."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from embed_kcpd import Contrast, Limits, Settings, TextScale, native, segment_vectors
from embed_kcpd.granularity.text_scale import sections
from embed_kcpd.granularity.text_scale.order import order_score
from embed_kcpd.granularity.text_scale.rule import FROM_SECTIONS
from embed_kcpd.granularity.text_scale.short_texts import short_texts
from embed_kcpd.problem.limits import UNLIMITED
from test_granularity import blocks

SECTION, SECTIONS, DOCUMENTS = 8, 4, 12


def stream(seed=0, section=0.8, noise=1.0):
    """Twelve documents of four sections of eight units each."""
    rng = np.random.default_rng(seed)
    place = np.arange(DOCUMENTS * SECTIONS * SECTION)
    documents = rng.normal(size=(DOCUMENTS, 100))[place // (SECTIONS * SECTION)]
    topics = rng.normal(size=(DOCUMENTS * SECTIONS, 100))[place // SECTION]
    return 1.5 * documents + section * topics + noise * rng.normal(size=(len(place), 100))


def test_a_stream_of_documents_is_cut_at_their_sections():
    """Every document and most sections; the explanation says what was done."""
    result = segment_vectors(stream())
    joints = set(range(32, 384, 32))
    assert joints <= set(result.boundaries)
    assert len(result.spans) == pytest.approx(48, abs=5)
    assert result.explain().rule == FROM_SECTIONS
    assert all(gain >= -1e-9 for gain in result.gains)


def test_both_scales_are_offered_as_levels():
    result = segment_vectors(stream(), Settings(levels=2))
    coarse, fine = (level.segmentation for level in result.hierarchy.levels)
    assert fine.boundaries == result.boundaries
    assert coarse.boundaries == tuple(range(32, 384, 32))


def test_documents_without_sections_are_cut_once():
    result = segment_vectors(stream(section=0.0))
    assert result.boundaries == tuple(range(32, 384, 32))
    assert result.explain().rule != FROM_SECTIONS


def test_the_topics_of_one_text_are_not_cut_again():
    for length in (8, 30):
        result = segment_vectors(blocks([length] * 12, seed=1, dim=100, noise=1.0))
        assert len(result.spans) == 12


def test_sections_keep_to_the_limits():
    limits = Limits(min_size=6, forbidden=frozenset({8, 40}))
    result = segment_vectors(stream(), Settings(limits=limits))
    assert min(end - start for start, end in result.spans) >= 6
    assert not {8, 40} & set(result.boundaries)


def test_the_order_inside_is_that_of_each_segment_alone():
    """Weighted by units; segments of fewer than eight count as unordered."""
    problem = Contrast().problem(stream(), np.full(384, 20.0), UNLIMITED)
    spans = [(0, 32), (32, 36), (36, 384)]
    inside = []
    for start, end in (spans[0], spans[2]):
        inner = Contrast().problem(
            np.asarray(problem.rows[start:end]), np.full(end - start, 20.0), UNLIMITED
        )
        inside.append(order_score(inner.rows.weighted(inner.weights)) * (end - start))
    expected = sum(inside) / 384 >= sections.LEAST_INSIDE
    sharp = sections.STREAM_SHARPNESS * 384**0.5
    for known in ({}, short_texts(problem, spans)):
        assert sections.has_sections(problem, spans, known) == expected
    assert sections.is_stream(384, 3, sharp)
    assert not sections.is_stream(384, 3, sharp - 1e-6)
    assert not sections.is_stream(384, 1, sharp)


@pytest.mark.parametrize("section", [0.0, 0.2, 0.3, 0.4, 0.5, 0.8])
@pytest.mark.parametrize("seed", range(4))
def test_bounds_decide_as_the_order_inside_all_segments_does(section, seed):
    """Long segments are bounded first, short ones measured at once; the mean decides."""
    rng = np.random.default_rng(seed)
    place = np.arange(600)
    topics = rng.normal(size=(20, 100))[place // 30]
    vectors = section * topics + rng.normal(size=(600, 100))
    problem = Contrast().problem(vectors, np.full(600, 20.0), UNLIMITED)
    spans = list(pairwise([0, 5, 60, 160, 240, 390, 460, 600]))
    scores = [sections._inner_order(problem, start, end) for start, end in spans[1:]]
    mean = np.average([0.0, *scores], weights=[end - start for start, end in spans])
    known = short_texts(problem, spans)
    assert sections.has_sections(problem, spans, known) == (mean >= sections.LEAST_INSIDE)


def test_a_step_coarser_still_has_two_thirds_as_many_segments():
    vectors = stream()
    own = segment_vectors(vectors)
    coarser = segment_vectors(vectors, Settings(granularity=TextScale(coarser=1)))
    assert len(coarser.spans) == own.explain().evidence.coarser
    assert set(coarser.boundaries) <= set(own.boundaries)


@pytest.mark.parametrize("n_segments", [1, 24, 25, 30, 47, 48, 49, 500])
def test_no_more_segments_are_looked_into_than_is_said(n_segments):
    """Evenly spaced ones from the first on, and more than half as many as may be."""
    spans = [(10 * k, 10 * k + 10) for k in range(n_segments)]
    looked = sections.looked_into(spans)
    least = min(n_segments, sections.MOST_LOOKED_INTO // 2)
    assert least < len(looked) + 1 <= sections.MOST_LOOKED_INTO + 1
    assert looked[0] == spans[0]


@pytest.mark.skipif(not native.native_available(), reason="the extension was not built")
def test_a_bound_just_above_the_least_order_does_not_decide(monkeypatch):
    """The order itself does."""
    problem = Contrast().problem(stream(), np.ones(384), UNLIMITED)
    for order in (sections.LEAST_INSIDE, sections.LEAST_INSIDE - 0.01):
        monkeypatch.setattr(sections, "_inner_order_at_most", lambda *_: sections.LEAST_INSIDE)
        monkeypatch.setattr(sections, "_inner_order", lambda *_, order=order: order)
        is_ordered = order >= sections.LEAST_INSIDE
        assert sections.has_sections(problem, [(0, 200), (200, 384)], {}) == is_ordered


def test_few_units_count_as_unordered():
    """Whatever their order was measured to be."""
    ordered = {(0, n): SimpleNamespace(order=9.0) for n in (7, 8)}
    assert [sections._known_order(ordered, (0, n)) for n in (7, 8, 9)] == [0.0, 9.0, None]
