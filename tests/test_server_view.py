"""What the page is sent while a text is computed."""

import json

import numpy as np
import pytest

from conftest import WordHashing
from embed_kcpd import Settings, segment
from embed_kcpd.server.beginnings import FIRST_UNITS, BeginningsEncoder
from running_server import running_server
from test_pipeline import SOIL, STARS
from test_server import events_of

LONG = " ".join([*SOIL * 60, *STARS * 60, *SOIL * 60])


@pytest.fixture(scope="module")
def server():
    with running_server() as running:
        yield running


def view(server, **body):
    headers = {"Accept": "text/event-stream"}
    return events_of(server.client.post("/v1/view", json=body, headers=headers))


def test_the_text_comes_first_then_segments_of_its_beginning_then_the_default(server):
    """The default of the whole text is told before the other levels are computed."""
    events = [(name, values) for name, values in view(server, text=LONG) if name != "progress"]
    result = segment(LONG, Settings(encoder=WordHashing()))

    names = [name for name, _ in events]
    assert names == ["text", "segments", "segments", "segments", "result", "done"]
    assert "".join(piece[3] for piece in events[0][1]["pieces"]) == LONG
    told = [values["n_units"] for name, values in events if name == "segments"]
    assert told == [FIRST_UNITS, 2 * FIRST_UNITS, result.n_units]
    assert all(
        0 < start < values["n_units"] for _, values in events[1:3] for start in values["boundaries"]
    )
    assert events[3][1]["boundaries"] == list(result.boundaries)
    assert events[4][1]["own"]["starts"] == [0, *result.boundaries]


@pytest.mark.parametrize("text", ["", " \n", "One sentence.", "\ud800", "😀. 😀 😀.\r\n\r\nTwo."])
def test_texts_of_no_or_few_units_have_a_result(server, text):
    body = json.dumps({"text": text})
    headers = {"Accept": "text/event-stream", "Content-Type": "application/json"}
    response = server.client.post("/v1/view", content=body, headers=headers)

    names = [name for name, _ in events_of(response) if name != "progress"]
    assert names == ["text", "segments", "result", "done"]


def test_settings_that_the_beginning_cannot_keep_do_no_harm(server):
    """A boundary far behind the first preview, and more segments than it has units."""
    events = dict(view(server, text=LONG, boundary_at=[700], segments=300))

    assert len(events["result"]["own"]["starts"]) == 300
    assert 700 in events["result"]["own"]["starts"]


@pytest.mark.parametrize("n", [0, 1, FIRST_UNITS, FIRST_UNITS + 1, 5 * FIRST_UNITS + 3])
def test_encoding_from_the_beginning_gives_the_same_vectors(n):
    texts = [f"sentence number {index}" for index in range(n)]
    told = []
    encoder = BeginningsEncoder(WordHashing(), lambda *beginning: told.append(beginning))
    vectors = encoder.encode(texts)

    assert np.array_equal(vectors, WordHashing().encode(texts))
    for beginning, rows in told:
        assert list(beginning) == texts[: len(rows)]
        assert np.array_equal(rows, vectors[: len(rows)])
    assert [len(rows) for _, rows in told] == [
        size for size in (FIRST_UNITS, 2 * FIRST_UNITS, 4 * FIRST_UNITS) if size + FIRST_UNITS <= n
    ]
