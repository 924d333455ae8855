"""The collector of posts against a local server that speaks the protocol of the service."""

import base64
import gzip
import json
import os
import re
import threading
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from embed_kcpd.collectors.x import Period, collect_posts
from embed_kcpd.collectors.x_client import TOKEN_VARIABLE, XClient
from embed_kcpd.encoders.endpoint import Patience
from embed_kcpd.errors import (
    EmbedKcpdError,
    EndpointError,
    InputError,
    OptionsError,
    OutputError,
)
from embed_kcpd.files import claimed
from embed_kcpd.readers import read

TOKEN = "AAAA-very-secret-token-0123456789"
FIRST = 2**60
YEAR = Period(datetime(2024, 1, 1, tzinfo=timezone.utc), datetime(2025, 1, 1, tzinfo=timezone.utc))


def moment(number):
    return f"2024-03-{1 + number // 100:02d}T{number // 5 % 20:02d}:00:00.000Z"


class Service(ThreadingHTTPServer):
    """An account of ``n_posts`` posts; ``turns`` replace the answers to the first questions."""

    daemon_threads = True

    def __init__(self, n_posts, turns=(), empty_pages=()):
        super().__init__(("127.0.0.1", 0), Handler)
        self.posts = [
            {"id": str(FIRST + n), "text": f"Post {n} &amp; more", "created_at": moment(n)}
            for n in range(n_posts)
        ][::-1]
        self.turns, self.asked, self.empty_pages = list(turns), [], set(empty_pages)
        self.includes = {}

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/2"

    def page(self, query):
        """One page, newest first, as the documentation describes it."""
        below = int(query.get("until_id", [2**63])[0])
        posts = [post for post in self.posts if int(post["id"]) < below]
        start = int(query.get("pagination_token", ["t0"])[0][1:])
        size = int(query["max_results"][0])
        if start in self.empty_pages:
            self.empty_pages.remove(start)
            return {"meta": {"result_count": 0, "next_token": f"t{start}"}}
        shown = posts[start : start + size]
        meta = {"result_count": len(shown)}
        if start + size < len(posts):
            meta["next_token"] = f"t{start + size}"
        answer = {"meta": meta, **({"data": shown} if shown else {})}
        return answer | ({"includes": self.includes} if self.includes else {})


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        parts = urlsplit(self.path)
        query = parse_qs(parts.query)
        self.server.asked.append((parts.path, query, self.headers["Authorization"]))
        if self.server.turns:
            status, body, headers = self.server.turns.pop(0)
            if status is not None:
                return self.answer(status, body, headers)
        if "/by/username/" in parts.path:
            return self.answer(200, {"data": {"id": "7", "name": "N", "username": "nasa"}}, {})
        return self.answer(200, self.server.page(query), {"x-rate-limit-remaining": "899"})

    def answer(self, status, body, headers):
        data = body if isinstance(body, bytes) else gzip.compress(json.dumps(body).encode())
        self.send_response(status)
        if not isinstance(body, bytes):
            self.send_header("Content-Encoding", "gzip")
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """Silence."""


@pytest.fixture
def start(monkeypatch):
    """Starts services, and a client that remembers how long it waited."""
    monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
    running, waits = [], []

    def started(*arguments, **named):
        service = Service(*arguments, **named)
        running.append(service)
        threading.Thread(target=service.serve_forever, daemon=True).start()
        patience = Patience(timeout=5, attempts=4, first_pause=0.001)
        return service, XClient(service.url, patience, waits.append, lambda: 1000.0), waits

    yield started
    for service in running:
        service.shutdown()
        service.server_close()


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_all_pages_are_collected_and_can_be_read(start, tmp_path):
    """Numbers beyond 2^53 keep their digits, entities become characters."""
    service, client, _ = start(250)
    path = tmp_path / "posts.jsonl"

    assert collect_posts("@nasa", YEAR, path, client) == 250
    posts = lines(path)
    assert [int(post["id"]) - FIRST for post in posts] == list(range(249, -1, -1))
    assert posts[0]["text"] == "Post 249 & more"
    document = read(path)
    assert document.pieces[0].text == "Post 0 & more"
    assert document.pieces[0].place.speaker == "nasa"
    query = service.asked[1][1]
    assert query["start_time"] == ["2024-01-01T00:00:00Z"]
    assert "created_at" in query["tweet.fields"][0]
    assert "note_tweet" in query["tweet.fields"][0]
    assert service.asked[0][2] == f"Bearer {TOKEN}"


