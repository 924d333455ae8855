"""The server over HTTP: what each address answers."""

import base64
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from conftest import SAMPLE_TEXT, WordHashing
from embed_kcpd import SegmentCount, Settings, segment
from embed_kcpd.chapters import chapters
from embed_kcpd.outputs.json_output import as_json
from embed_kcpd.readers import read_source
from embed_kcpd.readers.segmenting import document_settings, segment_document
from embed_kcpd.readers.source import Source
from running_server import running_server
from test_chapters_json import VALIDATOR as CHAPTERS
from test_json import SCHEMA
from test_turns import ASKED, GARDEN, SKY

USUAL = Settings(encoder=WordHashing())


@pytest.fixture(scope="module")
def server():
    with running_server() as running:
        yield running


def post(server, path, **body):
    return server.client.post(path, json=body)


def events_of(response):
    """The events of a stream: names and values."""
    blocks = [block.split("\n") for block in response.text.split("\n\n") if block]
    return [
        (lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: ")))
        for lines in blocks
    ]


def test_a_text_is_cut_as_the_library_cuts_it(server):
    response = post(server, "/v1/segment", text=SAMPLE_TEXT)

    assert response.status_code == 200
    assert response.json() == json.loads(as_json(segment(SAMPLE_TEXT, USUAL)))
    Draft202012Validator(SCHEMA).validate(response.json())


def test_settings_have_the_names_of_options(server):
    response = post(server, "/v1/segment", text=SAMPLE_TEXT, segments=4, confidence=False)

    assert len(response.json()["segments"]) == 4
    assert response.json()["confidence"] is None


def test_several_texts_are_cut_each_by_itself_and_a_bad_one_is_an_entry(server):
    texts = [SAMPLE_TEXT, "ANNA: Hello.\nBEN: Hello.", "no turns here", ""]

    results = post(server, "/v1/segment", texts=texts, unit="turns").json()["results"]

    assert ["error" in result for result in results] == [True, False, True, False]
    assert results[0]["error"]["code"] == "unreadable_input"


def test_the_path_streams_units_then_segments_then_levels(server):
    response = server.client.post(
        "/v1/path", json={"text": "😀 " + SAMPLE_TEXT}, headers={"Accept": "text/event-stream"}
    )
    events = events_of(response)

    assert response.headers["content-type"].startswith("text/event-stream")
    names = [name for name, _ in events if name != "progress"]
    assert names == ["units", "segments", "levels", "levels", "done"]
    assert (
        dict(events)["units"]["end_utf16"][-1]
        == len(("😀 " + SAMPLE_TEXT).encode("utf-16-le")) // 2
    )
    Draft202012Validator(SCHEMA).validate(dict(events)["segments"])


def test_the_levels_hold_the_default_and_tell_differences(server):
    answer = post(server, "/v1/path", text=SAMPLE_TEXT).json()

    boundaries = set()
    for level in answer["levels"]["levels"][: answer["levels"]["default"] + 1]:
        boundaries = (boundaries | set(level["add"])) - set(level["remove"])
    assert sorted(boundaries) == answer["result"]["boundaries"]
    assert len(answer["units"]["start_utf16"]) == answer["result"]["n_units"]


def test_the_page_and_the_state_are_there(server):
    assert "embed-kcpd" in server.client.get("/").text
    assert server.client.get("/healthz").json()["status"] == "ok"
    assert server.client.get("/readyz").json()["status"] == "ready"
    assert "embed_kcpd_requests_total" in server.client.get("/metrics").text


TRANSCRIPT = "WEBVTT\n\n" + "".join(
    f"00:0{minute}:00.000 --> 00:0{minute}:59.000\n{words * 12}\n\n"
    for minute, words in enumerate(re.findall(r"[^.]+\.", SAMPLE_TEXT))
)


def test_chapters_of_a_transcript_are_those_of_the_schema_and_of_players(server):
    file = {"name": "talk.vtt", "text": TRANSCRIPT}

    values = post(server, "/v1/chapters", file=file, segments=2).json()
    lines = server.client.post(
        "/v1/chapters", params={"format": "webvtt"}, json={"file": file, "segments": 2}
    )

    document = read_source(Source("talk.vtt", TRANSCRIPT.encode()))
    found = chapters(document, replace(USUAL, granularity=SegmentCount(2)))
    CHAPTERS.validate(values)
    assert values == json.loads(found.to_json())
    assert lines.text == found.to_webvtt()
    assert lines.headers["content-type"] == "text/vtt; charset=utf-8"


def test_chapters_count_from_the_beginning_that_is_told(server):
    file = {"name": "talk.vtt", "text": TRANSCRIPT}

    as_it_is = post(server, "/v1/chapters", file=file, segments=2).json()
    later = post(server, "/v1/chapters", file=file, segments=2, begins=60).json()

    assert later["chapters"][1]["start"] == as_it_is["chapters"][1]["start"] - 60


CONVERSATION = "WEBVTT\n\n" + "".join(
    f"00:{10 * n // 60:02}:{10 * n % 60:02}.000 --> 00:{10 * n // 60:02}:{10 * n % 60 + 9:02}.000\n"
    f"<v {'Ann' if words == ASKED else 'Ben'}>{words}\n\n"
    for n, words in enumerate([GARDEN] * 22 + [ASKED] + [SKY] * 23)
)


def test_passages_of_a_conversation_begin_where_the_command_line_begins_them(server):
    """In segments, in the path with its units, in what the page draws, and in chapters."""
    body = {"file": {"name": "talk.vtt", "text": CONVERSATION}, "segments": 2}
    document = read_source(Source("talk.vtt", CONVERSATION.encode()))
    result = segment_document(document, replace(USUAL, granularity=SegmentCount(2)))
    sent = document_settings(document, USUAL).unit.units
    assert result.units != sent

    path = post(server, "/v1/path", **body).json()
    headers = {"Accept": "text/event-stream"}
    events = events_of(server.client.post("/v1/segment", json=body, headers=headers))
    view = dict(events_of(server.client.post("/v1/view", json=body, headers=headers)))["result"]
    made = post(server, "/v1/chapters", **body).json()

    assert post(server, "/v1/segment", **body).json() == json.loads(as_json(result))
    assert path["result"] == json.loads(as_json(result))
    assert path["units"]["start_utf16"] == [unit.start for unit in result.units]
    told = [values["start_utf16"] for name, values in events if name == "units"]
    assert told == [[unit.start for unit in units] for units in (sent, result.units)]
    texts = [""] * result.n_units
    for unit, _, _, text in view["pieces"]:
        texts[unit] += text
    assert [text.split() for text in texts] == [
        result.text[unit.start : unit.end].split() for unit in result.units
    ]
    assert [chapter["start"] for chapter in made["chapters"]] == [0.0, 220.0]


def test_a_text_without_times_has_no_chapters(server):
    response = post(server, "/v1/chapters", text=SAMPLE_TEXT)

    assert response.status_code == 422
    assert response.json()["error"]["code"] == "unreadable_input"


def test_chunks_joined_are_the_text(server):
    answer = post(server, "/v1/chunk", text=SAMPLE_TEXT, max_tokens=12).json()
    lines = server.client.post(
        "/v1/chunk", params={"format": "jsonl"}, json={"text": SAMPLE_TEXT, "max_tokens": 12}
    )

    assert "".join(chunk["text"] for chunk in answer["chunks"]) == SAMPLE_TEXT
    assert [json.loads(line) for line in lines.text.splitlines()] == answer["chunks"]
    results = post(server, "/v1/chunk", texts=[SAMPLE_TEXT, ""], max_tokens=12).json()["results"]
    assert results[0] == answer
    assert results[1]["chunks"] == []


def test_an_empty_language_is_no_language(server):
    """Every other address refused it; this one detected the language instead."""
    answer = post(server, "/v1/encode", texts=["Soil."], language="")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid_settings")


def test_vectors_are_those_of_the_encoder(server):
    texts = ["Soil holds water.", "Stars burn.", "Soil holds water."]

    answer = post(server, "/v1/encode", texts=texts).json()

    assert answer["encoder"] == WordHashing.identity
    assert np.array_equal(answer["vectors"], WordHashing().encode(texts))


def test_titles_of_chosen_boundaries_are_those_of_the_library(server):
    boundaries = list(segment(SAMPLE_TEXT, USUAL).boundaries)

    answer = post(server, "/v1/titles", text=SAMPLE_TEXT, boundaries=boundaries).json()

    assert answer["titles"] == list(segment(SAMPLE_TEXT, USUAL).titles)
    assert post(server, "/v1/titles", text=SAMPLE_TEXT, boundaries=[9]).status_code == 422


def test_the_report_is_one_file_to_download(server):
    response = server.client.post(
        "/v1/segment", params={"format": "html"}, json={"text": SAMPLE_TEXT}
    )

    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert "attachment" in response.headers["content-disposition"]
    assert "Worms loosen the soil" in response.text


@pytest.mark.parametrize("address", ["/v1/segment", "/v1/chunk"])
def test_the_columns_of_a_table_can_be_named(server, address):
    """The message about a table recommended ``text_column``, which was refused."""
    table = "title,when,body\nSoil,2/1/2026,Worms dig.\nStars,1/2/2026,They burn.\n"
    file = {"name": "posts.csv", "text": table, "text_column": "title", "time_column": "when"}

    for order, text in (("day-month", "Soil\n\nStars"), ("month-day", "Stars\n\nSoil")):
        answer = post(server, address, file={**file, "date_order": order}).json()
        assert (answer.get("segments") or answer["chunks"])[0]["text"] == text
    wrong = post(server, address, file={**file, "text_column": "no"})
    assert wrong.status_code == 422
    assert "posts.csv has no column 'no'; its columns are" in wrong.json()["error"]["message"]


def test_a_file_is_read_by_its_format_and_its_text_comes_back(server):
    content = base64.b64encode(b"# Soil\n\nWorms loosen it.\n\n# Stars\n\nThey burn.\n").decode()

    answer = post(server, "/v1/path", file={"name": "notes.md", "base64": content}).json()

    assert answer["units"]["format"] == "markdown"
    assert answer["units"]["text"].startswith("Soil\n\nWorms")


def test_half_a_surrogate_pair_comes_back_as_it_was(server):
    body = json.dumps({"text": "Soil \ud800 holds. Stars \udc00 burn."})

    answer = server.client.post(
        "/v1/segment", content=body, headers={"Content-Type": "application/json"}
    )

    assert answer.status_code == 200
    joined = "".join(part["text"] for part in answer.json()["segments"])
    assert joined == "Soil \ud800 holds. Stars \udc00 burn."


def test_any_answer_can_be_a_stream(server):
    response = server.client.post(
        "/v1/encode", json={"texts": ["Soil."]}, headers={"Accept": "text/event-stream"}
    )

    assert [name for name, _ in events_of(response)][-2:] == ["result", "done"]


def test_an_error_inside_a_stream_is_an_event(server):
    response = server.client.post(
        "/v1/segment",
        json={"text": SAMPLE_TEXT, "coarser": 1, "finer": 1},
        headers={"Accept": "text/event-stream", "X-Request-ID": "mine-1"},
    )

    name, values = events_of(response)[-1]
    assert name == "error"
    assert values["error"]["code"] == "invalid_settings"
    assert values["error"]["request_id"] == "mine-1"
    assert response.headers["x-request-id"] == "mine-1"
