"""Runs on this machine: workers that die, drivers that are killed, disks that are full."""

import gzip
import json
import os
import signal
import subprocess
import sys
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from corpus_encoders import Absent, Deadly, Letters
from embed_kcpd import Settings
from embed_kcpd.corpora import LocalEngine, Plan, Store, run_corpus
from embed_kcpd.encoders import CallableEncoder
from embed_kcpd.errors import CorpusError, OptionsError

HERE = Path(__file__).parent
kills = pytest.mark.skipif(os.name == "nt", reason="kills processes the POSIX way")


def plan(encoder=None):
    return Plan(settings=Settings(encoder=encoder or Letters(), confidence=False))


@pytest.mark.parametrize("workers", [0, 2.5, True, "3"])
def test_a_number_of_workers_is_a_whole_number_from_1_on(workers):
    """2.5 was taken, and a string ended in a ``TypeError``."""
    with pytest.raises(OptionsError, match="workers must be a whole number from 1 on, got"):
        LocalEngine(workers)


def lines(n_documents, first=0):
    rows = (
        {"id": n, "text": f"Soil is number {n}. Worms dig. Stars burn. The sky is {n}."}
        for n in range(first, first + n_documents)
    )
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def write_corpus(folder, n_shards=3, n_documents=20):
    folder.mkdir()
    for n in range(n_shards):
        (folder / f"{n}.jsonl").write_bytes(lines(n_documents, first=1000 * n))
    return folder


def tree(folder):
    """Every file of a folder but the lock: name and content."""
    store = Store(str(folder))
    return {name: (folder / name).read_bytes() for name in store.names() if "lock" not in name}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A corpus and the results of a run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    corpus = write_corpus(folder / "in")
    report = run_corpus(str(corpus), str(folder / "out"), plan(), LocalEngine(1))
    assert (report.n_documents, report.n_errors, report.failed) == (60, 0, ())
    return corpus, tree(folder / "out")


def test_a_second_run_skips_everything(whole, tmp_path):
    corpus, files = whole
    out = tmp_path / "out"
    assert run_corpus(str(corpus), str(out), plan(), LocalEngine(1)).n_skipped == 0
    assert tree(out) == files
    times = {path: path.stat().st_mtime_ns for path in out.glob("*.parquet")}

    def idle(shards, *_):
        assert not shards
        return iter(())

    assert run_corpus(str(corpus), str(out), plan(), idle).n_skipped == 3
    assert times == {path: path.stat().st_mtime_ns for path in out.glob("*.parquet")}
    assert tree(out) == files


@kills
def test_a_worker_that_is_killed_is_replaced(whole, tmp_path):
    """Its shard is done again; the results are those of a quiet run."""
    corpus = tmp_path / "in"
    corpus.mkdir()
    (corpus / "0.jsonl").write_bytes(lines(20))
    (corpus / "1.jsonl").write_bytes(lines(5) + b'{"text": "The killer."}\n' + lines(5, 7))
    quiet = run_corpus(str(corpus), str(tmp_path / "quiet"), plan(), LocalEngine(1))
    deadly = plan(Deadly(str(tmp_path / "deaths"), times=1))
    report = run_corpus(str(corpus), str(tmp_path / "out"), deadly, LocalEngine(2))
    assert (tmp_path / "deaths").stat().st_size == 2
    assert report == quiet
    assert tree(tmp_path / "out") == tree(tmp_path / "quiet")


