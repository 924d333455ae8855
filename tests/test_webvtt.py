"""WebVTT: the parsing rules of the W3C, judged by the W3C's own tests."""

import os
import re
from pathlib import Path

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.webvtt import read_webvtt, webvtt_cues
from embed_kcpd.readers.transcripts.webvtt_cue_text import _parts

VTT = Path(os.environ.get("EMBED_KCPD_DATA", "")) / "formats" / "vtt"
EXPECTED = sorted((VTT / "wpt-expected").glob("*.test"))
needs_files = pytest.mark.skipif(not EXPECTED, reason="formats/vtt is not in EMBED_KCPD_DATA")

ATTRIBUTES = {"text": "text", "id": "identifier", "startTime": "start_seconds"}
ATTRIBUTES["endTime"] = "end_seconds"
ASSERTION = re.compile(
    r"assert_equals\(cues\[(\d+)\]\.(text|id|startTime|endTime), (?:'(.*?)'|\"(.*?)\"|([\d.]+))\);"
)
WITHOUT_SIGNATURE = (
    "formfeed invalid-whitespace invalid lowercase missing-whitespace missing null partial "
    "two-boms websrt"
)


def cues_of(name):
    data = (VTT / "wpt" / f"{name}.vtt").read_bytes()
    return webvtt_cues(data.decode("utf-8", "replace").replace("\0", "\ufffd"))


def unescaped(value):
    return value.encode("latin-1", "backslashreplace").decode("unicode_escape")


@needs_files
@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.stem)
def test_the_cues_are_those_the_w3c_expects(path):
    """Number of cues, and every text, identifier and time that its assertions name."""
    script = path.read_text(encoding="utf-8").split("\n===\n", 1)[0]
    cues = cues_of(path.stem)

    count = re.search(r"assert_equals\(cues\.length, (\d+)", script)
    assert count is None or len(cues) == int(count[1])
    for number, name, single, double, value in ASSERTION.findall(script):
        expected = float(value) if value else unescaped(single or double)
        assert getattr(cues[int(number)], ATTRIBUTES[name]) == expected


@needs_files
def test_cues_of_the_inputs_whose_assertions_are_loops():
    assert [(cue.identifier, cue.text) for cue in cues_of("arrows")] == [
        ("", f"text{number}") for number in range(6)
    ]
    assert [cue.text for cue in cues_of("stylesheets")] == ["text", "text"]
    assert len(cues_of("header-regions")) == 10


@needs_files
@pytest.mark.parametrize("name", WITHOUT_SIGNATURE.split())
def test_a_file_without_the_signature_is_no_webvtt(name):
    source = Source(f"{name}.vtt", (VTT / "wpt" / f"signature-{name}.vtt").read_bytes())

    with pytest.raises(InputError, match="line 1: expected WEBVTT"):
        read_webvtt(source)


def expected_text(tree):
    """The text of a tree as the W3C writes it: one quoted string for each node of text."""
    return "".join(unescaped(text) for text in re.findall(r'\| +"(.*?)"(?=\n\||\n*\Z)', tree, re.S))


def cue_text_cases():
    for path in sorted((VTT / "wpt-cue-text").glob("*.dat")):
        for case in path.read_text(encoding="utf-8").split("#data\n")[1:]:
            given, _, rest = case.partition("\n#errors")
            tree = rest.partition("#document-fragment\n")[2].rstrip("\n")
            yield pytest.param(unescaped(given), expected_text(tree), id=f"{path.stem} {given!r}")


@needs_files
@pytest.mark.parametrize(("given", "expected"), list(cue_text_cases()))
def test_the_text_of_a_cue_is_that_of_the_tree_the_w3c_expects(given, expected):
    file = f"WEBVTT\n\n00:00.000 --> 00:01.000\n{given}".replace("\0", "\ufffd")

    words = [part for part in _parts(webvtt_cues(file)[0].text) if isinstance(part, str)]
    assert "".join(words) == expected


def read_vtt(text):
    return read_source(Source("a.vtt", text.encode()))


def test_voices_are_speakers_and_notes_and_styles_say_nothing():
    document = read_vtt(
        "WEBVTT - a talk\nKind: captions\nLanguage: en-GB\n\nSTYLE\n::cue { color: red }\n\n"
        "NOTE\nnot said\n\n1\n00:01.000 --> 00:02.000 align:start\n<v Anna>Hello <i>you</i>.</v>\n"
        "<v Ben>Yes?\n\n00:03.000 --> 00:04.000\n<v.loud Anna Bell>R&amp;D.\n"
    )

    said = [(piece.place.speaker, piece.text) for piece in document.pieces]
    assert said == [("Anna", "Hello you.\n"), ("Ben", "Yes?"), ("Anna Bell", "R&D.")]
    assert document.language == "en"
    assert [piece.place.start_seconds for piece in document.pieces] == [1.0, 1.0, 3.0]


def test_a_line_of_one_space_does_not_end_a_cue():
    """YouTube writes such lines."""
    document = read_vtt("WEBVTT\n\n00:01.000 --> 00:02.000\none\n \ntwo\n")

    assert len(document.pieces) == 1
    assert "two" in document.text


def test_a_track_of_chapters_gives_its_chapters():
    document = read_vtt(
        "WEBVTT\nKind: chapters\n\n00:00.000 --> 01:00.000\nSoil &amp; seeds\n\n"
        "01:00.000 --> 02:00.000\nWater\n"
    )

    titles = [(chapter.start_seconds, chapter.title) for chapter in document.chapters]
    assert titles == [(0.0, "Soil & seeds"), (60.0, "Water")]


def test_rolling_captions_are_read_once():
    """The word times of new lines and the lines shown again are gone."""
    document = read_vtt(
        "WEBVTT\nKind: captions\n\n"
        "00:00.000 --> 00:02.000\n \nso<00:00.500><c> today</c>\n\n"
        "00:02.000 --> 00:02.010\nso today\n \n\n"
        "00:02.010 --> 00:04.000\nso today\nwe<00:02.500><c> bake</c><00:03.000><c> bread</c>\n\n"
        "00:04.000 --> 00:04.010\nwe bake bread\n \n"
    )

    assert [piece.text.strip() for piece in document.pieces] == ["so today", "we bake bread"]
    assert [piece.place.start_seconds for piece in document.pieces] == [0.0, 2.01]
    assert document.notes == ("rolling captions: lines shown twice were left out",)


def test_refrains_are_no_rolling_captions():
    document = read_vtt(
        "WEBVTT\n\n" + "\n".join(f"00:0{n}.000 --> 00:0{n + 1}.000\nRow, row.\n" for n in range(4))
    )

    assert len(document.pieces) == 4
