"""Shards over Ray Data: ``map_batches`` with a pool of actors.

In:  the work of a shard, the number of shards; the cluster of ``RAY_ADDRESS``, else this machine.
Out: the outcome of each shard, as it is done.

Ray resumes by block and only with CPUs to spare; here the markers of shards say what is done, and
Ray is asked for nothing but workers.  Each shard is a block of its own.
"""

import logging
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from embed_kcpd.errors import MissingExtraError

if TYPE_CHECKING:
    import pyarrow

SPARE_CPUS = 4
"""Logical CPUs beside those of the actors; with none to spare Ray's own tasks wait for ever."""


def outcomes(work: Callable[[int], str], n_shards: int, workers: int) -> Iterator[str]:
    """What ``work`` says about each shard from 0 to ``n_shards - 1``, in any order."""
    try:
        import ray
        import ray.data
    except ImportError:
        raise MissingExtraError("ray", "ray") from None
    if not ray.is_initialized() and "RAY_ADDRESS" not in os.environ:
        ray.init(address="local", num_cpus=workers + SPARE_CPUS, include_dashboard=False)
    # The progress of shards is shown by us; Ray would print its own beside it.
    ray.data.DataContext.get_current().enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.WARNING)
    # Not ray.data.range: its reading tasks wait for ever for a CPU that the actors hold.
    numbers = ray.data.from_items(list(range(n_shards)), override_num_blocks=n_shards)
    done = numbers.map_batches(
        Worker,
        fn_constructor_args=[work],
        batch_size=1,
        batch_format="pyarrow",
        compute=ray.data.ActorPoolStrategy(size=workers),
    )
    for row in done.iter_rows():
        yield row["outcome"]


class Worker:
    """An actor: it lives as long as the run, and its process loads the encoder once."""

    def __init__(self, work: Callable[[int], str]) -> None:
        self._work = work

    def __call__(self, batch: "pyarrow.Table") -> "pyarrow.Table":
        import pyarrow

        said = [self._work(number) for number in batch.column("item").to_pylist()]
        return pyarrow.table({"outcome": said})
