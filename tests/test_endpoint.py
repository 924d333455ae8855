"""The HTTP client and the embeddings adapter against a real server that misbehaves."""

import base64
import json
import socket
import threading
import time
import warnings
from contextlib import contextmanager
from dataclasses import replace
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.encoders import endpoint as endpoint_module
from embed_kcpd.encoders.endpoint import Endpoint, Patience
from embed_kcpd.encoders.openai import OpenAiEncoder, openai_endpoint, requests
from embed_kcpd.encoders.redaction import redacted
from embed_kcpd.errors import EncoderError, EndpointError, OptionsError

KEY = "sk-very-secret-0123456789"
HASTY = Patience(timeout=20.0, attempts=3, first_pause=0.01, longest_pause=3.0)
"""Long enough for a server on a busy machine."""

IMPATIENT = replace(HASTY, timeout=0.5)


class Server(ThreadingHTTPServer):
    """Answers each request with the next of its ``turns``, the last one for ever."""

    daemon_threads = True

    def __init__(self, turns):
        super().__init__(("127.0.0.1", 0), Handler)
        self.turns, self.seen, self.times = list(turns), [], []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request, client_address):
        """A client that hangs up is part of the play."""


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.times.append(time.monotonic())
        self.server.seen.append((self.path, self.headers.get("Authorization"), body))
        turn = self.server.turns[min(len(self.server.seen), len(self.server.turns)) - 1]
        turn(self, body)

    def answer(self, status, content, headers=()):
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """Silence."""


def vectors(handler, body, dimension=4):
    """Well-behaved: a vector that starts with the text's length, in reversed order."""
    data = [
        {"index": n, "embedding": [float(len(text)), *[0.5] * (dimension - 1)]}
        for n, text in enumerate(body["input"])
    ]
    handler.answer(200, {"data": data[::-1]})


def refuse(status, headers=(), message="no", code=None):
    def turn(handler, body):
        handler.answer(status, {"error": {"message": message, "code": code}}, headers)

    return turn


def truncate(handler, body):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"data": [')


def truncate_chunks(handler, body):
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{")


def babble(handler, body):
    handler.answer(200, b"<html>hello</html>")


def hang_up(handler, body):
    handler.connection.shutdown(socket.SHUT_RDWR)


def sleep(handler, body):
    time.sleep(1.0)
    vectors(handler, body)


def trickle(handler, body):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    for _ in range(10):
        handler.wfile.write(b" ")
        time.sleep(0.1)


@contextmanager
def serving(*turns):
    server = Server(turns)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def encoder(server, patience=HASTY, **settings):
    return OpenAiEncoder(endpoint=Endpoint(server.url, "OPENAI_API_KEY", patience), **settings)


PASSING = {
    "429": refuse(429),
    "500": refuse(500),
    "503": refuse(503),
    "truncated": truncate,
    "truncated chunks": truncate_chunks,
    "not JSON": babble,
    "not an object": lambda handler, _: handler.answer(200, [1, 2]),
    "dropped": hang_up,
    "slow": sleep,
    "trickling": trickle,
}
TOO_SLOW = ("slow", "trickling")


def patience_with(trouble):
    return IMPATIENT if trouble in TOO_SLOW else HASTY


@pytest.mark.parametrize("trouble", PASSING)
def test_trouble_that_passes_is_waited_out(trouble):
    """Two bad turns, then a good one: the caller never notices."""
    turn = PASSING[trouble]
    with serving(turn, turn, vectors) as server:
        found = encoder(server, patience_with(trouble)).encode(["a", "bcd"])
    assert found[:, 0].tolist() == [1.0, 3.0]
    assert len(server.seen) == 3


@pytest.mark.parametrize("trouble", PASSING)
def test_trouble_that_stays_is_an_honest_error(trouble):
    """The error says where, how often and why; and never the key."""
    with serving(PASSING[trouble]) as server, pytest.raises(EndpointError) as caught:
        encoder(server, patience_with(trouble)).encode(["a"])
    assert len(server.seen) == caught.value.attempts == HASTY.attempts
    assert f"{server.url}/embeddings gave no usable answer after 3 attempts" in str(caught.value)
    assert KEY not in everything_said(caught.value)


def everything_said(error):
    """All a log could show of an error and of what it was raised from."""
    said = []
    while error is not None:
        said += [str(error), repr(error), repr(vars(error)), repr(error.args)]
        error = error.__cause__ or error.__context__
    return " ".join(said)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422, 302])
