"""Boundaries of conversations stand where speakers begin; long ones have chapters enough."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_turns
from embed_kcpd import Settings
from embed_kcpd.chapters import chapters
from embed_kcpd.evidence.turns import LONG_TURN, QUESTION, turn_discounts
from embed_kcpd.granularity.fixed import Penalty, SegmentCount
from embed_kcpd.granularity.text_scale.rule import FROM_LENGTH, TextScale
from embed_kcpd.granularity.turns import Parts, better_starts
from embed_kcpd.pipeline import segment_vectors
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast
from embed_kcpd.problem.text_limits import TextLimits
from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.readers.segmenting import document_settings, segment_document
from embed_kcpd.text.places import Place
from embed_kcpd.text.units import unit_texts

GARDEN = "The garden has soil and worms and beans in spring and roots below them."
SKY = "The telescope shows stars and planets and a comet in the night sky above."
ASKED = (
    "And what does the telescope show to us of the stars and planets and of the comet in "
    "that night sky above the town?"
)


def conversation(n_before=23, n_after=23, speakers=("Ann", "Ben")):
    """Ann talks of her garden, then asks about the sky, in cues of ten seconds."""
    texts = [GARDEN] * n_before + [ASKED] + [SKY] * n_after
    asked = ["Ben"] * n_before + ["Ann"] + ["Ben"] * n_after
    names = dict(zip(("Ann", "Ben"), speakers, strict=True))
    cues = [
        Piece(text, Place(None, 10.0 * n, 10.0 * n + 10.0, speaker=names[name]))
        for n, (text, name) in enumerate(zip(texts, asked, strict=True))
    ]
    return Document("talk.srt", "srt", DocumentKind.recording, tuple(cues))


@pytest.mark.parametrize("n_before", [21, 22, 24, 25])
def test_a_chapter_begins_with_the_question_that_opens_it(encoder, n_before):
    """Where a passage of three cues begins with it, and where it stands inside one."""
    document = conversation(n_before)
    made = chapters(document, Settings(encoder=encoder, granularity=SegmentCount(2)))

    assert [chapter.start for chapter in made.chapters] == [0.0, 10.0 * n_before]


def test_recut_passages_tile_the_text_and_are_encoded_as_they_are(encoder):
    document = conversation(22)
    result = segment_document(document, Settings(encoder=encoder, granularity=SegmentCount(2)))
    before = document_settings(document, Settings(encoder=encoder)).unit

    assert "".join(document.text[u.start : u.end] for u in result.units) == document.text
    assert len(result.units) == len(before.units)
    assert result.units != before.units
    texts = unit_texts(document.text, result.units)
    np.testing.assert_array_equal(result.vectors, encoder.encode(texts))
    starts = [place.start_seconds for place in result.places]
    assert starts == sorted(starts)


@pytest.mark.parametrize("speakers", [(None, None), ("Ann", "Ann")])
def test_without_two_speakers_passages_stay_as_they_are(encoder, speakers):
    document = conversation(22, speakers=speakers)
    settings = Settings(encoder=encoder, granularity=SegmentCount(2))

    before = document_settings(document, settings).unit
    assert segment_document(document, settings).units == before.units


def test_given_vectors_belong_to_the_passages_as_they_are(encoder):
    document = conversation(22)
    settings = Settings(encoder=encoder, granularity=SegmentCount(2))
    before = document_settings(document, settings).unit
    vectors = encoder.encode(unit_texts(document.text, before.units))

    assert segment_document(document, settings, vectors=vectors).units == before.units


def test_a_least_duration_holds_for_passages_cut_again(encoder):
    settings = Settings(
        encoder=encoder, granularity=SegmentCount(4), limits=TextLimits(min_seconds=90.0)
    )
    made = chapters(conversation(22), settings)

    assert min(chapter.end - chapter.start for chapter in made.chapters) >= 90.0


def test_a_turn_counts_when_it_is_long_or_asks():
    long, asks = "word " * 20, "why?"
    discounts = turn_discounts([long, long, asks, asks, "no", long], list("AABBCD"))

    assert discounts.tolist() == [0.0, 0.0, QUESTION, 0.0, 0.0, LONG_TURN]
    assert turn_discounts([], []).tolist() == []
    assert turn_discounts([long, long], ["A", None]).tolist() == [0.0, 0.0]


@st.composite
def placings(draw):
    """A problem, a decision about it and parts of its units, as a recording has them."""
    n_units = draw(st.integers(3, 12))
    per_unit = draw(st.lists(st.integers(1, 4), min_size=n_units, max_size=n_units))
    rng = np.random.default_rng(draw(st.integers(0, 2**16)))
    starts = np.arange(sum(per_unit)) * 10
    units = starts[np.append(0, np.cumsum(per_unit))[:-1]]
    seconds = np.cumsum(rng.uniform(0.0, 30.0, len(starts)))
    problem = Contrast().problem(rng.normal(size=(n_units, 3)), np.full(n_units, 20.0), UNLIMITED)
    decision = Penalty(draw(st.floats(0.0, 1.0))).decide(problem)
    fixed = frozenset(draw(st.lists(st.integers(0, n_units - 1), max_size=2)))
    farthest = draw(st.sampled_from([0.0, 20.0, 60.0]))
    discounts = rng.uniform(0, 2, len(starts))
    return problem, decision, Parts(units, starts, seconds, discounts, fixed, farthest)


@given(placings())
def test_each_boundary_stands_at_the_cheapest_part_near_it(placing):
    """As trying every part one by one; units keep their order, and none begins twice."""
    problem, decision, parts = placing
    better = better_starts(problem, decision, parts)
    edges = decision.segmentation.edges

    assert len(better) == len(edges) - 2
    assert sorted(better) == list(better)
    assert list(better.values()) == sorted(set(better.values()))
    for n, (unit, part) in enumerate(better.items(), 1):
        value, own = naive_turns.placed_cost(problem, decision, parts, edges[n - 1 : n + 2])
        assert value(part) == pytest.approx(min(value(each) for each in own), abs=1e-9)
        assert unit == naive_turns.nearest_unit(parts, part)


def blurred(n_units=400, seed=3):
    """Vectors that drift: neighbours are alike, and no boundary is sharp."""
    rng = np.random.default_rng(seed)
    steps = rng.normal(size=(n_units, 24))
    drift = np.zeros_like(steps)
    for n in range(1, n_units):
        drift[n] = 0.97 * drift[n - 1] + 0.25 * steps[n]
    return drift + 0.5 * rng.normal(size=drift.shape)


def test_turns_place_boundaries_and_make_them_no_surer():
    """Boundaries that turns speak for cost less, and are as probable as without them."""
    vectors, settings = blurred(120), Settings(granularity=SegmentCount(6))
    silent = [Place(start_seconds=10.0 * n) for n in range(len(vectors))]
    quiet = segment_vectors(vectors, settings, places=silent)
    spoken = [
        replace(place, turn=1.5 * (unit in quiet.boundaries)) for unit, place in enumerate(silent)
    ]
    loud = segment_vectors(vectors, settings, places=spoken)

    assert loud.boundaries == quiet.boundaries
    assert loud.objective == pytest.approx(quiet.objective - 5 * 1.5)
    assert 0.0 < min(quiet.probabilities) < 0.99
    # The level of prices is guessed from the gains, which differ.
    assert loud.probabilities == pytest.approx(quiet.probabilities, abs=0.01)


def test_a_long_recording_has_as_many_chapters_as_are_usual_at_least():
    problem = Contrast().problem(blurred(), np.full(400, 40.0), UNLIMITED)
    own = TextScale(sections=False).decide(problem).segmentation
    n_own = len(own.spans)

    decision = TextScale(sections=False, fewest=2 * n_own).decide(problem)
    more = decision.segmentation
    as_many = TextScale(sections=False, fewest=n_own).decide(problem).segmentation

    assert len(more.spans) == 2 * n_own
    assert decision.explanation.rule == FROM_LENGTH
    assert min(more.gains) >= -1e-9
    assert as_many.boundaries == own.boundaries


def test_limits_come_before_the_fewest_chapters():
    problem = Contrast().problem(blurred(), np.full(400, 40.0), UNLIMITED)
    limited = replace(problem, limits=replace(UNLIMITED, min_size=60))

    found = TextScale(sections=False, fewest=50).decide(limited).segmentation
    assert min(end - start for start, end in found.spans) >= 60


@pytest.mark.parametrize(("minutes", "fewest"), [(0, 1), (20, 1), (44, 1), (45, 6), (210, 30)])
def test_only_long_recordings_have_a_fewest_number(minutes, fewest):
    cue = Piece("word.", Place(None, 0.0, 60.0 * minutes))
    document = Document("talk.srt", "srt", DocumentKind.recording, (cue,))

    assert document_settings(document, Settings()).granularity.fewest == fewest


@pytest.mark.parametrize(("minutes", "fewest"), [(20, 1), (45, 6)])
def test_a_broadcast_whose_times_begin_at_ten_hours_is_as_long_as_it_lasts(minutes, fewest):
    """The hours before the first word counted, so that a short one was cut too often."""
    cue = Piece("word.", Place(None, 36_000.0, 36_000.0 + 60.0 * minutes))
    document = Document("talk.srt", "srt", DocumentKind.recording, (cue,))

    assert document_settings(document, Settings()).granularity.fewest == fewest
