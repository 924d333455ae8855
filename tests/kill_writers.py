"""Kill everything that writes, at random moments, and look at what is left.

In:  how often.
Out: a table: what was killed, how often, how much it had finished, what was lost.

Each writer runs in a process of its own that says through a pipe what it has finished.  It is
killed (SIGKILL) after a random time; then whatever it had finished must be there and right,
nothing may be half-written under its name, and the next process must go on at once.

Run it with ``make kill-tests``; ``tests/test_kill_writers.py`` runs a few rounds of each.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import warnings
import zipfile
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timezone
from pathlib import Path

import numpy as np

from embed_kcpd import Settings
from embed_kcpd.chunks import ChunkSettings, chunk
from embed_kcpd.chunks.work_file import WorkFile
from embed_kcpd.collectors.x import Period, collect_posts
from embed_kcpd.corpora import Plan, do_shard, run_corpus
from embed_kcpd.encoders.cache.vector_file import VectorFile
from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.manifest import is_intact
from embed_kcpd.encoders.models.store import converted_home, ready_model
from embed_kcpd.evaluation.page_parts import markdown_table
from embed_kcpd.files import write_atomically
from embed_kcpd.simulation.corpus import Sentence, appending, read_corpus
from tiny_models import tiny_model

DIM = 96
MODEL, CONTENTS, _ = tiny_model()


@dataclass
class Outcome:
    """What many kills of one writer came to."""

    writer: str
    kills: int = 0
    finished_steps: int = 0
    lost: int = 0
    half_written: int = 0
    blocked: int = 0


class Writer:
    """Something that writes again and again; ``say(n)`` reports that step ``n`` is finished."""

    name = ""

    def prepare(self, folder):
        """Before every kill."""

    def work(self, folder, say):
        raise NotImplementedError

    def check(self, folder, finished, outcome):
        """Count what is wrong after a kill; ``finished`` are the steps it had reported."""
        raise NotImplementedError


def key(step):
    return hashlib.blake2b(str(step).encode(), digest_size=16).digest()


def vector(step):
    return np.random.default_rng(step).random(DIM)


class Cache(Writer):
    """Batches of vectors into the cache."""

    name = "vector cache"
    limit = 10**9
    batch = 20

    def work(self, folder, say):
        file, step = VectorFile(folder / "v.sqlite", self.limit), 0
        while True:
            rows = {key(n): vector(n) for n in range(step, step + self.batch)}
            file.write("killed", rows)
            step += self.batch
            say(step)

    def check(self, folder, finished, outcome):
        file = VectorFile(folder / "v.sqlite", self.limit)
        steps = list(range(finished))
        stored = dict(file.read([key(n) for n in steps]))
        outcome.lost += sum(key(n) not in stored for n in self.kept(steps))
        outcome.half_written += sum(
            not np.array_equal(stored[key(n)], vector(n)) for n in steps if key(n) in stored
        )
        # The next process repairs what was damaged before.
        outcome.blocked += _seconds(lambda: file.write("next", {b"next": vector(0)})) > 20
        with closing(sqlite3.connect(file.path)) as base:
            outcome.half_written += base.execute("PRAGMA quick_check").fetchone() != ("ok",)

    def kept(self, steps):
        return steps


class SmallCache(Cache):
    """The same with so small a limit that most writes evict; the newest must stay."""

    name = "vector cache, evicting"
    limit = 400_000

    def kept(self, steps):
        return steps[-100:]


class DamagedCache(Cache):
    """The same beginning with a damaged file, which is set aside."""

    name = "vector cache, damaged before"

    def prepare(self, folder):
        (folder / "v.sqlite").write_bytes(b"no database" * 500)


class ModelStore(Writer):
    """A model converted from a wheel, again and again."""

    name = "model store"

    def prepare(self, folder):
        os.environ["EMBED_KCPD_CACHE"] = str(folder / "cache")
        with zipfile.ZipFile(folder / "w.whl", "w") as archive:
            for name, content in CONTENTS.items():
                archive.writestr(name, content)

    def work(self, folder, say):
        step = 0
        while True:
            ready_model(MODEL, Precision.INT8, folder / "w.whl")
            step += 1
            say(step)
            shutil.rmtree(folder / "cache" / "models" / MODEL.name / "official")
            shutil.rmtree(converted_home(MODEL, Precision.INT8))

    def check(self, folder, finished, outcome):
        target = converted_home(MODEL, Precision.INT8)
        # The writer itself removes the model after each step; a part of it may be gone.
        seconds = _seconds(lambda: ready_model(MODEL, Precision.INT8, folder / "w.whl"))
        outcome.blocked += seconds > 20
        outcome.lost += not is_intact(target)
        official = folder / "cache" / "models" / MODEL.name / "official"
        for name, content in CONTENTS.items():
            path = official / name
            outcome.half_written += path.exists() and path.read_bytes() != content


class ModelStoreOnce(ModelStore):
    """The first start alone: the folder of the model is whole or not there."""

    name = "model store, first start"

    def work(self, folder, say):
        ready_model(MODEL, Precision.INT8, folder / "w.whl")
        say(1)
        time.sleep(10)

    def check(self, folder, finished, outcome):
        target = converted_home(MODEL, Precision.INT8)
        outcome.half_written += target.exists() and not is_intact(target)
        outcome.lost += bool(finished) and not is_intact(target)
        super().check(folder, finished, outcome)


class Outputs(Writer):
    """One file replaced again and again by others of half a megabyte."""

    name = "outputs"

    def content(self, step):
        return (f"{step} " * 80_000)[:500_000]

    def work(self, folder, say):
        step = 0
        while True:
            step += 1
            write_atomically(folder / "out.json", self.content(step))
            say(step)

    def check(self, folder, finished, outcome):
        path = folder / "out.json"
        if not path.exists():
            outcome.lost += bool(finished)
            return
        text = path.read_text()
        step = int(text.split(" ", 1)[0])
        outcome.half_written += text != self.content(step)
        outcome.lost += step < finished


class Generator(Writer):
    """Sentences of a simulated corpus, one line each, going on where the last run stopped."""

    name = "generated corpus"

    def work(self, folder, say):
        path = folder / "corpus.jsonl"
        step = len(read_corpus(path).get(("t", 1), ()))
        with appending(path) as corpus:
            while True:
                text = f"Sentence {step}. " + "ü" * 3000
                corpus.add(Sentence("t", 1, step, text, "m", "p", 1.0, 0, 1))
                step += 1
                say(step)

    def check(self, folder, finished, outcome):
        path = folder / "corpus.jsonl"
        sentences = read_corpus(path).get(("t", 1), ())
        outcome.lost += len(sentences) < finished
        outcome.half_written += any(
            text != f"Sentence {n}. " + "ü" * 3000 for n, text in enumerate(sentences)
        )


class Letters:
    """An encoder that loads nothing."""

    identity = "letters"

    def encode(self, texts):
        return np.array([[1.0, len(text), text.count("ü")] for text in texts])


class Chunks(Writer):
    """Chunks of one document after another, going on where the last run stopped."""

    name = "chunks of many documents"

    def __init__(self):
        settings = ChunkSettings(max_tokens=1000, tokens=len, encoder=Letters(), confidence=False)
        self.chunks = chunk("One sentence. " + "ü" * 30_000, settings=settings)

    def document(self, step):
        return replace(self.chunks, source=str(step))

    def work(self, folder, say):
        work = WorkFile(folder / "chunks.jsonl", {"max_tokens": 1000}, embedding=False)
        step = len(work.done)
        while True:
            work.add(self.document(step))
            step += 1
            say(step)

    def check(self, folder, finished, outcome):
        work = WorkFile(folder / "chunks.jsonl", {"max_tokens": 1000}, embedding=False)
        outcome.lost += len(work.done) < finished
        written = work.part.read_text(encoding="utf-8").split("\n", 1)[1]
        whole = "".join(self.document(step).to_jsonl() for step in range(len(work.done)))
        outcome.half_written += written != whole


class Corpus(Writer):
    """Shards of a corpus, one after another, by an engine in the killed process."""

    name = "shards of a corpus"
    n_shards = 24

    def __init__(self):
        self.plan = Plan(settings=Settings(encoder=Letters(), confidence=False))
        self.quiet = None

    def prepare(self, folder):
        (folder / "in").mkdir()
        for n in range(self.n_shards):
            lines = (json.dumps({"text": f"Soil {n}. Worms {k}. Stars."}) + "\n" for k in range(3))
            (folder / "in" / f"{n:02}.jsonl").write_text("".join(lines))

    def run(self, folder, out, say):
        def engine(shards, plan, store, _):
            for n, shard in enumerate(shards, 1):
                yield do_shard(shard, plan, store)
                say(n)

        return run_corpus(str(folder / "in"), str(folder / out), self.plan, engine)

    def work(self, folder, say):
        self.run(folder, "out", say)
        time.sleep(60)

    def check(self, folder, finished, outcome):
        if self.quiet is None:
            self.run(folder, "quiet", lambda _: None)
            self.quiet = self.files(folder / "quiet")
        killed = self.files(folder / "out")
        outcome.half_written += any(self.quiet[name] != killed[name] for name in killed)
        outcome.lost += len(killed) < finished
        began = time.monotonic()
        report = self.run(folder, "out", lambda _: None)
        outcome.blocked += time.monotonic() - began > 20
        outcome.lost += report.n_skipped < finished
        outcome.half_written += self.files(folder / "out") != self.quiet

    def files(self, folder):
        return {path.name: path.read_bytes() for path in folder.glob("*.parquet")}


class Service:
    """Answers as the X API does, newest posts first; ``seen(n)``: so many pages are written."""

    address = "here"
    n_posts, a_page = 1200, 20

    def __init__(self, seen):
        self.seen = seen

    def get(self, path, query):
        newest = int(query.get("until_id", self.n_posts)) - 1
        at = int(query.get("pagination_token", newest))
        self.seen((self.n_posts - 1 - at) // self.a_page)
        numbers = range(at, max(at - self.a_page, -1), -1)
        last = at - self.a_page
        meta = {"result_count": len(numbers), **({"next_token": str(last)} if last >= 0 else {})}
        return {"data": [self.post(number) for number in numbers], "meta": meta}

    def post(self, number):
        date = datetime.fromtimestamp(number, timezone.utc).isoformat()
        return {"id": str(number), "created_at": date, "text": f"Post {number} " + "ü" * 2000}


class Collected(Writer):
    """Posts of an account, page by page, going on below the oldest post of the file."""

    name = "collected posts"

    def collect(self, folder, seen):
        period = Period(*(datetime(year, 1, 1, tzinfo=timezone.utc) for year in (1970, 1971)))
        return collect_posts("7", period, folder / "posts.jsonl", Service(seen))

    def work(self, folder, say):
        self.collect(folder, say)
        time.sleep(60)

    def check(self, folder, finished, outcome):
        began = time.monotonic()
        pages = []
        count = self.collect(folder, pages.append)
        outcome.blocked += time.monotonic() - began > 20
        lines = (folder / "posts.jsonl").read_text(encoding="utf-8").splitlines()
        posts = [json.loads(line) for line in lines]
        outcome.lost += count != Service.n_posts or pages[0] < finished
        wanted = [str(number) for number in reversed(range(Service.n_posts))]
        outcome.half_written += [post["id"] for post in posts] != wanted
        outcome.half_written += any(not post["text"].endswith("ü" * 2000) for post in posts)


WRITERS = (
    Corpus(),
    Cache(),
    SmallCache(),
    DamagedCache(),
    ModelStore(),
    ModelStoreOnce(),
    Outputs(),
    Generator(),
    Chunks(),
    Collected(),
)


def _seconds(work):
    started = time.monotonic()
    work()
    return time.monotonic() - started


def killed(writer, folder, seconds):
    """Fork, let it write for some seconds after its first sign of life, kill it; its last step."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _write_until_killed(writer, folder, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        stream.readline()
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        steps = [line for line in stream.read().split(b"\n")[:-1] if line]
    return int(steps[-1]) if steps else 0


