"""Shards over Daft: on this machine, or on Ray with ``DAFT_RUNNER=ray``.

In:  the work of a shard, the number of shards.
Out: the outcome of each shard, as it is done.

On this machine a run ends when a worker process is killed (Daft 0.7); what was done stays done and
the next run goes on from there.  On Ray the shard is done again by another worker.
"""

from collections.abc import Callable, Iterator
from typing import Any

from embed_kcpd.errors import MissingExtraError

PARTS_PER_WORKER = 16
"""On Ray a part of the table goes to a worker at once: many parts keep all workers busy."""


def outcomes(work: Callable[[int], str], n_shards: int, workers: int) -> Iterator[str]:
    """What ``work`` says about each shard from 0 to ``n_shards - 1``, in any order."""
    try:
        import daft
    except ImportError:
        raise MissingExtraError("daft", "daft") from None
    numbers = daft.from_pydict({"number": list(range(n_shards))})
    if daft.get_or_infer_runner_type() == "ray":
        numbers = numbers.into_partitions(min(n_shards, workers * PARTS_PER_WORKER))
    worker = _worker_class(daft, workers)(work)
    for row in numbers.select(worker.run(numbers["number"]).alias("outcome")).iter_rows():
        yield row["outcome"]


def _worker_class(daft: Any, workers: int) -> Any:
    """Processes, each with its own encoder: cutting holds Python's lock."""

    @daft.cls(use_process=True, max_concurrency=workers)
    class Worker:
        def __init__(self, work: Callable[[int], str]) -> None:
            self._work = work

        @daft.method.batch(  # type: ignore[untyped-decorator]
            return_dtype=daft.DataType.string(), batch_size=1
        )
        def run(self, numbers: Any) -> list[str]:
            return [self._work(number) for number in numbers.to_pylist()]

    return Worker
