"""What the server refuses, and what it does not let anybody do to it."""

import http.client
import json
import logging
import multiprocessing
import socket
import threading
import time

import numpy as np
import pytest

from conftest import SAMPLE_TEXT, WordHashing
from embed_kcpd import Settings, segment
from embed_kcpd.outputs import as_json
from embed_kcpd.progress import progress
from embed_kcpd.server.settings import ServerSettings
from embed_kcpd.server.work import LONG_BYTES
from running_server import running_server, wait_until

LIMITED = ServerSettings(
    workers=2, queue=1, max_bytes=200_000, max_units=50, max_seconds=20, head_seconds=0.5
)
LONG_TEXT = "Soil holds water. " * 40 + " " * LONG_BYTES
"""Few units in many bytes: the long lane takes it."""


class Gated(WordHashing):
    """Waits at a gate when a text says so; counts what it has read, batch by batch."""

    def __init__(self):
        self.gate, self.lock = threading.Event(), threading.Lock()
        self.n_waiting = self.n_read = 0

    def encode(self, texts):
        if any("broken" in text for text in texts):
            raise RuntimeError(f"cannot read {texts}")
        with progress("Encoding", len(texts)) as advance:
            for text in texts:
                if "wait" in text:
                    with self.lock:
                        self.n_waiting += 1
                    self.gate.wait(60)
                if "slowly" in text:
                    time.sleep(0.02)
                self.n_read += 1
                advance(1)
        return super().encode(texts)


@pytest.fixture
def encoder():
    return Gated()


@pytest.fixture
def server(encoder):
    with running_server(LIMITED, encoder) as running:
        yield running
        encoder.gate.set()


def post(server, text, path="/v1/segment", **settings):
    return server.client.post(path, json={"text": text, **settings})


JSON = {"Content-Type": "application/json"}


def in_background(server, text):
    """A request of its own connection, in a thread: the list gets the status."""
    statuses = []

    def ask():
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("POST", "/v1/segment", json.dumps({"text": text}), JSON)
        statuses.append(connection.getresponse().status)
        connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    return thread, statuses


def held(server, encoder, *texts):
    """Requests that wait at the gate of the encoder, sent one after the other."""
    asked = []
    for number, text in enumerate(texts, 1):
        asked.append(in_background(server, text))
        wait_until(lambda number=number: encoder.n_waiting == number)
    return asked


def refusal(response, status, code):
    assert response.status_code == status, response.text
    error = response.json()["error"]
    assert error["code"] == code
    assert error["request_id"] == response.headers["x-request-id"]
    return error["message"]


def test_a_body_that_says_it_is_too_large_is_not_read(server):
    assert "200,000" in refusal(post(server, "a" * 200_001), 413, "too_large")


def test_a_body_without_a_length_is_counted_as_it_arrives(server):
    parts = (b'{"text": "' if number == 0 else b"a" * 50_000 for number in range(6))

    response = server.client.post("/v1/segment", content=parts, headers=JSON)

    refusal(response, 413, "too_large")


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("text/plain", "not_json"),
        ("application/x-www-form-urlencoded", "not_json"),
        ("", "not_json"),
        ("application/json; charset=latin-1", "not_utf8"),
    ],
)
def test_only_json_in_utf8_is_read(server, kind, code):
    response = server.client.post("/v1/segment", content=b"{}", headers={"Content-Type": kind})

    refusal(response, 415, code)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"text": "\xe9"}', "the body is not UTF-8: byte 0xe9 at offset 10"),
        (b'{"text": "a"', "the body is not valid JSON: Expecting ',' delimiter at character 12"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"text": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", "nested too deeply"),
        (b'{"text": "a", "segments": ' + b"9" * 5_000 + b"}", "a number of too many digits"),
        (b"", "the body is missing"),
        (b"\x00", "the body is not valid JSON: Expecting value at character 0"),
        (b"[]", "the body must be a JSON object"),
        (b"{}", "the body: give one of text, texts and file"),
        (b'{"file": 1}', "file: must be a JSON object"),
        (b'{"text": "a", "colour": "red"}', "colour: there is no such key; /openapi.json lists"),
        (b'{"text": "a", "segments": "b"}', "segments: must be a valid integer"),
    ],
    ids=["wrong charset", "cut off", "deep", "deep and closed", "long number", "empty", "zero",
         "list", "nothing", "no file", "unknown key", "no number"],
)  # fmt: skip
def test_what_is_wrong_with_a_body_is_said_in_one_line(server, body, message):
    response = server.client.post("/v1/segment", content=body, headers=JSON)

    assert response.status_code in (400, 422)
    said = response.json()["error"]["message"]
    assert message in said
    assert "\n" not in said


