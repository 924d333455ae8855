"""A run over an engine in a process of its own, which a test may kill.

In:  the name of an engine, folders of input and output, a folder for pids, seconds a document.
Out: the results, and a line on how many shards were done.

Its encoder is slow, so that there is something to kill, and leaves the pid of its process.
"""

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conftest import WordHashing
from embed_kcpd import Settings
from embed_kcpd.arrays import Vectors
from embed_kcpd.corpora import LocalEngine, Plan, run_corpus
from embed_kcpd.corpora.engines import daft_engine, ray_engine, spark_engine

WORKERS = 2
ENGINES = {"local": LocalEngine, "daft": daft_engine, "ray": ray_engine, "spark": spark_engine}


@dataclass(frozen=True)
class SlowEncoder:
    """Hashed words after a while; the process leaves its pid as the name of a file."""

    pids: str
    seconds: float
    identity: str = "slow"

    def encode(self, texts: Sequence[str]) -> Vectors:
        (Path(self.pids) / str(os.getpid())).touch()
        time.sleep(self.seconds)
        return WordHashing().encode(texts)


def plan(pids: Path, seconds: float) -> Plan:
    return Plan(settings=Settings(encoder=SlowEncoder(str(pids), seconds), confidence=False))


def main() -> None:
    engine, source, target, pids, seconds = sys.argv[1:]
    report = run_corpus(source, target, plan(Path(pids), float(seconds)), ENGINES[engine](WORKERS))
    print(f"{len(report.done)} done, {len(report.failed)} failed, {report.n_skipped} skipped")


if __name__ == "__main__":
    main()
