"""Chapters beside those of people: scores and the command."""

import gzip
import json

import numpy as np
import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.chapter_places import Places, add_places, place_cues
from embed_kcpd.evaluation.chapter_scores import mean_score, score_chapters
from embed_kcpd.evaluation.chapters_bench import METHODS, load_recordings, scores
from embed_kcpd.evaluation.joined_recordings import joined, joined_recordings, long_scores

SUBJECTS = ["garden soil spring worms roots beans", "telescope night stars clear planets comet"]


@pytest.fixture
def folder(tmp_path):
    """Two sets of one recording: two subjects of ten cues, with a chapter at the second."""
    cues = [
        {
            "start": 20.0 * n,
            "end": 20.0 * n + 20.0,
            "text": f"{SUBJECTS[n // 10]} number {n}. " * 6,
            "speaker": "A",
        }
        for n in range(20)
    ]
    chapters = [
        {"start": 0.0, "title": "a", "level": 1},
        {"start": 200.0, "title": "b", "level": 1},
    ]
    record = {"id": "one", "cues": cues, "chapters": [*chapters, {"start": 90.0, "level": 2}]}
    (tmp_path / "chapters").mkdir()
    for name in ("btctranscripts", "optech"):
        with gzip.open(tmp_path / "chapters" / f"{name}.jsonl.gz", "wt") as file:
            file.write(json.dumps(record) + "\n")
    return tmp_path


def test_equal_chapters_are_perfect_and_missing_ones_are_not():
    perfect = score_chapters([60.0, 120.0], [60.0, 120.0], 180.0)
    nothing = score_chapters([60.0, 120.0], [], 180.0)

    assert (perfect.f1_within_10, perfect.pk, perfect.window_diff) == (1.0, 0.0, 0.0)
    assert (nothing.f1_within_20, nothing.n_found, nothing.n_true) == (0.0, 0.0, 2.0)
    assert nothing.pk > 0.3
    assert mean_score([perfect, nothing]).f1_within_20 == 0.5


def test_only_chapters_of_the_first_level_count(folder):
    (recording,) = load_recordings("optech", folder)

    assert recording.starts == (200.0,)
    assert recording.end == 400.0


@pytest.mark.parametrize("name", METHODS)
def test_every_method_scores_a_recording(folder, encoder, name):
    (score,) = scores(load_recordings("optech", folder), METHODS[name], encoder)

    assert 0.0 <= score.f1_within_10 <= score.f1_within_20 <= 1.0
    if name.endswith("(number told)"):
        assert score.n_found == 1
        assert score.f1_within_20 == 1.0


def test_joined_recordings_follow_each_other(folder):
    """Times go on, every recording begins a chapter, nothing is lost."""
    (recording,) = load_recordings("optech", folder)
    long = joined([recording] * 3)

    assert long.starts == (200.0, 400.0, 600.0, 800.0, 1000.0)
    assert long.end == 1200.0
    begins = [piece.place.start_seconds for piece in long.document.pieces]
    assert begins == [20.0 * n for n in range(60)]
    assert len(long.document.text) == 3 * len(recording.document.text) + 2


def test_each_recording_is_joined_once_and_a_short_rest_is_left_out(folder):
    (recording,) = load_recordings("optech", folder)

    assert [long.end for long in joined_recordings([recording] * 5, 700.0)] == [800.0, 800.0]
    assert list(joined_recordings([], 700.0)) == []


def test_a_recording_of_three_hours_is_scored(folder, encoder):
    (recording,) = load_recordings("optech", folder)
    (long,) = long_scores([recording] * 27, encoder)

    assert long.hours == 3.0
    assert long.score.n_true == 53
    assert 0.0 < long.seconds < 60.0


def test_the_command_prints_and_writes_its_tables(run, folder, tmp_path):
    page = tmp_path / "page.md"
    kinds = ("", " errors", " places")
    names = [f"{name}{kind}" for name in ("btctranscripts", "optech") for kind in kinds]
    page.write_text("".join(f"<!-- begin {n} --><!-- end {n} -->\n" for n in names))
    code, out, _ = run(
        "bench", "chapters", "--data", folder, "--methods", "paper's rule", "--write-docs", page
    )

    assert code == 0
    assert "| btctranscripts, 1 recordings | F1 10 s | F1 20 s |" in out
    assert page.read_text().count("| paper's rule |") == 2
    assert page.read_text().count("| chapters of people at passages | 1.000 |") == 2
    assert page.read_text().count("| any sentence |") == 2


def test_missing_data_is_said_in_one_line(tmp_path):
    with pytest.raises(InputError, match=r"optech is not at .* with --data"):
        load_recordings("optech", tmp_path)


def test_places_are_sorted_by_what_was_found_near_them():
    cues = place_cues(
        ["Hello.", "Why is that so?", "Next topic.", "It rains."], ["Ann", "Ben", "Ann", "Ann"]
    )
    places = Places()
    add_places(
        places, cues, np.array([0.0, 50.0, 100.0, 300.0]), [50.0, 140.0], [55.0, 100.0, 300.0]
    )
    rows = {name: (count, shares) for name, count, shares in places.rows()}

    assert rows["found within 20 s"] == (1, [1.0, 0.0, 1.0, 0.0, 0.0])
    assert rows["found 20 to 60 s beside"] == (1, [1.0, 0.0, 0.0, 1.0, 1.0])
    assert rows["where these should stand"] == rows["found 20 to 60 s beside"]
    assert rows["found, nothing true within 60 s"] == (1, [0.0] * 5)
    assert rows["any sentence"][0] == 3
    assert "true, nothing found within 60 s" not in rows