def test_a_refusal_is_not_repeated(status):
    """Asking again would not help; the server's own words are passed on without the key."""
    turn = refuse(status, [("Location", "/elsewhere")], f"bad key {KEY} for\nthis model")
    with serving(turn) as server, pytest.raises(EndpointError) as caught:
        encoder(server).encode(["a"])
    assert len(server.seen) == 1
    assert caught.value.status == status
    assert f"HTTP {status}: bad key [key] for this model" in str(caught.value)
    assert KEY not in everything_said(caught.value)


def test_an_empty_account_is_not_repeated():
    turn = refuse(429, code="insufficient_quota")
    with serving(turn) as server, pytest.raises(EndpointError, match="429"):
        encoder(server).encode(["a"])
    assert len(server.seen) == 1


@pytest.mark.parametrize("as_date", [False, True])
def test_retry_after_is_honoured(as_date):
    """The server's pause is kept, whether it is a number or a date."""
    asked = formatdate(time.time() + 1.9, usegmt=True) if as_date else "0.4"
    with serving(refuse(429, [("Retry-After", asked)]), vectors) as server:
        encoder(server).encode(["a"])
    assert server.times[1] - server.times[0] >= (0.3 if as_date else 0.4)


def test_a_server_that_wants_an_hour_is_not_waited_for():
    turn = refuse(429, [("Retry-After", "3600")])
    with serving(turn) as server, pytest.raises(EndpointError, match="asks to wait 3600 s"):
        encoder(server).encode(["a"])
    assert len(server.seen) == 1


def test_pauses_grow_and_differ():
    patience = Patience(first_pause=1.0, longest_pause=8.0)
    for attempt, full in enumerate((1, 2, 4, 8, 8), start=1):
        pauses = [patience.pause_after(attempt) for _ in range(20)]
        assert all(full / 2 <= pause <= full for pause in pauses)
        assert len(set(pauses)) > 1


def test_a_server_that_is_not_there_is_named():
    """Nobody listens: the error carries the address."""
    with serving(vectors) as server:
        url = server.url
    gone = OpenAiEncoder(endpoint=Endpoint(url, None, Patience(attempts=2, first_pause=0.01)))
    with pytest.raises(EndpointError, match=r"127\.0\.0\.1.*2 attempts.*refused"):
        gone.encode(["a"])


def test_the_request_is_what_the_endpoint_documents():
    with serving(vectors) as server:
        encoder(server, dimensions=4).encode(["a"])
    ((path, authorization, body),) = server.seen
    assert path == "/v1/embeddings"
    assert authorization == f"Bearer {KEY}"
    assert body == {"model": "text-embedding-3-small", "input": ["a"], "dimensions": 4}


def test_without_a_key_variable_no_key_is_sent():
    """Local servers get none, even if one lies in the environment."""
    with serving(vectors) as server:
        OpenAiEncoder(endpoint=Endpoint(server.url)).encode(["a"])
    assert server.seen[0][1] is None