def test_an_empty_page_with_a_next_token_is_not_the_end(start, tmp_path):
    _, client, _ = start(250, empty_pages=[0, 200])

    assert collect_posts("7", YEAR, tmp_path / "p", client) == 250


def test_no_posts_make_an_empty_file(start, tmp_path):
    _, client, _ = start(0)

    assert collect_posts("7", YEAR, tmp_path / "p", client) == 0
    assert (tmp_path / "p").read_bytes() == b""


def test_a_run_that_was_killed_goes_on_where_it_was(start, tmp_path):
    """Nothing is fetched twice, and half a line is dropped."""
    service, client, _ = start(250, turns=[(None, 0, 0), (401, {"title": "Unauthorized"}, {})])
    path = tmp_path / "p"
    with pytest.raises(EndpointError, match="HTTP 401: Unauthorized"):
        collect_posts("7", YEAR, path, client)
    assert len(lines(path)) == 100
    path.write_bytes(path.read_bytes() + b'{"id": "11529')

    assert collect_posts("7", YEAR, path, client) == 250
    numbers = [post["id"] for post in lines(path)]
    assert len(set(numbers)) == 250
    assert service.asked[-1][1]["until_id"] == [str(FIRST + 150)]


def test_long_posts_and_passed_on_posts_are_whole(start, tmp_path):
    service, client, _ = start(0)
    service.posts = [
        {"id": "12", "text": "Cut…", "note_tweet": {"text": "Whole &lt;3"}, "created_at": "2024"},
        {
            "id": "11",
            "text": "RT @a: cut…",
            "referenced_tweets": [{"type": "retweeted", "id": "5"}],
        },
        {"id": "10", "text": "Odd", "referenced_tweets": [3, {"type": "quoted"}], "note_tweet": 1},
    ]
    service.includes = {
        "tweets": [{"id": "5", "text": "x…", "note_tweet": {"text": "cut no more"}}]
    }
    collect_posts("7", YEAR, tmp_path / "p", client)

    assert [post["text"] for post in lines(tmp_path / "p")] == [
        "Whole <3",
        "RT @a: cut no more",
        "Odd",
    ]


@pytest.mark.parametrize(
    "body", [{"title": "Too Many Requests"}, {"errors": [{"code": 88, "message": "Rate limit"}]}]
)
def test_a_used_up_limit_is_waited_for_as_the_headers_say(start, tmp_path, body):
    _, client, waits = start(3, turns=[(429, body, {"x-rate-limit-reset": "1300"})])

    assert collect_posts("7", YEAR, tmp_path / "p", client) == 3
    assert waits == [301.0]


def test_the_last_answer_of_a_window_is_followed_by_a_pause(start, tmp_path):
    service, client, waits = start(250)
    page = service.page({"max_results": ["100"]})
    limits = {"x-rate-limit-remaining": "0", "x-rate-limit-reset": "1100"}
    service.turns = [(200, page, limits)]

    assert collect_posts("7", YEAR, tmp_path / "p", client) == 250
    assert waits == [101.0]


def test_trouble_that_passes_is_waited_out_and_other_trouble_is_not(start, tmp_path):
    _, client, waits = start(3, turns=[(503, b"no", {}), (200, b"{half", {}), (502, b"", {})])
    assert collect_posts("7", YEAR, tmp_path / "p", client) == 3
    assert len(waits) == 3

    _, client, _ = start(3, turns=[(503, b"", {})] * 9)
    with pytest.raises(EndpointError, match="after 4 attempts: HTTP 503"):
        collect_posts("7", YEAR, tmp_path / "q", client)
    _, client, _ = start(3, turns=[(302, b"", {"Location": "http://127.0.0.1:1/"})])
    with pytest.raises(EndpointError, match="HTTP 302"):
        collect_posts("7", YEAR, tmp_path / "q", client)