def test_an_address_that_is_not_there_says_where_the_others_are_listed(server):
    assert "/openapi.json" in refusal(server.client.get("/v2"), 404, "not_found")
    assert "/openapi.json" in refusal(server.client.get("/v1/segment"), 405, "method_not_allowed")


@pytest.mark.parametrize("kind", ["text/plain", "application/json"])
def test_a_wrong_address_or_method_is_said_whatever_the_body(server, kind):
    """Without JSON they were answered with a line about the body."""
    sent = {"content": b"a", "headers": {"Content-Type": kind}}

    refusal(server.client.post("/v1/segments", **sent), 404, "not_found")
    for method, path, allowed in (
        ("PUT", "/v1/segment", "POST"),
        ("POST", "/healthz", "GET"),
        ("PATCH", "/", "GET"),
    ):
        response = server.client.request(method, path, **sent)
        refusal(response, 405, "method_not_allowed")
        assert response.headers["Allow"] == allowed
    assert server.client.post("/v1/segment", json={"text": "Soil."}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/metrics", "/page/icon.svg"])
def test_a_head_is_that_of_the_answer(server, path):
    """Those who watch a server ask for heads, as ``curl -I`` does."""
    head, answer = server.client.head(path), server.client.get(path)

    assert head.status_code == answer.status_code == 200
    assert head.content == b""
    assert head.headers["Content-Type"] == answer.headers["Content-Type"]
    refusal_of_post = server.client.head("/v1/segment")
    assert refusal_of_post.status_code == 405
    assert refusal_of_post.headers["Allow"] == "POST"


def test_chapters_that_a_publisher_refuses_are_explained_in_keys_of_the_body(server):
    """It said ``chapters 3``, which is an option of the command line and no key."""
    file = {"name": "a.srt", "text": "1\n00:00:01,000 --> 00:00:02,000\nHello there.\n"}
    response = server.client.post("/v1/chapters?format=youtube", json={"file": file})

    message = refusal(response, 422, "impossible_limits")
    assert message.endswith("here there is 1; ask for more with segments 3 or finer 1")


@pytest.mark.parametrize(("address", "kind"), [("segment", "html"), ("chunk", "jsonl")])
def test_a_format_for_one_text_is_refused_for_several(server, address, kind):
    """It was ignored."""
    response = server.client.post(f"/v1/{address}?format={kind}", json={"texts": ["Soil."]})

    assert "send text or file" in refusal(response, 422, "invalid_settings")


@pytest.mark.parametrize(
    "body",
    [
        {"text": "a", "texts": ["a"]},
        {},
        {"text": 3},
        {"text": "a", "colour": "red"},
        {"text": "a", "min_size": 10**30},
        {"text": "a", "segments": True},
        {"text": "a", "encoder": "/etc"},
        {"text": "a", "encoder": "openai:gpt"},
        {"text": "a", "language": "\ud800"},
        {"file": {"name": "a.txt"}},
        {"file": {"name": "a.txt", "base64": "%"}},
        {"file": {"name": "a.txt", "text": "a", "format": "nothing"}},
        {"file": {"name": "a.pdf", "base64": "JVBERi0xLjQK"}},
    ],
)
def test_a_wrong_request_is_refused_with_what_is_wrong(server, body):
    response = server.client.post("/v1/segment", content=json.dumps(body), headers=JSON)

    assert response.status_code == 422
    assert response.json()["error"]["message"]


def test_a_text_of_too_many_units_is_refused_before_it_is_encoded(server, encoder):
    before = encoder.n_read

    message = refusal(post(server, "Soil. Stars. " * 30), 422, "too_many_units")

    assert "60 units" in message
    assert encoder.n_read == before


def test_work_that_takes_too_long_is_given_up(encoder):
    settings = ServerSettings(workers=2, max_seconds=0.3)
    with running_server(settings, encoder) as server:
        refusal(post(server, "We wait. " + SAMPLE_TEXT), 503, "time_limit")
        encoder.gate.set()


def test_more_requests_than_may_wait_are_told_when_to_come_back(server, encoder):
    """Two workers and a queue of one: the fourth is refused, and the others are answered."""
    asked = held(server, encoder, "We wait 0.", "We wait 1.")
    asked.append(in_background(server, "We wait 2."))
    wait_until(lambda: server.service.queue.n_waiting == 1)

    response = post(server, "We wait 3.")

    refusal(response, 429, "busy")
    assert 1 <= int(response.headers["retry-after"]) <= 60
    encoder.gate.set()
    for thread, statuses in asked:
        thread.join(30)
        assert statuses == [200]


def test_a_long_text_does_not_keep_a_short_one_waiting(server, encoder):
    """All workers but one may do long work."""
    asked = held(server, encoder, f"We wait 0. {LONG_TEXT}")
    asked.append(in_background(server, f"We wait 1. {LONG_TEXT}"))
    wait_until(lambda: server.service.queue.n_waiting == 1)

    assert post(server, SAMPLE_TEXT).status_code == 200

    encoder.gate.set()
    for thread, statuses in asked:
        thread.join(30)
        assert statuses == [200]


def test_a_long_text_lends_its_worker_to_short_ones(server, encoder):
    """Both workers are busy: one waits at the gate, the other does a short text between batches."""
    asked = held(server, encoder, "We wait.")
    slow = " ".join(f"We go slowly {number}." for number in range(48))
    asked.append(in_background(server, slow + " " * LONG_BYTES))
    wait_until(lambda: server.service.queue.n_running == 2)

    assert post(server, SAMPLE_TEXT).status_code == 200

    assert asked[1][1] == []
    encoder.gate.set()
    for thread, statuses in asked:
        thread.join(30)
        assert statuses == [200]


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_a_client_that_goes_away_stops_its_work(server, encoder, accept):
    """The work ends after the batch it is at, not after the whole text."""
    text = " ".join(f"We go slowly {accept} {number}." for number in range(48))
    body = json.dumps({"text": text}).encode()
    before = encoder.n_read
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        head = f"POST /v1/segment HTTP/1.1\r\nHost: a\r\nAccept: {accept}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        raw.sendall(head.encode() + body)
        wait_until(lambda: encoder.n_read > before)

    wait_until(lambda: server.service.queue.n_running == 0)
    assert encoder.n_read - before < 48


def test_a_client_that_goes_away_leaves_the_queue(server, encoder):
    asked = held(server, encoder, "We wait 0.", "We wait 1.")
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        head = b"POST /v1/segment HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        raw.sendall(head + b'Content-Length: 13\r\n\r\n{"text": "a"}')
        wait_until(lambda: server.service.queue.n_waiting == 1)

    wait_until(lambda: server.service.queue.n_waiting == 0)
    encoder.gate.set()
    for thread, _ in asked:
        thread.join(30)


def closed_within(raw, seconds):
    """What came before the other side closed the connection."""
    raw.settimeout(seconds)
    received = b""
    while part := raw.recv(4096):
        received += part
    return received


@pytest.mark.parametrize("beginning", [b"", b"POST /v1/segment HTTP/1.1\r\nHo"])
def test_a_head_that_never_ends_is_closed(server, beginning):
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(beginning)
        assert closed_within(raw, 20) == b""


def drip(raw):
    for _ in range(400):
        raw.sendall(b"G")
        time.sleep(0.05)


def test_a_head_in_drops_is_closed_all_the_same(server):
    """Each byte comes in time, the head does not."""
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.settimeout(20)
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            drip(raw)


def test_a_body_that_never_ends_is_refused(server):
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        head = b"POST /v1/segment HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        raw.sendall(head + b'Content-Length: 100\r\n\r\n{"text"')
        assert closed_within(raw, 20).startswith(b"HTTP/1.1 408 ")


def test_a_body_that_is_cut_off_leaves_nothing_behind(server):
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            head = b"POST /v1/segment HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            raw.sendall(head + b'Content-Length: 100\r\n\r\n{"text"')

    wait_until(lambda: not server.server.server_state.tasks)
    assert post(server, SAMPLE_TEXT).status_code == 200


def test_the_end_of_the_server_waits_for_the_work_it_has(encoder):
    """What was taken is finished; what is new is refused, and readiness is withdrawn."""
    with running_server(ServerSettings(workers=2), encoder) as server:
        thread, statuses = in_background(server, "We wait.")
        wait_until(lambda: encoder.n_waiting == 1)
        server.server.handle_exit(15, None)
        assert not server.service.is_ready
        wait_until(lambda: is_refused(server))
        encoder.gate.set()
        thread.join(30)
        assert statuses == [200]


def is_refused(server):
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=1):
            return False
    except OSError:
        return True


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Basic sesame"}, 401),
        ({"Authorization": "Bearer sesam\u00e9".encode()}, 401),
        ({"Authorization": "Bearer sesame"}, 200),
        ({"Authorization": "bearer  sesame"}, 200),
    ],
)
def test_a_key_is_needed_where_there_is_one(keyed, header, status):
    response = keyed.client.post("/v1/segment", json={"text": SAMPLE_TEXT}, headers=header)

    assert response.status_code == status
    assert keyed.client.get("/metrics", headers=header).status_code == status
    assert keyed.client.get("/healthz").status_code == 200