def test_a_missing_key_is_named_before_anything_is_sent(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    with serving(vectors) as server, pytest.raises(EndpointError, match="OPENAI_API_KEY; set it"):
        encoder(server).encode(["a"])
    assert server.seen == []


def test_a_key_with_a_line_break_is_refused_without_showing_it(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY + "\nmore")
    with serving(vectors) as server, pytest.raises(EndpointError) as caught:
        encoder(server).encode(["a"])
    assert KEY not in everything_said(caught.value)


def test_the_key_is_in_no_field():
    """What shows an encoder, its endpoint or its identity shows the variable's name only."""
    made = OpenAiEncoder(endpoint=openai_endpoint())
    assert KEY not in repr(made) + made.identity
    assert "OPENAI_API_KEY" in repr(made)


@pytest.mark.parametrize(
    "url",
    ["ftp://host/v1", "https://", "host/v1", "https://me:hush@host/v1", "https://host/v1?t=hush"],
)
def test_an_address_that_is_none_or_carries_a_secret_is_refused_without_showing_it(url):
    with pytest.raises(OptionsError) as caught:
        Endpoint(url)
    assert "hush" not in everything_said(caught.value)


def test_the_base_url_comes_from_the_environment(monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert openai_endpoint().name == "https://api.openai.com/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:11434/v1/")
    assert openai_endpoint().name == "http://localhost:11434/v1"
    assert openai_endpoint().key_variable == "OPENAI_API_KEY"
    monkeypatch.delenv("OPENAI_API_KEY")
    assert openai_endpoint().key_variable is None


def entries(*embeddings):
    data = [{"index": n, "embedding": row} for n, row in enumerate(embeddings)]
    return lambda handler, _: handler.answer(200, {"data": data})


@pytest.mark.parametrize(
    ("turn", "complaint"),
    [
        (entries([1.0, 2.0], [1.0]), "text 1 a vector of 1 numbers, not 2"),
        (entries([1.0, 2.0]), "1 vectors for 2 texts"),
        (entries([1.0], [1.0], [1.0]), "3 vectors for 2 texts"),
        (entries([1.0], [float("nan")]), "text 1 a vector with no numbers"),
        (entries([1.0], "AAAA"), "no list of vectors"),
        (entries([[1.0]], [[1.0]]), "with no numbers"),
        (lambda handler, _: handler.answer(200, {"data": None}), "no list of vectors"),
        (lambda handler, _: handler.answer(200, {}), "no list of vectors"),
    ],
)
def test_wrong_vectors_are_an_error_that_says_what_is_wrong(turn, complaint):
    """Wrong dimension, wrong count, no numbers: named, not passed on."""
    with serving(turn) as server, pytest.raises(EncoderError, match=complaint):
        encoder(server).encode(["a", "b"])


def test_a_dimension_other_than_the_one_asked_for_is_an_error():
    with serving(vectors) as server, pytest.raises(EncoderError, match="4 numbers, not 3"):
        encoder(server, dimensions=3).encode(["a"])


def test_strange_texts_are_sent_in_a_form_every_server_takes():
    """Empty, broken and endless texts; each gets a vector, none is refused."""
    texts = ["", "\ud800", "é" * 10_000_000, "ok"]
    with serving(vectors) as server:
        found = encoder(server).encode(texts)
    assert found.shape == (4, 4)
    assert server.seen[0][2]["input"] == [" ", "\ufffd", "é" * 4095, "ok"]


def test_texts_are_sent_in_requests_that_are_not_too_large():
    """Order is kept across requests; none holds too many tokens or texts."""
    texts = ["x" * 8000] * 60 + ["y"] * 2500
    batches = list(requests(texts))
    assert [text for batch in batches for text in batch] == texts
    assert all(len(batch) <= 2048 for batch in batches)
    assert all(sum(len(text) for text in batch) <= 200_000 for batch in batches)
    with serving(vectors) as server:
        found = encoder(server).encode(texts)
    assert found[:, 0].tolist() == [float(len(text)) for text in texts]
    assert len(server.seen) == len(batches) > 2


def at_most(n_texts, status, message):
    """A server that takes so many texts in a request."""

    def turn(handler, body):
        if len(body["input"]) > n_texts:
            refuse(status, message=message)(handler, body)
        else:
            vectors(handler, body)

    return turn


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (413, "Payload Too Large"),
        (422, "batch size 100 > maximum allowed batch size 32"),
        (400, "requests: at most 32 requests can be in one batch"),
        (400, "Too many inputs"),
    ],
)
def test_a_server_that_takes_few_texts_gets_few(status, message):
    """Every text of more sentences than that was refused, and nothing could be chosen."""
    texts = ["x" * n for n in range(1, 101)]
    with serving(at_most(32, status, message)) as server:
        found = encoder(server).encode(texts)
    assert found[:, 0].tolist() == [float(n) for n in range(1, 101)]
    assert [len(body["input"]) for _, _, body in server.seen] == [100, 50, 25, 25, 25, 25]


