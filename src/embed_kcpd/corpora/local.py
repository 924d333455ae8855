"""The engine of one machine: worker processes over shards.

In:  shards that are waiting.
Out: what became of each, as it ends.

The largest shards come first, so that the last ones to end are small.  A worker that dies (out of
memory, killed) is replaced and its shard done again; the third time the shard has failed.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait

from embed_kcpd.corpora.attempts import Stop
from embed_kcpd.corpora.manifest import FailedShard
from embed_kcpd.corpora.markers import ShardReport
from embed_kcpd.corpora.plan import Plan
from embed_kcpd.corpora.run import RunWatch
from embed_kcpd.corpora.shard_work import ShardProgress
from embed_kcpd.corpora.shards import Shard
from embed_kcpd.corpora.store import Store
from embed_kcpd.corpora.workers import Worker, check_workers
from embed_kcpd.encoders.models.threads import usable_cores
from embed_kcpd.errors import CorpusError

MOST_DEATHS = 3
"""Workers that may die of one shard."""


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """``workers`` processes, by default one for each core."""

    workers: int | None = None

    def __post_init__(self) -> None:
        check_workers(self.workers)

    def __call__(
        self, shards: Sequence[Shard], plan: Plan, store: Store, watch: RunWatch
    ) -> Iterator[ShardReport | FailedShard]:
        waiting = deque(sorted(shards, key=lambda shard: (-shard.size, shard.name)))
        n_workers = min(self.workers or usable_cores(), len(waiting))
        workers: list[Worker] = []
        deaths: Counter[str] = Counter()
        try:
            while waiting or workers:
                while waiting and len(workers) < n_workers:
                    workers.append(Worker(plan, store))
                    workers[-1].give(waiting.popleft())
                for worker in _ready(workers):
                    said = worker.message()
                    if isinstance(said, ShardProgress):
                        watch(worker.shard, said)
                        continue
                    outcome = _outcome(worker, said, deaths)
                    if outcome is None:
                        waiting.appendleft(worker.shard)
                    else:
                        yield outcome
                    if said is not None and waiting:
                        worker.give(waiting.popleft())
                    else:
                        worker.end()
                        workers.remove(worker)
        finally:
            for worker in workers:
                worker.end()


def _ready(workers: Sequence[Worker]) -> list[Worker]:
    """Workers that have something to say, or are dead."""
    ready = wait([worker.connection for worker in workers])
    return [worker for worker in workers if worker.connection in ready]


def _outcome(
    worker: Worker, said: ShardReport | FailedShard | Stop | None, deaths: Counter[str]
) -> ShardReport | FailedShard | None:
    """What became of the shard of a worker; None where it has to be done again."""
    if isinstance(said, Stop):
        raise CorpusError(said.reason)
    if said is not None:
        return said
    if worker.could_not_start:
        raise CorpusError(
            "a worker process could not start; a script of your own has to call run_corpus below: "
            "if __name__ == '__main__':"
        )
    name = worker.shard.name
    deaths[name] += 1
    if deaths[name] < MOST_DEATHS:
        return None
    code = worker.process.exitcode
    return FailedShard(name, f"its worker died {deaths[name]} times, exit code {code}")
