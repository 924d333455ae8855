"""What the report is drawn from: paragraphs, times, parts and colours."""

import json
import time
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd import SegmentCount, Settings, segment, segment_units
from embed_kcpd.annotations.titles import naming, titles_between
from embed_kcpd.outputs.report.frame import policy
from embed_kcpd.outputs.report.paragraphs import pieces_of
from embed_kcpd.outputs.report.parts import HUES
from embed_kcpd.outputs.report.script import script_data
from embed_kcpd.outputs.report.times import axis_labels, unit_times
from embed_kcpd.outputs.report.view import sections_of, view_of
from embed_kcpd.text.places import Place
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import Unit
from test_pipeline import SOIL, STARS

ALPHABET = st.sampled_from(
    ["a", "Word. ", "\n", "\n\n", " ", "\t", "\r\n", "|", "😀", "\u2029", "؟"]
)


@given(parts=st.lists(ALPHABET, max_size=30), cuts=st.lists(st.integers(0, 60), max_size=6))
def test_no_character_of_a_text_is_lost_between_paragraphs(parts, cuts):
    """Whatever the units, the pieces joined are the text without its white space."""
    text = "".join(parts)
    edges = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    units = [Unit(start, end) for start, end in pairwise(edges)]

    pieces = list(pieces_of(text, units))

    assert "".join("".join(piece.text for piece in pieces).split()) == "".join(text.split())
    for piece in pieces:
        assert piece.text.strip() in text[units[piece.unit].start : units[piece.unit].end]
    assert [piece.unit for piece in pieces] == sorted(piece.unit for piece in pieces)
    assert [piece.paragraph for piece in pieces] == sorted(piece.paragraph for piece in pieces)
    firsts = [piece.unit for piece in pieces if piece.is_first]
    assert firsts == sorted(set(firsts)) == sorted({piece.unit for piece in pieces})


WRAPPED = "A line of prose that somebody wrapped at about sixty letters,\nas it is usual in mails."


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("One sentence.", ""),
        (WRAPPED, ""),
        ("Roses are red,\nviolets are blue,\nsugar is sweet.", "lines"),
        ("def cut(text):\n    return text.split()\n", "code"),
        ("| a | b |\n| --- | --- |\n| 1 | 2 |", "code"),
        ("field |\n1, 2 | first unit\n3, 4 | first character", "code"),
        ("- soil\n- worms\n- rain", "lines"),
    ],
)
def test_line_breaks_that_mean_something_are_kept(text, lines):
    """Code and tables also keep their columns; prose that was only wrapped flows."""
    assert {piece.lines for piece in pieces_of(text, Sentences().split(text))} == {lines}


def test_captions_flow_and_each_passage_is_a_paragraph():
    """Their line breaks say nothing."""
    text = "Good evening, everybody,\nand welcome.\nIt is late."
    pieces = list(pieces_of(text, [Unit(0, 38), Unit(38, len(text))], ""))
    assert [(piece.paragraph, piece.lines) for piece in pieces] == [(0, ""), (1, "")]


def test_an_axis_has_times_where_all_units_have_them():
    """At round times, where the unit stands that is said then."""
    places = [Place(start_seconds=7.0 * at, end_seconds=7.0 * at + 6.9) for at in range(100)]

    assert [label for _, label in axis_labels(places, 100)][:3] == ["0:00", "2:00", "4:00"]
    assert axis_labels(places, 100)[1][0] == 18.0  # unit 18 begins at 2:06
    assert unit_times(places).between(0, 100) == "0:00 to 11:39"
    assert axis_labels([*places[:-1], Place()], 100)[0][1] == "20"
    assert unit_times([*places[:-1], Place()]) is None
    backwards = places[::-1]
    assert axis_labels(backwards, 100)[0][1] == "20"


def test_an_axis_has_dates_where_all_units_have_them():
    """Days of a stream; dates that cannot be compared are not put in order."""
    first = datetime(2020, 1, 1, tzinfo=timezone.utc)
    places = [Place(date=first + timedelta(days=at)) for at in range(120)]

    labels = [label for _, label in axis_labels(places, 120)]
    assert labels == ["2020-01", "2020-02", "2020-03", "2020-04"]
    assert unit_times(places).between(0, 1) == "2020-01-01"
    assert unit_times(places).between(0, 2) == "2020-01-01 to 2020-01-02"

    mixed = [*places[:-1], Place(date=datetime(2020, 6, 1))]
    assert axis_labels(mixed, 120)[0][1] == "20"
    assert axis_labels([], 0) == []


def test_dates_known_to_the_year_are_years():
    """A book of 1914 was written on the first of January."""
    places = [Place(date=datetime(year, 1, 1)) for year in (1914, 1914, 1918)]

    assert unit_times(places).between(0, 2) == "1914"
    assert unit_times(places).between(0, 3) == "1914 to 1918"