@pytest.mark.parametrize(("status", "n_requests"), [(413, 3), (400, 1)])
def test_a_server_that_takes_no_text_ends_the_run(status, n_requests):
    with serving(refuse(status)) as server, pytest.raises(EndpointError):
        encoder(server).encode(["a", "b", "c", "d"])
    assert len(server.seen) == n_requests


def test_an_answer_without_vectors_is_shown():
    """Some servers answer a mistake with status 200."""

    def turn(handler, _):
        handler.answer(200, {"error": f"{KEY}: no model loaded"})

    with serving(turn) as server, pytest.raises(EncoderError, match="no model loaded") as caught:
        encoder(server).encode(["a"])
    assert KEY not in everything_said(caught.value)


def test_no_texts_ask_nobody():
    with serving(vectors) as server:
        assert encoder(server).encode([]).shape == (0, 0)
    assert server.seen == []
    assert np.isfinite(encoder(server).encode([])).all()


def echo(**entry):
    """A good status around an entry that repeats the key where a number should be."""
    return lambda handler, _: handler.answer(200, {"data": [{"index": 0, **entry}]})


ECHOES = {
    "index": echo(index=KEY),
    "embedding": echo(embedding=KEY),
    "embedding list": echo(embedding=[KEY, 1.0]),
    "embedding broken": echo(embedding=["x", KEY[:9] + "\n" + KEY[9:]]),
    "refusal": refuse(401, message=f"the key {KEY} is wrong"),
    "late in a refusal": refuse(401, message="x" * 270 + " Bearer " + KEY),
    "broken by a newline": refuse(401, message=f"{KEY[:12]}\n{KEY[12:]}"),
    "in capitals": refuse(401, message=KEY.upper()),
    "a part of it": refuse(401, message=f"ends with {KEY[-10:]}"),
    "not JSON": lambda handler, _: handler.answer(401, f"<b>{KEY}".encode()),
    "percent-encoded": refuse(401, message="".join(f"%{ord(c):02X}" for c in KEY)),
    "base 64": refuse(401, message=base64.b64encode(b"Bearer " + KEY.encode()).decode()),
}


@pytest.mark.parametrize("kind", ECHOES)
def test_no_answer_makes_us_show_the_key(kind):
    """Whole, in part, broken or encoded, in a refusal or in place of a number."""
    with (
        serving(ECHOES[kind]) as server,
        pytest.raises((EncoderError, EndpointError)) as caught,
    ):
        encoder(server).encode(["a"])
    shown = "".join(str(caught.value).split()).lower()
    assert not any(KEY[at : at + 8] in shown for at in range(len(KEY) - 7))
    assert "%73%6b" not in shown
    assert len(str(caught.value)) < 500