@kills
def test_a_shard_that_kills_every_worker_has_failed(tmp_path, monkeypatch):
    """The others are done, and the next run tries it again."""
    monkeypatch.setattr("embed_kcpd.corpora.local.MOST_DEATHS", 2)
    corpus = tmp_path / "in"
    corpus.mkdir()
    (corpus / "0.jsonl").write_bytes(b'{"text": "The killer."}\n')
    (corpus / "1.jsonl").write_bytes(lines(3))
    deadly = plan(Deadly(str(tmp_path / "deaths"), times=2))
    report = run_corpus(str(corpus), str(tmp_path / "out"), deadly, LocalEngine(1))
    [failed] = report.failed
    assert failed.shard == "0.jsonl"
    assert failed.reason == "its worker died 2 times, exit code -9"
    assert report.n_documents == 3
    errors = (tmp_path / "out" / "_corpus" / "errors.tsv").read_text().splitlines()
    assert errors[1] == "0.jsonl\t\t\tits worker died 2 times, exit code -9"
    again = run_corpus(str(corpus), str(tmp_path / "out"), deadly, LocalEngine(1))
    assert (again.failed, again.n_documents, again.n_skipped) == ((), 4, 1)


def test_an_encoder_that_is_not_there_ends_the_run(tmp_path):
    corpus = write_corpus(tmp_path / "in")
    with pytest.raises(CorpusError, match="the model is not here"):
        run_corpus(str(corpus), str(tmp_path / "out"), plan(Absent()), LocalEngine(1))
    assert not list((tmp_path / "out").glob("*.parquet"))


def test_settings_that_no_worker_can_have_are_one_line(tmp_path):
    corpus = write_corpus(tmp_path / "in", n_shards=1)
    local = plan(CallableEncoder(lambda texts: [[1.0]] * len(texts)))
    with pytest.raises(OptionsError, match="cannot be sent to worker processes"):
        run_corpus(str(corpus), str(tmp_path / "out"), local, LocalEngine(1))


def test_a_script_that_starts_itself_is_told_so(tmp_path):
    """A worker loads the script again, which must not start the run again."""
    corpus = write_corpus(tmp_path / "in", n_shards=1)
    careless = RUN.replace('if __name__ == "__main__":', "if True:")
    _, said = start(tmp_path, corpus, tmp_path / "out", careless).communicate(timeout=60)
    assert "CorpusError: a worker process could not start" in said.splitlines()[-1]


def test_bad_shards_are_named_and_the_rest_is_done(tmp_path):
    corpus = write_corpus(tmp_path / "in", n_shards=1)
    (corpus / "a.parquet").write_bytes(b"PAR1")
    (corpus / "b.jsonl.gz").write_bytes(gzip.compress(lines(300))[:-500])
    (corpus / "c.jsonl").write_bytes(lines(1) + b"\xff\xfe\n" + b'{"text": "' + b"x" * 50_000_000)
    report = run_corpus(str(corpus), str(tmp_path / "out"), plan(), LocalEngine(1))
    assert [failed.shard for failed in report.failed] == ["a.parquet"]
    assert report.errors_by_kind == {"breaks off": 1, "invalid UTF-8": 1, "too large": 1}
    manifest = json.loads((tmp_path / "out" / "_corpus" / "manifest.json").read_text())
    assert list(manifest["failed_shards"]) == ["a.parquet"]
    assert manifest["n_errors"] == 3
    errors = (tmp_path / "out" / "_corpus" / "errors.tsv").read_text()
    assert "too large: 50,000,010 bytes, at most 10,000,000 are read" in errors
    assert pq.read_metadata(tmp_path / "out" / "0.parquet").num_rows == 20


def test_results_inside_the_corpus_are_refused(tmp_path):
    corpus = write_corpus(tmp_path / "in")
    with pytest.raises(OptionsError, match="lies inside the corpus"):
        run_corpus(str(tmp_path), str(corpus), plan(), LocalEngine(1))
    with pytest.raises(OptionsError, match="lies inside the corpus"):
        run_corpus(str(corpus), str(corpus / "new"), plan(), LocalEngine(1))
    assert not (corpus / "new").exists()