def test_labels_of_an_axis_neither_touch_nor_stand_over_its_end():
    """Most units are said in the first seconds, so that the first times would touch."""
    seconds = [float(n) for n in range(60)] + [60.0 * n for n in range(1, 31)]
    places = [Place(start_seconds=second, end_seconds=second) for second in seconds]
    at = [place for place, _ in axis_labels(places, len(places))]
    assert len(at) > 3
    assert max(at) <= 96.0
    assert min(right - left for left, right in pairwise(at)) >= 6.0
    assert [label for _, label in axis_labels([], 80)] == [f"{n}" for n in range(10, 80, 10)]
    assert [label for _, label in axis_labels([], 81)] == ["20", "40", "60"]


def test_units_at_the_same_moment_are_still_in_order():
    """Two cues may begin together."""
    again = [Place(start_seconds=s, end_seconds=s) for s in (0.0, 0.0, 60.0, 120.0)]
    assert axis_labels(again, 4)[0][1] == "0:00"


def test_segments_look_related_only_inside_their_part(encoder):
    """Of ten or fewer segments each has a hue of its own; of more, parts have one each."""
    few = view_of(segment_units(SOIL * 3 + STARS * 3, Settings(encoder=encoder)))
    assert len({colour.hue for colour in few.colours}) == len(few.colours) >= 2
    assert few.shown_parts == {}

    units = [f"{word} {word}s and {word}ness." for word in map(str, range(10_000, 10_030))]
    rows = [[float(at == unit // 2) for at in range(15)] for unit in range(30)]
    settings = Settings(granularity=SegmentCount(15), encoder=encoder)
    many = view_of(segment_units(units, settings, vectors=rows))
    assert len(many.colours) == 15
    assert 2 <= len(many.parts) <= len(HUES)
    for before, after in pairwise(many.colours):
        assert before != after
    hues = [colour.hue for colour in many.colours]
    runs = [hue for at, hue in enumerate(hues) if at == 0 or hues[at - 1] != hue]
    assert len(runs) == len(set(runs))


@pytest.mark.parametrize("text", ["", "One sentence.", "\ud800 half.", " \n "])
def test_texts_with_little_to_show_have_a_view(encoder, text):
    """No parts, no sections, data that is JSON."""
    view = view_of(segment(text, Settings(encoder=encoder)))
    assert view.shown_parts == {}
    assert sections_of(view.headings) == []
    assert "\ud800" not in script_data(view)


def test_data_cannot_end_its_script_element(encoder):
    """Neither by a closing tag nor by a comment."""
    result = segment_units(SOIL + STARS, Settings(encoder=encoder))
    evil = replace(result, titles=("</script><script>alert(1)</script>", "<!--"))
    written = script_data(view_of(evil))
    assert "<" not in written
    assert "\\u003c/script" in written


def test_a_policy_names_its_script_by_digest():
    """And none where there is none."""
    assert "script-src" not in policy("")
    # printf 'alert(1)' | openssl dgst -sha256 -binary | base64
    assert "script-src 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='" in policy("alert(1)")
    assert policy("", "media-src 'self'").endswith("; media-src 'self'")


def test_a_long_line_of_code_takes_time_in_proportion():
    """A line of calls without an end was read anew from each call: 250,000 characters, 20 s."""
    text = "f(a)+" * 50_000 + "x\nand plain words"
    spent = time.process_time()
    assert [piece.lines for piece in pieces_of(text, [Unit(0, len(text))])] == [""]
    assert time.process_time() - spent < 5.0


@pytest.mark.parametrize(
    ("line", "lines"), [("print(x)", "code"), ("(so it is)", "lines"), ("f(x) is", "lines")]
)
def test_a_call_is_code_where_its_bracket_ends_the_line(line, lines):
    text = f"{line}\n{line}"
    assert {piece.lines for piece in pieces_of(text, [Unit(0, len(text))])} == {lines}


def test_the_text_is_read_once_for_the_titles_of_all_levels(encoder, monkeypatch):
    """Every level of the slider read all units again: half of the time of its titles."""
    read = []
    original = naming.read_units

    def counted(units, *rest):
        read.append(len(units))
        return original(units, *rest)

    units = [f"{line} {number}" for number in range(6) for line in SOIL + STARS]
    result = segment_units(units, Settings(encoder=encoder, levels=3))
    monkeypatch.setattr(naming, "read_units", counted)

    view = view_of(result)
    data = json.loads(script_data(view))

    assert len(data["titles"]) >= 2
    assert read == [len(units)]
    for index, named in data["titles"].items():
        boundaries = view.levels.levels[int(index)].boundaries
        assert [title.text for title in titles_between(result, boundaries)] == named
