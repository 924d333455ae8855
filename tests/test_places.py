"""Units that know where they come from: evidence, limits and outputs follow their places."""

import json
from datetime import datetime

import numpy as np
import pytest

from embed_kcpd import (
    Headings,
    Place,
    Settings,
    TextLimits,
    TextTarget,
    segment_units,
    segment_vectors,
)
from embed_kcpd.errors import InputError, OptionsError, VectorsError
from embed_kcpd.outputs import as_json
from embed_kcpd.problem.text_limits import seconds_of
from embed_kcpd.readers import Document, DocumentKind, Piece, segment_document
from test_pipeline import SOIL, STARS

UNITS = [*SOIL, *STARS]


def spoken_places(seconds=10.0):
    return [
        Place(start_seconds=seconds * i, end_seconds=seconds * i + 8, speaker="AB"[i % 2])
        for i in range(len(UNITS))
    ]


def test_a_segment_says_when_it_is_said_and_by_whom(encoder):
    result = segment_units(UNITS, Settings(encoder=encoder), places=spoken_places())
    values = json.loads(as_json(result))["segments"]

    assert result.places == tuple(spoken_places())
    assert values[0]["place"]["start_seconds"] == 0.0
    assert values[-1]["place"]["end_seconds"] == 10.0 * len(UNITS) - 2
    assert values[0]["place"]["speakers"] == ["A", "B"]


