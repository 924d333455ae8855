"""The server over HTTP: what each address answers."""

import json

import pytest
from jsonschema import Draft202012Validator

from conftest import SAMPLE_TEXT, WordHashing
from embed_kcpd import Settings, segment
from embed_kcpd.outputs.json_output import as_json
from running_server import running_server
from test_json import SCHEMA

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