def test_results_whose_input_is_gone_are_named(whole, tmp_path):
    corpus = write_corpus(tmp_path / "in", n_shards=2, n_documents=1)
    run_corpus(str(corpus), str(tmp_path / "out"), plan(), LocalEngine(1))
    (corpus / "1.jsonl").unlink()
    report = run_corpus(str(corpus), str(tmp_path / "out"), plan(), LocalEngine(1))
    assert report.without_input == ("1.parquet",)
    assert report.n_documents == 1


def test_shards_on_the_web(tmp_path):
    """A file, and what a page of links points to."""
    pytest.importorskip("aiohttp")
    corpus = write_corpus(tmp_path / "in", n_shards=2, n_documents=2)

    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=str(corpus))

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        out = tmp_path / "out"
        report = run_corpus(f"{address}/*.jsonl", str(out), plan(), LocalEngine(1))
        again = run_corpus(f"{address}/*.jsonl", str(out), plan(), LocalEngine(1))
        server.shutdown()
    assert [done.shard for done in report.done] == ["0.jsonl", "1.jsonl"]
    assert (report.n_documents, again.n_skipped) == (4, 2)


RUN = """
import sys
from corpus_encoders import Letters
from test_corpora_local import plan
from embed_kcpd.corpora import LocalEngine, run_corpus
if __name__ == "__main__":
    run_corpus(sys.argv[1], sys.argv[2], plan(Letters(seconds=0.01)), LocalEngine(2))
"""


def start(tmp_path, corpus, out, text=RUN, **settings):
    script = tmp_path / "run.py"
    script.write_text(text)
    return subprocess.Popen(
        [sys.executable, str(script), str(corpus), str(out)],
        env={**os.environ, "PYTHONPATH": str(HERE)},
        stderr=subprocess.PIPE,
        text=True,
        **settings,
    )


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


@kills
@pytest.mark.parametrize("moment", ["writing", "one done"])
def test_a_driver_that_is_killed_goes_on(whole, tmp_path, moment):
    """Whenever it is killed: the next run gives the bytes of a quiet one, nothing twice."""
    corpus, files = whole
    out = tmp_path / "out"
    signs = {
        "writing": lambda: any((out / "_corpus" / "temporary").glob("*")),
        "one done": lambda: any(out.glob("*.parquet")),
    }
    running = start(tmp_path, corpus, out)
    wait_for(lambda: signs[moment]() or running.poll() is not None)
    running.kill()
    running.communicate()
    run_corpus(str(corpus), str(out), plan(), LocalEngine(1))
    assert tree(out) == files


@kills
def test_a_full_disk_is_one_line_and_nothing_is_half_written(whole, tmp_path):
    """Files may not grow beyond a size, which stops writers as a full disk does."""
    corpus, files = whole
    out = tmp_path / "out"
    import resource

    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))  # noqa: E731
    running = start(tmp_path, corpus, out, preexec_fn=limit)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 1
    assert "CorpusError: cannot write" in said.splitlines()[-1]
    assert "File too large" in said.splitlines()[-1]
    assert not list(out.glob("*.parquet"))
    assert not list(out.glob("_corpus/temporary/*"))
    run_corpus(str(corpus), str(out), plan(), LocalEngine(1))
    assert tree(out) == files


@kills
def test_ctrl_c_leaves_nothing_behind(whole, tmp_path):
    corpus, _ = whole
    out = tmp_path / "out"
    slow = RUN.replace("seconds=0.01", "seconds=1")
    # A suite that a shell runs in the background is told to ignore Ctrl-C, and so are its children.
    heard = "import signal\n    signal.signal(signal.SIGINT, signal.default_int_handler)\n    "
    slow = slow.replace("run_corpus(sys", f"{heard}run_corpus(sys")
    running = start(tmp_path, corpus, out, slow, start_new_session=True)
    wait_for((out / "_corpus" / "settings.json").exists)
    wait_for(lambda: any((out / "_corpus" / "temporary").glob("*")))
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert said.splitlines()[-1] == "KeyboardInterrupt"
    assert not list(out.glob("_corpus/temporary/*"))
