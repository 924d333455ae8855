"""The benchmark of titles counts what it says."""

import json

import numpy as np
import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation import titles_bench
from embed_kcpd.evaluation.titles_bench import Headed, judged_titles, load_headed, share

DOCUMENT = Headed(
    "d",
    (("The lead.",), ("Soil and worms.",), ("The market fell.",), ("Soil again.",)),
    ("preface", "soil", "market", "soil"),
)


def fixed(*titles):
    return lambda *_: list(titles)


def test_a_hit_is_nearest_to_its_own_heading(encoder):
    """The lead is not counted, and a heading given twice is one heading."""
    judged = list(judged_titles([DOCUMENT], fixed("x", "soil", "soil", "soil"), encoder))
    assert [each.heading for each in judged] == ["soil", "market", "soil"]
    assert [each.is_hit for each in judged] == [True, False, True]
    assert share(judged) == pytest.approx(2 / 3)


def test_an_empty_title_is_no_hit(encoder):
    judged = list(judged_titles([DOCUMENT], fixed("", "", "market", ""), encoder))
    assert [each.is_hit for each in judged] == [False, True, False]


def test_a_document_with_one_heading_tells_nothing(encoder):
    document = Headed("d", (("a",), ("b",)), ("preface", "soil"))
    assert list(judged_titles([document], fixed("x", "y"), encoder)) == []
    assert np.isnan(share([]))


def test_sections_and_transcripts_are_read(tmp_path):
    """Sentences of a cue are spread over its time, and the chapter is where they begin."""
    (tmp_path / "wiki50").mkdir()
    record = {
        "id": "w",
        "sentences": ["a", "b", "c"],
        "boundaries": [1],
        "titles": ["preface", "B"],
    }
    (tmp_path / "wiki50" / "docs.jsonl").write_text(json.dumps(record) + "\n")
    [sections] = load_headed("wiki50", tmp_path)
    assert sections.segments == (("a",), ("b", "c"))
    assert sections.headings == ("preface", "B")

    cues = [
        {
            "start": 0.0,
            "end": 10.0,
            "text": "Hello all. This is one. That is two.",
            "speaker": "Al",
        },
        {"start": 10.0, "end": 12.0, "text": "Now the end.", "speaker": None},
    ]
    chapters = [
        {"start": 3.0, "title": "One", "level": 1},
        {"start": 5.0, "title": "Deeper", "level": 2},
        {"start": 10.0, "title": "End", "level": 1},
    ]
    record = {"id": "t", "cues": cues, "chapters": chapters}
    transcript = titles_bench._transcript(record)
    assert transcript.segments == (
        ("Hello all.",),
        ("This is one.", "That is two."),
        ("Now the end.",),
    )
    assert transcript.headings == ("", "One", "End")
    assert transcript.speakers == ("Al",)


def test_bad_data_are_named(tmp_path):
    with pytest.raises(InputError, match="no set with headings is called 'choi'"):
        load_headed("choi", tmp_path)
    with pytest.raises(InputError, match="wiki50 is not at"):
        load_headed("wiki50", tmp_path)
    (tmp_path / "wiki50").mkdir()
    (tmp_path / "wiki50" / "docs.jsonl").write_text('{"id": "w"}\n')
    with pytest.raises(InputError, match="not a set with headings"):
        load_headed("wiki50", tmp_path)


def test_every_method_titles_every_segment(encoder):
    vectors = encoder.encode([unit for part in DOCUMENT.segments for unit in part])
    for titler in titles_bench.METHODS.values():
        assert len(titler(DOCUMENT, vectors)) == len(DOCUMENT.segments)


def test_the_command_prints_a_row_for_each_method(tmp_path, monkeypatch, capsys, encoder):
    """Shares by set, how many segments, examples, and the table in a page."""
    from embed_kcpd.cli.bench_titles import titles

    monkeypatch.setattr("embed_kcpd.encoders.as_encoder", lambda _: encoder)
    (tmp_path / "wiki50").mkdir()
    record = {
        "id": "w",
        "sentences": [unit for part in DOCUMENT.segments for unit in part],
        "boundaries": [1, 2, 3],
        "titles": list(DOCUMENT.headings),
    }
    (tmp_path / "wiki50" / "docs.jsonl").write_text(json.dumps(record) + "\n")
    page = tmp_path / "page.md"
    page.write_text("Before <!-- begin titles --><!-- end titles --> after")

    titles(data=tmp_path, sets="wiki50", show=2, write_docs=page)

    out = capsys.readouterr().out
    assert all(f"| {method} |" in out for method in titles_bench.METHODS)
    assert "| segments judged | 3 |" in out
    assert "soil | " in out
    assert "| first sentence | " in page.read_text()
