"""Headings as evidence: prices, forced ones, limits that come first, titles, paths."""

import json
from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd import (
    Headings,
    Place,
    SegmentCount,
    Settings,
    TextLimits,
    segment_units,
    segment_vectors,
)
from embed_kcpd.annotations.titles import titles_between
from embed_kcpd.errors import LimitsError
from embed_kcpd.evidence.headings import forced_headings, heading_prices, heading_starts
from embed_kcpd.evidence.places import forbidden_starts, place_evidence
from embed_kcpd.granularity.places import with_places
from embed_kcpd.granularity.text_scale.sections import inner_problem
from embed_kcpd.outputs import as_html, as_json
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.problem.objectives import Contrast
from embed_kcpd.readers import read_source, segment_document
from embed_kcpd.readers.source import Source
from test_pipeline import SOIL, STARS

TEXT = f"# Book\n\n## Garden\n\n{' '.join(SOIL)}\n\n## Sky\n\n{' '.join(STARS)}\n"


def levels(*heading):
    return [Place(heading=level) for level in heading]


def book(text=TEXT):
    return read_source(Source("a.md", text.encode()))


def test_headings_one_after_the_other_begin_one_section():
    assert heading_starts(levels(1, 2, 0, 0, 3, 2, 0)) == {4: 2}


def test_the_highest_level_of_the_document_is_worth_most():
    """Whether it is written with two or with three hashes."""
    high = heading_prices(levels(1, 0, 2, 0, 3, 0))

    assert high[2] < high[4] < 0 < high[3]
    assert np.array_equal(high, heading_prices(levels(1, 0, 3, 0, 4, 0)))


def test_without_headings_nothing_changes():
    assert not heading_prices(levels(0, 0, 0)).any()
    assert not heading_prices(levels(1, 0, 0)).any()
    assert heading_prices([]).shape == (0,)


def test_a_turn_makes_a_boundary_cheaper_by_what_it_is_worth():
    """Whatever headings mean."""
    places = [Place(), Place(turn=1.5), Place()]
    assert place_evidence(places, Headings.favour).tolist() == [0.0, -1.5, 0.0]
    assert place_evidence(places, Headings.ignore).tolist() == [0.0, -1.5, 0.0]


def test_a_heading_stands_with_the_unit_under_it():
    """Also the first of the text; where headings mean nothing, only tables hold together."""
    places = [Place(heading=1), Place(), Place(), Place(continues=True)]
    assert forbidden_starts(places, Headings.favour) == {1, 3}
    assert forbidden_starts(places, Headings.ignore) == {3}
    assert forbidden_starts([replace(places[0], continues=True)], Headings.ignore) == set()


def test_forced_headings_go_as_deep_as_sections_are_not_tiny():
    deep = levels(2, *[0] * 9, 2, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 2, *[0] * 9)

    assert forced_headings(deep) == {10, 21}
    assert forced_headings(levels(2, *[0] * 6, 3, *[0] * 6, 2, *[0] * 6)) == {7, 14}
    assert forced_headings(levels(0, 1, 0, 1, 0)) == {1, 3}


def test_a_heading_is_a_boundary_and_the_title(encoder):
    result = segment_document(book(), Settings(encoder=encoder))

    assert [segment.title for segment in result.segments] == ["Book", "Sky"]
    assert result.segments[1].text.startswith("Sky")


def test_ignored_headings_are_no_titles(encoder):
    settings = Settings(encoder=encoder, headings=Headings.ignore)
    places = [Place(heading=1, headings=("Title",)), *[Place()] * 7]

    result = segment_units([*SOIL, *STARS], settings, places=places)

    assert result.segments[0].title != "Title"


def test_the_provenance_says_what_headings_mean(encoder):
    """Where there are any."""
    document = book()
    for headings in Headings:
        result = segment_document(document, Settings(encoder=encoder, headings=headings))
        assert result.provenance["headings"] == headings.value
    assert "headings" not in segment_units(SOIL, Settings(encoder=encoder)).provenance


