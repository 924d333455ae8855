"""Shards over Spark, by ``mapInArrow``: classic and Connect.

In:  the work of a shard, the number of shards; the cluster that the environment names.
Out: the outcome of each shard, when all are done.

Spark starts over what a lost worker had begun, so one shard is one task.  Where the environment
names no cluster, Spark runs on this machine.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from embed_kcpd.errors import MissingExtraError

if TYPE_CHECKING:
    import pyarrow

NAMES_A_CLUSTER = (
    *("SPARK_REMOTE", "PYSPARK_SUBMIT_ARGS", "PYSPARK_GATEWAY_PORT"),
    *("SPARK_HOME", "SPARK_CONF_DIR", "MASTER"),
)
"""Variables by which Spark learns where to run; the third is set by ``spark-submit``."""

ATTEMPTS = 4
"""How often a task is tried; on one machine Spark tries once unless it is told."""


def outcomes(work: Callable[[int], str], n_shards: int, workers: int) -> Iterator[str]:
    """What ``work`` says about each shard from 0 to ``n_shards - 1``, in any order."""
    session = _session(workers)

    def run(batches: "Iterable[pyarrow.RecordBatch]") -> "Iterator[pyarrow.RecordBatch]":
        import pyarrow

        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield pyarrow.RecordBatch.from_pydict({"outcome": [work(number)]})

    numbers = session.range(0, n_shards, 1, n_shards)
    for row in numbers.mapInArrow(run, "outcome string").collect():
        yield row.outcome


def _session(workers: int) -> Any:
    is_here = not any(name in os.environ for name in NAMES_A_CLUSTER)
    if is_here or os.environ.get("SPARK_REMOTE", "").startswith("local"):
        # Workers otherwise run the first python3 of the path, which may know nothing of us.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingExtraError("pyspark", "spark") from None
    builder = SparkSession.builder.appName("embed-kcpd corpus run")
    if is_here:
        builder = builder.master(f"local[{workers},{ATTEMPTS}]")
    return builder.getOrCreate()
