"""Recordings with chapters, read as documents with known boundaries."""

import gzip
import json

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.chapters_data import load_talks, talk_document

TALK = {
    "id": "talk",
    "cues": [
        {"start": 0.0, "end": 10.0, "text": "Welcome to the show. We talk about bread."},
        {"start": 10.0, "end": 12.0, "text": "Yeah."},
        {"start": 12.0, "end": 20.0, "text": "Next question. How is cheese made?"},
    ],
    "chapters": [
        {"start": 0.0, "title": "Bread", "level": 1},
        {"start": 12.0, "title": "Cheese", "level": 1},
        {"start": 5.0, "title": "Flour", "level": 2},
    ],
}


def test_sentences_are_units_and_chapters_of_level_one_boundaries():
    document = talk_document(TALK, "here")
    assert document.units == (
        "Welcome to the show.",
        "We talk about bread.",
        "Yeah.",
        "Next question.",
        "How is cheese made?",
    )
    assert document.boundaries == (3,)


def test_a_chapter_inside_a_cue_begins_at_the_sentence_of_its_time():
    def boundaries(start):
        return talk_document({**TALK, "chapters": [{"start": start}]}, "here").boundaries

    assert boundaries(4.0) == (1,), "the second sentence begins at about 5 seconds"
    assert boundaries(6.0) == (2,)


@pytest.mark.parametrize("broken", [{"cues": 3}, {"chapters": None}, {"cues": [{"text": "a"}]}])
def test_a_line_that_is_no_recording_is_named(broken):
    with pytest.raises(InputError, match=r"talks\.jsonl:7 needs 'cues'"):
        talk_document({**TALK, **broken}, "talks.jsonl:7")


def test_a_set_is_read_from_its_folder_and_uncut_recordings_are_left_out(tmp_path):
    folder = tmp_path / "chapters"
    folder.mkdir()
    uncut = {**TALK, "id": "uncut", "chapters": [{"start": 0.0}]}
    content = "\n".join(json.dumps(each) for each in (TALK, uncut))
    (folder / "optech.jsonl.gz").write_bytes(gzip.compress(content.encode()))

    assert [talk.id for talk in load_talks("optech", tmp_path)] == ["talk"]
    with pytest.raises(InputError, match="btctranscripts is not at"):
        load_talks("btctranscripts", tmp_path)