@pytest.mark.parametrize("headings", Headings)
def test_titles_of_other_boundaries_are_made_as_those_of_the_result(encoder, headings):
    """Ignored headings were the titles of other levels; key phrases of posts began with verbs."""
    settings = Settings(encoder=encoder, headings=headings)
    posts = ["we achieve great growth", "to achieve soil, achieve rain", "they achieve more"] * 4
    dated = [Place(date=datetime(2024, 1, day)) for day in range(1, 13)]
    for result in (
        segment_document(book(), settings),
        segment_units(posts, replace(settings, granularity=SegmentCount(2)), places=dated),
    ):
        made = titles_between(result, result.boundaries)
        assert tuple(title.text for title in made) == result.titles
        assert tuple(title.keywords for title in made) == result.keywords


def test_the_path_of_headings_goes_to_json_and_report(encoder):
    result = segment_document(book(), Settings(encoder=encoder))
    values = json.loads(as_json(result))["segments"]

    assert values[0]["place"]["headings"] == ["Book"]
    assert values[1]["place"]["headings"] == ["Book", "Sky"]
    assert "· Book</p>" in as_html(result)


def test_pages_go_to_the_report(encoder):
    places = [Place(page=1 + at // 4) for at in range(8)]
    result = segment_units([*SOIL, *STARS], Settings(encoder=encoder), places=places)

    assert "· page" in as_html(result)


@pytest.mark.parametrize("headings", [Headings.favour, Headings.force])
def test_a_table_too_large_for_a_segment_is_cut(encoder, headings):
    """A limit that somebody sets is kept; code and tables are cut only where they must be."""
    places = [Place(continues=at > 0) for at in range(8)]
    limits = TextLimits(max_size=3)
    settings = Settings(encoder=encoder, limits=limits, headings=headings)

    result = segment_units([*SOIL, *STARS], settings, places=places)

    assert len(result.segments) >= 3


def test_a_heading_too_near_to_the_one_before_is_not_forced(encoder):
    places = levels(0, 0, 1, 0, 1, 0, 0, 0)
    settings = Settings(encoder=encoder, headings=Headings.force, limits=TextLimits(min_size=3))

    result = segment_units([*SOIL, *STARS], settings, places=places)

    assert result.boundaries in {(4,), ()}


@given(
    heading=st.lists(st.integers(0, 3), min_size=1, max_size=12),
    continues=st.lists(st.booleans(), min_size=12, max_size=12),
    min_size=st.integers(1, 4),
    max_size=st.integers(1, 6) | st.none(),
    headings=st.sampled_from(Headings),
)
def test_places_never_make_a_segmentation_impossible(
    heading, continues, min_size, max_size, headings
):
    """Whatever can be cut without places can be cut with them, within the same limits."""
    if max_size is not None and max_size < min_size:
        return
    rows = np.random.default_rng(0).normal(size=(len(heading), 3))
    places = [
        Place(heading=level, continues=part)
        for level, part in zip(heading, continues, strict=False)
    ]
    settings = Settings(limits=Limits(min_size, max_size), confidence=False, headings=headings)
    try:
        segment_vectors(rows, settings)
    except LimitsError:
        return

    cut = segment_vectors(rows, settings, places=places)

    assert all(end - start >= min_size for start, end in cut.spans)
    assert all(end - start <= (max_size or 99) for start, end in cut.spans)


@pytest.mark.parametrize("command", ["segment", "path"])
def test_the_option_reaches_the_settings(run, tmp_path, command):
    """Headings that are forced are boundaries, whatever the text says."""
    page = tmp_path / "a.md"
    page.write_text("".join(f"# Part {n}\n\n{' '.join(SOIL)}\n\n" for n in range(4)))

    _, forced, _ = run(command, page, "--headings", "force", "--json")
    _, ignored, _ = run(command, page, "--headings", "ignore", "--json")

    assert '"Part 3"' in forced or command == "path"
    assert forced != ignored


def test_a_segment_cut_as_a_text_of_its_own_keeps_its_headings():
    """Levels below the segmentation know the headings inside it."""
    rng = np.random.default_rng(0)
    problem = Contrast().problem(rng.normal(size=(30, 8)), np.full(30, 20.0), UNLIMITED)
    places = [Place(heading=int(unit == 14)) for unit in range(30)]
    placed = with_places(problem, places, Headings.favour)

    inner = inner_problem(placed, 10, 25)
    plain = inner_problem(problem, 10, 25)

    assert np.allclose(inner.evidence - plain.evidence, placed.from_places[10:25])
    assert inner.evidence[4] < plain.evidence[4]
    assert 5 in inner.limits.forbidden