@pytest.fixture(scope="module")
def keyed():
    settings = ServerSettings(workers=2, api_key="sesame", cors_origins=("https://a.example",))
    assert "sesame" not in repr(settings)
    with running_server(settings) as running:
        yield running


def test_other_origins_are_let_in_only_where_they_are_named(server, keyed):
    asking = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}

    closed = server.client.options("/v1/segment", headers=asking)
    opened = keyed.client.options("/v1/segment", headers=asking)
    other = keyed.client.options("/v1/segment", headers={**asking, "Origin": "https://b.example"})

    assert "access-control-allow-origin" not in closed.headers
    assert opened.headers["access-control-allow-origin"] == "https://a.example"
    assert "access-control-allow-origin" not in other.headers


def logged(caplog):
    return [record.values for record in caplog.records if hasattr(record, "values")]


def test_logs_and_answers_say_nothing_of_the_text(server, caplog):
    """Neither a request nor an error that nobody foresaw shows what was sent."""
    with caplog.at_level(logging.INFO):
        assert post(server, "Rosebud. " + SAMPLE_TEXT, language="rosebud").status_code == 422
        assert refusal(post(server, "Rosebud is broken."), 500, "internal")
        wait_until(lambda: [v["status"] for v in logged(caplog) if "status" in v] == [422, 500])
    assert any(values.get("error") == "RuntimeError" for values in logged(caplog))
    assert "osebud" not in str(logged(caplog)) + caplog.text


