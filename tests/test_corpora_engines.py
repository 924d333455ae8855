"""Engines: exactly the bytes of a plain run, whoever is killed.

Run with ``make test-engines``, where Daft, Spark and Ray are installed.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from operator import itemgetter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from conftest import SAMPLE_TEXT
from embed_kcpd.corpora import Store, begin, do_shard, list_shards, segment_batch
from embed_kcpd.corpora.markers import DONE
from embed_kcpd.encoders import Precision
from embed_kcpd.encoders.models.official import MINILM
from embed_kcpd.encoders.models.store import converted_home, is_whole
from engine_driver import WORKERS, plan

pytestmark = pytest.mark.engines

TESTS = Path(__file__).parent
EXAMPLES = TESTS.parent / "examples"
N_SHARDS, N_DOCUMENTS = 24, 2
KILLS = int(os.environ.get("EMBED_KCPD_KILLS", "10"))
PATIENCE = 240
"""Seconds; engines start in ten on an idle machine."""

ENGINES = {
    "local": ("local", {}),
    "daft": ("daft", {}),
    "daft on ray": ("daft", {"DAFT_RUNNER": "ray"}),
    "ray": ("ray", {}),
    "spark": ("spark", {}),
    "spark connect": ("spark", {"SPARK_REMOTE": f"local[{WORKERS},4]"}),
}
every_engine = pytest.mark.parametrize("engine", ENGINES)


@pytest.fixture
def corpus(tmp_path):
    """Shards of a few documents, among them one without text."""
    folder = tmp_path / "in"
    folder.mkdir()
    for shard in range(N_SHARDS):
        rows = [{"id": f"{shard}-{n}", "text": f"{SAMPLE_TEXT} {n}."} for n in range(N_DOCUMENTS)]
        rows[shard % N_DOCUMENTS]["text"] = None if shard % 3 == 0 else "One sentence."
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"part-{shard:02}.jsonl").write_text(lines)
    return folder


@pytest.fixture
def plain(corpus, tmp_path):
    """The results of a plain loop, by name."""
    store, own = Store(str(tmp_path / "plain")), plan(tmp_path, 0.0)
    begin(store, own)
    for shard in list_shards(str(corpus)):
        do_shard(shard, own, store)
    return results(tmp_path / "plain")


def results(folder):
    """The files of results and what is in them."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


class Run:
    """A driver in a process group of its own."""

    def __init__(self, engine, tmp_path, seconds):
        name, variables = ENGINES[engine]
        self.pids, self.out = tmp_path / "pids", tmp_path / "out"
        self.pids.mkdir(exist_ok=True)
        for old in self.pids.iterdir():
            old.unlink()
        self.log = (tmp_path / "log.txt").open("ab")
        path = filter(None, [TESTS, os.environ.get("PYTHONPATH")])
        arguments = [name, tmp_path / "in", self.out, self.pids, seconds]
        self.process = subprocess.Popen(
            [sys.executable, TESTS / "engine_driver.py", *map(str, arguments)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), **variables},
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )

    def wait(self):
        """The exit code; 0 is a run that says it is done."""
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.end()

    def end(self):
        """Nobody of the group stays behind, workers that outlive their driver included."""
        self.log.close()
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        self.process.wait(PATIENCE)

    def workers(self, at_least=1):
        """Pids of processes that have encoded something, as soon as there are so many."""
        return self._soon(
            lambda: [int(each.name) for each in self.pids.iterdir()], at_least, "no worker"
        )

    def done(self, at_least):
        """Markers of shards, as soon as there are so many."""
        return self._soon(self.markers, at_least, "no shard was done")

    def markers(self):
        """When each shard was done."""
        paths = (self.out / DONE).glob("*.json")
        return {path.name: path.stat().st_mtime_ns for path in paths}

    def _soon(self, look, at_least, complaint):
        end = time.monotonic() + PATIENCE
        while len(seen := look()) < at_least:
            assert self.process.poll() is None, "the driver ended"
            assert time.monotonic() < end, complaint
            time.sleep(0.02)
        return seen


@every_engine
def test_an_engine_gives_the_bytes_of_a_plain_run(engine, corpus, plain, tmp_path):
    """All shards, all rows, in order; rows with errors included."""
    run = Run(engine, tmp_path, 0.0)
    assert run.wait() == 0
    assert results(run.out) == plain


@every_engine
def test_a_killed_worker_costs_no_row(engine, corpus, plain, tmp_path):
    """Daft's own runner gives up and is run again; the others go on by themselves."""
    run = Run(engine, tmp_path, 0.2)
    run.done(at_least=2)
    os.kill(run.workers()[0], signal.SIGKILL)
    code = run.wait()
    if engine == "daft":
        assert code != 0
        kept = run.markers()
        assert 2 <= len(kept) < N_SHARDS
        run = Run(engine, tmp_path, 0.0)
        code = run.wait()
        assert kept.items() <= run.markers().items()
    assert code == 0
    assert results(run.out) == plain


@every_engine
def test_a_run_whose_driver_is_killed_again_and_again_gives_the_same_bytes(
    engine, corpus, plain, tmp_path
):
    """Nothing lost, nothing doubled, and nothing half-written at any moment."""
    random.seed(KILLS)
    for _ in range(KILLS):
        run = Run(engine, tmp_path, 0.2)
        run.workers()
        time.sleep(random.uniform(0, 1.0))
        run.process.kill()
        run.end()
        assert results(run.out).items() <= plain.items()
        if len(results(run.out)) == N_SHARDS:
            shutil.rmtree(run.out)
    assert Run(engine, tmp_path, 0.0).wait() == 0
    assert results(tmp_path / "out") == plain


@pytest.mark.skipif(
    not is_whole(converted_home(MINILM, Precision.INT8)),
    reason="all-MiniLM-L6-v2 is not in the cache; run: embed-kcpd download",
)
@pytest.mark.parametrize("recipe", ["spark_frame.py", "ray_data.py"])
def test_a_recipe_for_data_frames_gives_the_rows_of_the_function(recipe, tmp_path):
    """One row for each document, in any order, the one without text included."""
    (tmp_path / "in").mkdir()
    text = (EXAMPLES / "garden.txt").read_text(encoding="utf-8")
    rows = [{"id": f"{n}", "text": text[n * 500 :] if n else None} for n in range(4)]
    documents = pa.Table.from_pylist(rows)
    for number in range(2):
        part = documents.slice(2 * number, 2)
        pq.write_table(part, tmp_path / "in" / f"{number}.parquet")
    subprocess.run(
        [sys.executable, EXAMPLES / "engines" / recipe, tmp_path / "in", tmp_path / "out"],
        env={**os.environ, "PYSPARK_PYTHON": sys.executable},
        timeout=PATIENCE,
        check=True,
        capture_output=True,
    )
    found = pq.read_table(tmp_path / "out").to_pylist()
    [batch] = documents.to_batches()
    assert sorted(found, key=itemgetter("id")) == segment_batch(batch).to_pylist()