def test_an_account_that_is_not_there_is_named(start, tmp_path):
    missing = {"errors": [{"detail": "Could not find user with id: [7].", "title": "Not Found"}]}
    _, client, _ = start(0, turns=[(200, missing, {}), (200, missing, {})])

    with pytest.raises(InputError, match="no account @nobody: Could not find user"):
        collect_posts("@nobody", YEAR, tmp_path / "p", client)
    with pytest.raises(EndpointError, match="Could not find user"):
        collect_posts("7", YEAR, tmp_path / "p", client)


def test_the_token_is_never_shown(start, tmp_path, monkeypatch):
    _, client, _ = start(0, turns=[(403, {"detail": f"bad token {TOKEN}"}, {})])
    with pytest.raises(EndpointError) as error:
        collect_posts("7", YEAR, tmp_path / "p", client)
    assert TOKEN not in str(error.value)
    assert TOKEN not in repr(client)
    monkeypatch.delenv(TOKEN_VARIABLE)
    with pytest.raises(EndpointError, match=f"the environment has no {TOKEN_VARIABLE}"):
        collect_posts("7", YEAR, tmp_path / "p", client)


def test_a_file_of_something_else_is_left_alone(start, tmp_path):
    _, client, _ = start(3)
    (tmp_path / "p").write_text("My diary.\n")

    with pytest.raises(InputError, match="does not hold collected posts"):
        collect_posts("7", YEAR, tmp_path / "p", client)
    assert (tmp_path / "p").read_text() == "My diary.\n"


def test_two_runs_into_one_file_do_not_pay_twice(start, tmp_path):
    """The second is refused before it asks for anything."""
    service, client, _ = start(3)
    with claimed(tmp_path / "p"), pytest.raises(OutputError, match="another run is writing"):
        collect_posts("7", YEAR, tmp_path / "p", client)
    assert service.asked == []


@pytest.mark.parametrize("answer", [b"[]", b"null", b'{"data": 1}', b'{"data": [{"id": "x"}]}'])
def test_odd_answers_are_errors_in_one_line(start, tmp_path, answer):
    _, client, _ = start(3, turns=[(200, answer, {})] * 9)

    with pytest.raises(EmbedKcpdError) as error:
        collect_posts("7", YEAR, tmp_path / "p", client)
    assert "\n" not in str(error.value)


def test_recorded_answers_of_the_service_are_understood(start, tmp_path):
    data = os.environ.get("EMBED_KCPD_DATA", "")
    path = Path(data, "formats", "x-api", "cassettes", "test_client_get_users_tweets.yaml")
    if not path.is_file():
        pytest.skip("EMBED_KCPD_DATA holds no formats/x-api")
    recorded = re.search(r"!!binary \|\n((?: {8}\S+\n)+)", path.read_text())[1]
    body = gzip.decompress(base64.b64decode("".join(recorded.split())))
    answer = json.loads(body)
    answer["meta"].pop("next_token", None)
    _, client, _ = start(0, turns=[(200, answer, {})])

    count = collect_posts("783214", YEAR, tmp_path / "p", client)

    assert count == len(answer["data"]) == answer["meta"]["result_count"]
    assert [post["id"] for post in lines(tmp_path / "p")] == [p["id"] for p in answer["data"]]


def test_the_command_says_what_is_wrong(run, tmp_path, monkeypatch):
    monkeypatch.delenv(TOKEN_VARIABLE, raising=False)
    target = ("-o", tmp_path / "p")
    code, _, err = run("collect", "x", "7", "--from", "soon", "--to", "2025", *target)
    assert (code, "--from must be a date" in err) == (2, True)
    code, _, err = run("collect", "x", "7", "--from", "2026", "--to", "2025", *target)
    assert (code, "before it begins" in err) == (2, True)
    code, _, err = run("collect", "x", "7", "--from", "2024", "--to", "2025", *target)
    assert (code, TOKEN_VARIABLE in err) == (2, True)
    with pytest.raises(OptionsError, match="an account is a name"):
        collect_posts("not an account", YEAR, tmp_path / "p", XClient())
