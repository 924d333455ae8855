"""The arXiv recipe, from a file and from a server that speaks as arXiv does."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from threading import Thread
from urllib.parse import parse_qs, urlparse

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation import arxiv
from embed_kcpd.evaluation.arxiv import Abstract, build_documents, fetch_abstracts, read_abstracts
from embed_kcpd.evaluation.datasets import data_folder, load

ENTRY = (
    "<entry><id>http://arxiv.org/abs/2509.{0:05d}v1</id>"
    "<summary> Paper {0} is\n short. It ends &lt;here&gt;. </summary></entry>"
)


def split(text):
    """Sentences by full stop: enough for tests."""
    return [part + "." for part in text.split(".") if part.strip()]


def abstracts(n):
    return [Abstract(f"p{i}", tuple(f"p{i} s{s}" for s in range(1 + i % 3))) for i in range(n)]


@pytest.fixture
def server():
    """arXiv with 450 papers; ``failures`` answers come first, ``refusal`` replaces the feed."""

    class Handler(BaseHTTPRequestHandler):
        failures, refusal, queries = [], "", []

        def do_GET(self):
            query = {k: v[0] for k, v in parse_qs(urlparse(self.path).query).items()}
            Handler.queries.append(query)
            status = Handler.failures.pop(0) if Handler.failures else 200
            self.send_response(status)
            self.end_headers()
            start, count = int(query["start"]), int(query["max_results"])
            papers = range(start, min(start + count, 450))
            entries = Handler.refusal or "".join(ENTRY.format(i) for i in papers)
            feed = f'<feed xmlns="http://www.w3.org/2005/Atom">{entries}</feed>'
            self.wfile.write(feed.encode() if status == 200 else b"busy")

        def log_message(self, *_):
            """Quiet."""

    httpd = HTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=httpd.serve_forever, args=(0.01,), daemon=True).start()
    Handler.url = f"http://127.0.0.1:{httpd.server_port}/api/query"
    yield Handler
    httpd.shutdown()
    httpd.server_close()


def test_the_recipe_draws_different_abstracts_and_cuts_between_them():
    pool = abstracts(60)
    documents = build_documents(pool, seed=7)
    assert len(documents) == 20
    for document in documents:
        edges = pairwise((0, *document.boundaries, document.n_units))
        parts = [document.units[start:end] for start, end in edges]
        assert 5 <= len(parts) <= 20
        assert len(set(parts)) == len(parts)
        assert all(part in {one.sentences for one in pool} for part in parts)


def test_the_same_seed_gives_the_same_documents():
    assert build_documents(abstracts(60), seed=1) == build_documents(abstracts(60), seed=1)
    assert build_documents(abstracts(60), seed=1) != build_documents(abstracts(60), seed=2)


def test_too_few_abstracts_are_an_error_that_counts_them():
    with pytest.raises(InputError, match=r"5 to 20 .* from 3"):
        build_documents(abstracts(3))


def test_a_file_gives_sentences_or_text_to_be_split(tmp_path):
    path = tmp_path / "abstracts.jsonl"
    lines = [{"id": "a", "sentences": ["One.", "Two."]}, {"id": "b", "abstract": "Red\n fox. Den."}]
    path.write_text("\n".join(map(json.dumps, lines)))
    assert read_abstracts(path, split) == (
        Abstract("a", ("One.", "Two.")),
        Abstract("b", ("Red fox.", "Den.")),
    )
    path.write_text('{"id": "c", "abstract": " "}')
    with pytest.raises(InputError, match=r"abstracts\.jsonl:1 needs"):
        read_abstracts(path, split)


def test_papers_are_fetched_page_by_page_in_order(server):
    """450 papers in three pages, oldest first, from the day asked for."""
    found = fetch_abstracts(split, "2025-09-01", 450, server.url, pause=0)
    assert [one.id for one in found] == [f"2509.{i:05d}v1" for i in range(450)]
    assert found[3].sentences == ("Paper 3 is short.", "It ends <here>.")
    assert [query["start"] for query in server.queries] == ["0", "200", "400"]
    assert server.queries[0]["search_query"].startswith("submittedDate:[202509010000 TO")
    assert server.queries[0]["sortOrder"] == "ascending"


def test_a_busy_server_is_asked_again(server):
    server.failures[:] = [503, 429]
    assert len(fetch_abstracts(split, n_papers=5, url=server.url, pause=0)) == 5


def test_a_server_that_stays_broken_is_an_error_with_a_way_out(server):
    server.failures[:] = [503] * 4
    with pytest.raises(InputError, match=r"503.*JSONL file"):
        fetch_abstracts(split, n_papers=5, url=server.url, pause=0)


def test_an_answer_that_is_no_feed_is_an_error(server):
    server.refusal = "<entry><br>"
    with pytest.raises(InputError, match="answer is not XML"):
        fetch_abstracts(split, n_papers=5, url=server.url, pause=0)


def test_a_refused_query_is_an_error_that_repeats_the_reason(server):
    server.refusal = (
        "<entry><id>http://arxiv.org/api/errors#x</id><summary>start must be an integer</summary>"
        "</entry>"
    )
    with pytest.raises(InputError, match="start must be an integer"):
        fetch_abstracts(split, n_papers=5, url=server.url, pause=0)


def test_too_few_papers_are_an_error_that_counts_them(server):
    with pytest.raises(InputError, match="only 450 papers"):
        fetch_abstracts(split, n_papers=500, url=server.url, pause=0)


def test_the_recipe_rebuilds_the_stored_set_from_the_stored_abstracts():
    """Seed 0 and the published abstracts give the documents that the tables use."""
    path = data_folder() / "arxiv" / "abstracts.jsonl"
    if not path.exists():
        pytest.skip(f"no abstracts at {path}")
    rebuilt = build_documents(read_abstracts(path, split))
    stored = load("arxiv")
    assert [(one.units, one.boundaries) for one in rebuilt] == [
        (one.units, one.boundaries) for one in stored
    ]


def test_the_pause_is_what_arxiv_asks_for():
    assert arxiv.PAUSE_SECONDS >= 3.0