@given(
    before=st.text(max_size=20),
    breaks=st.lists(st.sampled_from(["", " ", "\n", "\\n", "\t"]), min_size=25, max_size=25),
    forms=st.lists(
        st.sampled_from(["{}", "%{:02x}", "\\x{:02x}", "\\u{:04x}", "&#{};"]),
        min_size=25,
        max_size=25,
    ),
    after=st.text(max_size=20),
)
def test_a_key_is_found_in_any_disguise(before, breaks, forms, after):
    """Every character escaped in its own way, white space between any two."""
    disguised = "".join(
        gap + (character if form == "{}" else form.format(ord(character)))
        for character, gap, form in zip(KEY, breaks, forms, strict=True)
    )
    shown = redacted(f"{before}:{disguised}:{after}", KEY)
    assert "[key]" in shown
    assert redacted(shown, KEY) == shown
    assert disguised.strip() not in shown


def test_letters_that_lower_case_makes_two_of_move_nothing():
    """The key is taken from where it stands in the text as it was sent."""
    assert redacted(f"İİ {KEY} İ", KEY) == "İİ [key] İ"


@given(st.text(alphabet="abc -%\\nx0", max_size=80))
def test_what_is_not_the_key_stays(text):
    assert redacted(text, KEY) == text


@pytest.mark.parametrize(
    "content",
    [
        b'{"data": [{"index": Infinity, "embedding": [1.0]}]}',
        b'{"data": [{"index": NaN, "embedding": [1.0]}]}',
        b'{"data": [{"index": 1e400, "embedding": [1.0]}]}',
        b'{"data": [{"index": ' + b"9" * 400 + b', "embedding": [1.0]}]}',
        b'{"data": [{"index": 0, "embedding": [' + b"9" * 400 + b"]}]}",
        b'{"data": [{"index": 0, "embedding": [Infinity]}]}',
        b'{"data": [{"index": 0, "embedding": [1e300]}]}',
        b'{"data": [{"index": 0, "embedding": ["1.0"]}]}',
        b'{"data": [{"index": true, "embedding": [1.0]}]}',
        b'{"data": [{"index": "0", "embedding": [1.0]}]}',
        b'{"data": [{"index": 0, "embedding": [[1.0], [1.0, 2.0]]}]}',
        b'{"data": [{"index": 0, "embedding": ' + b"[" * 500 + b"]" * 500 + b"}]}",
        b'{"data": [{"index": 0}]}',
        b'{"data": [[]]}',
        b'{"data": [3]}',
        b'{"data": 3}',
        b'{"data": "ab"}',
        b'{"data": null}',
        b"{}",
    ],
    ids=lambda content: repr(content[:60]),
)
def test_numbers_that_are_none_are_errors_in_one_line(content):
    with (
        serving(lambda handler, _: handler.answer(200, content)) as server,
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("error")
        with pytest.raises(EncoderError, match=r"no list of vectors|no numbers|or gave them twice"):
            encoder(server).encode(["a"])


def test_an_answer_without_end_is_cut_off(monkeypatch):
    monkeypatch.setattr(endpoint_module, "_MOST_BYTES", 1000)
    with (
        serving(lambda handler, _: handler.answer(200, b" " * 5000)) as server,
        pytest.raises(EndpointError, match="more than 1000 bytes"),
    ):
        encoder(server).encode(["a"])


@pytest.mark.parametrize(
    "pause", ["inf", "nan", "-1", "1e400", "Wed, 99 Nov 99999 00:00:00 GMT", "x"]
)
def test_a_pause_that_is_none_does_not_trace_back(pause):
    turn = refuse(429, headers=[("Retry-After", pause)])
    with serving(turn) as server, pytest.raises(EndpointError, match="HTTP 429"):
        encoder(server).encode(["a"])


@pytest.mark.parametrize(
    "address",
    [
        "http://[::1",
        "http://h:x/v1",
        "http://h:99999999",
        "host/v1",
        "ftp://h",
        "http://",
        "http://a b/",
        "http://h\n/v1",
        "http://" + "a" * 70 + ".com",
        "http://..",
        "http://h:0/v1",
    ],
)
def test_a_malformed_address_is_refused_before_anybody_is_asked(address):
    with pytest.raises(OptionsError, match="a base URL looks like"):
        Endpoint(address)