def test_dates_and_pages_go_from_the_first_to_the_last(encoder):
    places = [Place(date=datetime(2020, 1, 1 + i), page=1 + i // 4) for i in range(len(UNITS))]
    result = segment_units(UNITS, Settings(encoder=encoder), places=places)
    place = json.loads(as_json(result))["segments"][0]["place"]

    last = result.segments[0].end_unit - 1
    assert place["start_date"] == "2020-01-01T00:00:00"
    assert place["end_date"] == places[last].date.isoformat()
    assert (place["start_page"], place["end_page"]) == (1, places[last].page)


def test_a_plain_list_has_no_places(encoder):
    result = segment_units(UNITS, Settings(encoder=encoder))
    assert json.loads(as_json(result))["segments"][0]["place"] is None


def test_limits_in_seconds_are_kept_inside_the_optimisation(encoder):
    limits = TextLimits(min_seconds=30, max_seconds=40)
    result = segment_units(UNITS, Settings(encoder=encoder, limits=limits), places=spoken_places())
    starts = [10.0 * segment.start_unit for segment in result.segments]
    ends = [*starts[1:], 10.0 * len(UNITS) - 2]

    assert all(28 <= end - start <= 40 for start, end in zip(starts, ends, strict=True))


def test_a_target_in_seconds_decides_the_number(encoder):
    settings = Settings(encoder=encoder, granularity=TextTarget(seconds=20))
    result = segment_units(UNITS, settings, places=spoken_places())
    assert len(result.segments) == round((10 * len(UNITS) - 2) / 20)


def test_seconds_need_a_recording(encoder):
    with pytest.raises(OptionsError, match="give a transcript with times"):
        segment_units(UNITS, Settings(encoder=encoder, limits=TextLimits(max_seconds=9)))
    with pytest.raises(OptionsError, match="seconds need a text"):
        segment_vectors(np.eye(4), Settings(limits=TextLimits(max_seconds=9)))


def test_times_that_restart_never_give_a_negative_duration():
    places = [Place(start_seconds=s, end_seconds=s + 1) for s in (5.0, 9.0, 2.0, 12.0)]
    assert seconds_of(places) == [4.0, 0.0, 3.0, 1.0]


def test_a_forced_heading_starts_a_segment_and_keeps_what_follows(encoder):
    """A heading and the unit below it are never parted."""
    places = [Place(heading=int(i == 2)) for i in range(len(UNITS))]
    forced = Settings(encoder=encoder, headings=Headings.force)
    result = segment_units(UNITS, forced, places=places)

    assert 2 in result.boundaries
    assert 3 not in result.boundaries


def test_headings_can_be_ignored(encoder):
    places = [Place(heading=1) for _ in UNITS]
    ignored = Settings(encoder=encoder, headings=Headings.ignore)
    assert (
        segment_units(UNITS, ignored, places=places).boundaries
        == segment_units(UNITS, Settings(encoder=encoder)).boundaries
    )


def test_a_favoured_heading_makes_its_boundary_cheaper(encoder):
    places = [Place(heading=int(i == 3)) for i in range(len(UNITS))]
    plain = segment_units(UNITS, Settings(encoder=encoder, headings=Headings.ignore), places=places)
    favoured = segment_units(UNITS, Settings(encoder=encoder), places=places)

    assert 3 not in plain.boundaries
    assert 3 in favoured.boundaries


def test_a_table_is_never_cut(encoder):
    places = [Place(continues=i > 0) for i in range(len(UNITS))]
    assert segment_units(UNITS, Settings(encoder=encoder), places=places).boundaries == ()


def test_what_a_person_forces_counts_more_than_a_heading(encoder):
    places = [Place(continues=i > 0) for i in range(len(UNITS))]
    limits = TextLimits(forced=frozenset({5}))
    result = segment_units(UNITS, Settings(encoder=encoder, limits=limits), places=places)
    assert result.boundaries == (5,)


def test_places_must_be_as_many_as_units(encoder):
    with pytest.raises(InputError, match="1 places were given for 8 units"):
        segment_units(UNITS, Settings(encoder=encoder), places=[Place()])
    with pytest.raises(VectorsError, match="1 places were given for 4 vectors"):
        segment_vectors(np.eye(4), places=[Place()])
    with pytest.raises(InputError, match=r"place of unit 1 must be Place\(\.\.\.\), got 'B'"):
        segment_vectors(np.eye(2), places=[Place(), "B"])


def test_a_document_is_cut_with_its_places(encoder):
    pieces = tuple(Piece(unit, Place(speaker="ANNA")) for unit in UNITS)
    document = Document("chat", "telegram", DocumentKind.chat, pieces)

    result = segment_document(document, Settings(encoder=encoder))

    assert result.text == document.text
    assert result.boundaries == segment_units(UNITS, Settings(encoder=encoder)).boundaries
    assert result.provenance["unit"] == {"name": "messages"}
    assert {place.speaker for place in result.places} == {"ANNA"}


def test_options_in_seconds_reach_the_settings(run, sample):
    """A plain text has no times, and the message says so."""
    for option in ("--min-seconds", "--max-seconds", "--target-seconds"):
        code, _, err = run("segment", sample, option, "30")
        assert code == 2
        assert "give a transcript with times" in err


def test_the_formats_are_listed(run):
    code, out, _ = run("formats")
    assert code == 0
    assert "plain text" in out


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"start_seconds": float("nan")}, "start_seconds must be a finite number, got nan"),
        ({"end_seconds": "0:02"}, "end_seconds must be a finite number"),
        ({"page": 1.5}, "page must be a whole number"),
        ({"date": "2026-01-02"}, "date must be a datetime"),
        ({"speaker": 3}, "speaker must be a string"),
    ],
)
def test_a_place_of_other_values_is_refused(encoder, wrong, message):
    """As a table has them; they failed when the JSON or the report was written."""
    places = [*spoken_places()[:-1], Place(**wrong)]
    with pytest.raises(InputError, match=f"the place of unit {len(UNITS) - 1}: {message}"):
        segment_units(UNITS, Settings(encoder=encoder), places=places)


def test_places_may_hold_numbers_of_numpy_and_be_held_by_an_array(encoder):
    places = [
        Place(start_seconds=np.float32(i), end_seconds=np.float32(i + 1), page=np.int64(i))
        for i in range(len(UNITS))
    ]
    result = segment_units(UNITS, Settings(encoder=encoder), places=places)
    place = json.loads(as_json(result))["segments"][0]["place"]
    assert (place["start_seconds"], place["start_page"]) == (0.0, 0)
    assert segment_vectors(result.vectors, places=np.array(places)).n_units == len(UNITS)


def test_a_missing_date_of_pandas_is_refused(encoder):
    """It is a datetime by name, and was written as the date NaT."""
    pandas = pytest.importorskip("pandas")
    places = [Place(date=pandas.NaT)] * len(UNITS)
    with pytest.raises(InputError, match="date must be a datetime, got NaT"):
        segment_units(UNITS, Settings(encoder=encoder), places=places)