def _write_until_killed(writer, folder, writing):
    """The child: never returns."""
    try:
        os.write(writing, b"begin\n")
        writer.work(folder, lambda step: os.write(writing, b"%d\n" % step))
    except BaseException as error:
        sys.stderr.write(f"{writer.name}: {error!r}\n")
    finally:
        os._exit(1)


def run(writer, kills, seed=0, longest=0.15):
    """Kill one writer many times."""
    draw, outcome = random.Random(seed), Outcome(writer.name)
    for _ in range(kills):
        with tempfile.TemporaryDirectory(prefix="kill-") as name:
            folder = Path(name)
            writer.prepare(folder)
            finished = killed(writer, folder, draw.uniform(0.0, longest))
            outcome.kills += 1
            outcome.finished_steps += finished
            writer.check(folder, finished, outcome)
    return outcome


def table(outcomes):
    heads = ["writer", "kills", "steps finished", "lost", "half-written", "blocked the next"]
    rows = [
        [o["writer"], *(f"{o[name]:,}" for name in ("kills", "finished_steps", "lost")),
         f"{o['half_written']:,}", f"{o['blocked']:,}"]
        for o in outcomes
    ]  # fmt: skip
    return markdown_table(heads, rows)


def _beside(path, outcomes):
    """The outcomes with those that the file has of other writers, in the order of ``WRITERS``."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    by_name = {each["writer"]: each for each in [*known, *outcomes]}
    return [by_name[writer.name] for writer in WRITERS if writer.name in by_name]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--json", type=Path, help="write the outcomes here, beside those of others")
    parser.add_argument("--only", action="append", choices=[each.name for each in WRITERS])
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    outcomes = []
    for writer in WRITERS:
        if asked.only is None or writer.name in asked.only:
            outcomes.append(asdict(run(writer, asked.kills, asked.seed)))
            print(outcomes[-1], flush=True)
    if asked.json:
        write_atomically(asked.json, json.dumps(_beside(asked.json, outcomes), indent=1) + "\n")
    print(table(outcomes))
    bad = [o for o in outcomes if o["lost"] or o["half_written"] or o["blocked"]]
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