def test_every_answer_keeps_a_browser_to_this_server(server):
    for path in ("/", "/healthz", "/nothing"):
        headers = server.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_recent_vectors_are_not_computed_again_and_stay_within_their_bytes(encoder):
    """The same text with other settings costs no encoding; old vectors are forgotten."""
    with running_server(ServerSettings(workers=2, recent_bytes=100_000), encoder) as server:
        first = post(server, SAMPLE_TEXT).json()
        before = encoder.n_read
        assert post(server, SAMPLE_TEXT).json() == first
        assert encoder.n_read == before
        recent = server.service.encoders.recent
        for number in range(40):
            post(server, f"Another text {number}. " + " ".join(f"S{number}{n}." for n in range(9)))
        assert 0 < recent.n_bytes <= 100_000
        assert np.isclose(recent.n_bytes, 100_000, rtol=0.05)


def test_a_text_of_many_units_is_cut_in_the_helper_process(encoder, monkeypatch):
    """The answer is that of the library; the process ends with the server."""
    monkeypatch.setattr("embed_kcpd.server.cutting.MANY_UNITS", 8)
    text = SAMPLE_TEXT
    usual = Settings(encoder=WordHashing(), confidence=False)
    with running_server(ServerSettings(workers=2), encoder) as server:
        answer = post(server, text, confidence=False).json()
        helpers = multiprocessing.active_children()
        assert len(helpers) == 1
        path = post(server, text, path="/v1/path", confidence=False).json()
        titles = post(server, text, path="/v1/titles", boundaries=answer["boundaries"]).json()

    assert answer == json.loads(as_json(segment(text, usual)))
    assert path["result"] == answer
    assert titles["titles"] == [part["title"] for part in answer["segments"]]
    wait_until(lambda: not helpers[0].is_alive())


def test_a_helper_that_is_killed_is_replaced(encoder, monkeypatch):
    monkeypatch.setattr("embed_kcpd.server.cutting.MANY_UNITS", 8)
    text = SAMPLE_TEXT
    with running_server(ServerSettings(workers=2), encoder) as server:
        assert post(server, text, confidence=False).status_code == 200
        multiprocessing.active_children()[0].kill()
        statuses = [post(server, text, confidence=False).status_code for _ in range(2)]

    assert statuses[-1] == 200
