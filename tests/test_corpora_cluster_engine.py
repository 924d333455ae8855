"""What is common to Daft, Spark and Ray: work by number, markers, errors in one line.

The engine here hands numbers out in this process; ``test_corpora_engines.py`` has the real ones.
"""

import json
import pickle
import sys

import pytest
from typer.testing import CliRunner

from conftest import SAMPLE_TEXT, WordHashing
from embed_kcpd import Settings
from embed_kcpd.cli.app import app
from embed_kcpd.cli.corpus_options import EngineName, RunOptions
from embed_kcpd.cli.corpus_plan import chosen_engine
from embed_kcpd.corpora import LocalEngine, Plan, Store, begin, do_shard, list_shards, run_corpus
from embed_kcpd.corpora.engines import (
    ClusterEngine,
    daft_engine,
    ray_engine,
    spark_engine,
)
from embed_kcpd.corpora.engines.engine import ShardWork
from embed_kcpd.errors import CorpusError, EncoderError, MissingExtraError, OptionsError

PLAN = Plan(settings=Settings(encoder=WordHashing(), confidence=False))


def backwards(work, n_shards, workers):
    """Numbers in another order, each sent to its worker as an engine would."""
    for number in reversed(range(n_shards)):
        yield pickle.loads(pickle.dumps(work))(number)


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a", "b", "c"):
        rows = [{"id": f"{name}{n}", "text": SAMPLE_TEXT if n else None} for n in range(3)]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def results(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.parquet")}


def test_a_run_over_an_engine_gives_what_a_local_run_gives(corpus, tmp_path):
    """Files, manifest and errors: the same bytes."""
    run_corpus(str(corpus), str(tmp_path / "local"), PLAN, LocalEngine(1))
    seen = []

    class Seen:
        def begin(self, waiting, n_shards):
            seen.append(len(waiting))

        def move(self, shard, progress):
            seen.append((shard.name, progress.n_documents, progress.share))

        def end(self):
            seen.append("end")

    out = tmp_path / "cluster"
    report = run_corpus(str(corpus), str(out), PLAN, ClusterEngine("Test", backwards), Seen())
    assert results(out) == results(tmp_path / "local")
    for name in ("manifest.json", "errors.tsv"):
        own, local = (folder / "_corpus" / name for folder in (out, tmp_path / "local"))
        assert own.read_bytes() == local.read_bytes()
    assert (report.n_documents, report.n_errors) == (9, 3)
    assert seen == [3, ("c.jsonl", 3, 1.0), ("b.jsonl", 3, 1.0), ("a.jsonl", 3, 1.0), "end"]


def test_a_shard_that_a_lost_worker_had_finished_is_not_done_again(corpus, tmp_path):
    """An engine that tries again finds the marker."""
    store = Store(str(tmp_path / "out"))
    begin(store, PLAN)
    shards = tuple(list_shards(str(corpus)))
    do_shard(shards[1], PLAN, store)
    path = tmp_path / "out" / "b.parquet"
    before = path.stat().st_mtime_ns
    said = ShardWork(shards, PLAN, store)(1)
    assert json.loads(said) == {"number": 1, "failed": None, "stopped": None}
    assert path.stat().st_mtime_ns == before


def test_a_shard_that_cannot_be_read_is_named_and_the_rest_is_done(corpus, tmp_path):
    (corpus / "b.jsonl").write_bytes(b"")
    (corpus / "b.parquet").write_bytes(b"no table")
    (corpus / "b.jsonl").unlink()
    report = run_corpus(str(corpus), str(tmp_path / "out"), PLAN, ClusterEngine("Test", backwards))
    assert [failed.shard for failed in report.failed] == ["b.parquet"]
    assert sorted(results(tmp_path / "out")) == ["a.parquet", "c.parquet"]


class Missing:
    """An encoder that cannot be loaded."""

    identity = "missing"

    def encode(self, texts):
        raise EncoderError("no such model")


def test_what_every_shard_would_meet_ends_the_run(corpus, tmp_path):
    """One line, not three failed shards."""
    plan = Plan(settings=Settings(encoder=Missing(), confidence=False))
    with pytest.raises(CorpusError, match="no such model"):
        run_corpus(str(corpus), str(tmp_path / "out"), plan, ClusterEngine("Test", backwards))


def test_an_engine_that_gives_up_says_so_in_one_line(corpus, tmp_path):
    """What was done before stays done, and the next run does the rest."""

    def breaks(work, n_shards, workers):
        yield work(0)
        raise ValueError("actor died\nlong\ntrace")

    out = tmp_path / "out"
    with pytest.raises(CorpusError, match=r"^Test gave up: actor died; what is done stays done"):
        run_corpus(str(corpus), str(out), PLAN, ClusterEngine("Test", breaks))
    assert list(results(out)) == ["a.parquet"]
    report = run_corpus(str(corpus), str(out), PLAN, ClusterEngine("Test", backwards))
    assert report.n_skipped == 1
    assert len(report.done) == 3


def test_a_corpus_that_is_done_needs_no_engine(corpus, tmp_path):
    """Nothing is started where nothing waits."""
    out = str(tmp_path / "out")
    run_corpus(str(corpus), out, PLAN, ClusterEngine("Test", backwards))

    def never(work, n_shards, workers):
        raise AssertionError("the engine was started")
        yield ""

    assert run_corpus(str(corpus), out, PLAN, ClusterEngine("Test", never)).n_skipped == 3


def test_workers_are_no_more_than_shards(corpus, tmp_path):
    asked = []

    def counted(work, n_shards, workers):
        asked.append((n_shards, workers))
        return backwards(work, n_shards, workers)

    run_corpus(str(corpus), str(tmp_path / "out"), PLAN, ClusterEngine("Test", counted, 64))
    assert asked == [(3, 3)]


@pytest.mark.parametrize("engine", [daft_engine, ray_engine, spark_engine])
def test_a_number_of_workers_below_one_is_refused(engine):
    with pytest.raises(OptionsError, match="workers must be a whole number from 1 on, got 0"):
        engine(0)


@pytest.mark.parametrize(
    ("engine", "package"), [(daft_engine, "daft"), (ray_engine, "ray"), (spark_engine, "pyspark")]
)
def test_an_engine_that_is_not_installed_is_named(engine, package, corpus, tmp_path, monkeypatch):
    """The message says what to install."""
    monkeypatch.setitem(sys.modules, package, None)
    extra = package.removeprefix("py")
    with pytest.raises(MissingExtraError, match=rf"embed-kcpd\[{extra}\]"):
        run_corpus(str(corpus), str(tmp_path / "out"), PLAN, engine(1))


@pytest.mark.parametrize("name", ["daft", "spark", "ray"])
def test_the_command_line_takes_the_engine_of_that_name(name, corpus, tmp_path, monkeypatch):
    """Where it is not installed, the command ends with one line that says what to install."""
    engine = chosen_engine(RunOptions(engine=EngineName(name), workers=3))
    assert (engine.name.lower(), engine.workers) == (name, 3)
    monkeypatch.setitem(sys.modules, f"py{name}" if name == "spark" else name, None)
    arguments = ["corpus", "run", str(corpus), str(tmp_path / "out"), "--engine", name]
    result = CliRunner().invoke(app, arguments)
    assert isinstance(result.exception, MissingExtraError)
    assert f"embed-kcpd[{name}]" in str(result.exception)
