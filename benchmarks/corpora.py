"""What does a run over a corpus cost, what do two workers gain, and how much memory does it need?

In:  documents of wiki300 in shards of JSON lines; 100,000 small documents.
Out: ``benchmarks/results/corpora.json``: CPU and wall seconds of a plain loop and of ``corpus run``
     with one and two workers; ``benchmarks/results/corpora_memory.json``: resident memory of worker
     and driver after every tenth of the small documents.

    make bench-corpora

The plain loop reads the same lines, calls ``segment`` with the same settings in one process and
writes JSON lines: what people would write.  Start-up and loading of the model count on both sides.
"""

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from embed_kcpd import Settings, segment
from embed_kcpd.arrays import Vectors
from embed_kcpd.corpora import LocalEngine, Plan, run_corpus
from embed_kcpd.corpora.batches import SETTINGS
from embed_kcpd.corpora.shard_work import ShardProgress
from embed_kcpd.corpora.shards import Shard
from embed_kcpd.evaluation import datasets
from results_file import commit, machine, publish

COMMAND = "make bench-corpora"
SHARDS = 8
SENTENCES = ("Soil holds water.", "Worms loosen it.", "Stars burn far away.", "The sky is dark.")
Row = list[str | float | int]


@dataclass(frozen=True)
class LetterEncoder:
    """An encoder that takes next to no time: what remains is everything around it."""

    identity: str = "letters"

    def encode(self, texts: Sequence[str]) -> Vectors:
        counts = [
            np.bincount(np.frombuffer(text.encode(), np.uint8), minlength=256) for text in texts
        ]
        return np.array(counts, dtype=np.float32) + np.float32(0.01)


def write_shards(folder: Path, texts: Sequence[str]) -> None:
    folder.mkdir()
    for shard in range(SHARDS):
        rows = ({"id": str(n), "text": texts[n]} for n in range(shard, len(texts), SHARDS))
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{shard}.jsonl").write_text(lines, encoding="utf-8")


def plain_loop(corpus: Path, out: Path) -> None:
    """What people would write."""
    out.mkdir()
    for path in sorted(corpus.glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines, (out / path.name).open("w") as results:
            for line in lines:
                document = json.loads(line)
                found = segment(document["text"], SETTINGS)
                row = {
                    "id": document["id"],
                    "boundaries": found.boundaries,
                    "offsets": [(each.start_char, each.end_char) for each in found.segments],
                    "titles": found.titles,
                    "probabilities": found.probabilities,
                }
                results.write(json.dumps(row) + "\n")


def timed(*arguments: object) -> tuple[float, float]:
    """Wall and CPU seconds of this program with other arguments, its children included."""
    before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, __file__, *map(str, arguments)], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - wall, cpu


def speed_rows(n_documents: int, rounds: int) -> list[Row]:
    """The least of some rounds in turns, and the load when each began."""
    texts = ["\n".join(document.units) for document in datasets.load("wiki300")[:n_documents]]
    ways = {"plain loop": ["loop"], "1 worker": ["run", 1], "2 workers": ["run", 2]}
    best: dict[str, tuple[float, float, float]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-corpora-") as name:
        corpus = Path(name) / "in"
        write_shards(corpus, texts)
        for number in range(rounds):
            for way, arguments in ways.items():
                load = os.getloadavg()[0]
                took = timed(*arguments, corpus, Path(name) / f"{way}-{number}")
                known = best.get(way, (*took, load))
                best[way] = (min(known[0], took[0]), min(known[1], took[1]), min(known[2], load))
    loop, one = best["plain loop"], best["1 worker"]
    return [
        [
            *(way, n_documents, round(wall, 1), round(cpu, 1), round(n_documents / wall, 2)),
            *(f"{cpu / loop[1] - 1:+.1%}", f"{one[0] / wall:.2f}", round(load, 1)),
        ]
        for way, (wall, cpu, load) in best.items()
    ]


def memory_rows(name: str, settings: Settings, n_documents: int) -> list[Row]:
    """Resident megabytes of the worker and the driver after each tenth of the documents."""
    texts = [" ".join((*SENTENCES, f"Document {n} ends.")) for n in range(n_documents)]
    rows: list[Row] = []
    done = 0

    def watch(_: Shard, progress: ShardProgress) -> None:
        nonlocal done
        done += progress.n_documents
        if done >= (len(rows) + 1) * n_documents // 10:
            workers = [_megabytes(child.pid) for child in multiprocessing.active_children()]
            rows.append([name, done, max(workers), _megabytes(os.getpid())])

    with tempfile.TemporaryDirectory(prefix="bench-corpora-") as folder:
        corpus = Path(folder) / "in"
        write_shards(corpus, texts)
        del texts
        plan, out = Plan(settings=settings), str(Path(folder) / "out")
        run_corpus(str(corpus), out, plan, LocalEngine(1), _Watched(watch))
    return rows


@dataclass(frozen=True)
class _Watched:
    """Progress that is handed on."""

    watch: Callable[[Shard, ShardProgress], None]

    def begin(self, waiting: Sequence[Shard], n_shards: int) -> None:
        """Nothing has happened yet."""

    def move(self, shard: Shard, progress: ShardProgress) -> None:
        self.watch(shard, progress)

    def end(self) -> None:
        """Nothing is shown."""


def _megabytes(process: int | None) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return round(pages * resource.getpagesize() / 1e6)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=160)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--small-documents", type=int, default=100_000)
    chosen = parser.parse_args()
    where = f"{machine()}, at commit {commit()}."
    given = " ".join(sys.argv[1:])
    command = f'{COMMAND} ARGUMENTS="{given}"' if given else COMMAND
    publish(
        "corpora",
        title="A corpus in worker processes",
        command=command,
        columns=[
            *("way", "documents", "wall s", "CPU s", "documents/s"),
            *("CPU beside the loop", "speed-up beside 1 worker", "load before"),
        ],
        rows=speed_rows(chosen.documents, chosen.rounds),
        notes=[
            f"Documents of wiki300 in {SHARDS} shards, with titles and probabilities; no vector is "
            f"remembered. The least of {chosen.rounds} rounds in turns, start-up included.",
            "Load before: the least load average of the last minute when a run began; where it is "
            "above 0.5, wall times tell how others shared the machine, not how fast this is.",
            where,
        ],
    )
    real = max(10, chosen.small_documents // 20)
    publish(
        "corpora_memory",
        title="Memory of a run over many small documents",
        command=command,
        columns=["encoder", "documents done", "worker MB", "driver MB"],
        rows=[
            *memory_rows("letters", Settings(encoder=LetterEncoder()), chosen.small_documents),
            *memory_rows("minilm", SETTINGS, real),
        ],
        notes=[
            "Resident memory after each tenth of the documents of five sentences, one worker. "
            "Letters: an encoder that takes no time, for the shape of the curve.",
            where,
        ],
    )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["loop", given, target]:
            plain_loop(Path(given), Path(target))
        case ["run", number, given, target]:
            run_corpus(given, target, Plan(), LocalEngine(int(number)))
        case _:
            main()
