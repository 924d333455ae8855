"""An engine that hands shards to workers elsewhere, over the same work and the same markers.

In:  a way to hand out numbers of shards (``daft.py``, ``spark.py``, ``ray.py``), shards.
Out: what became of each shard, as for ``LocalEngine``.

A worker says of a shard only whether something went wrong, as a line of JSON that every engine can
carry; what was done is read from the shard's marker.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from embed_kcpd.corpora.attempts import Stop, attempt
from embed_kcpd.corpora.manifest import FailedShard
from embed_kcpd.corpora.markers import ShardReport, is_done, marked
from embed_kcpd.corpora.plan import Plan
from embed_kcpd.corpora.run import RunWatch
from embed_kcpd.corpora.shard_work import ShardProgress
from embed_kcpd.corpora.shards import Shard
from embed_kcpd.corpora.store import Store
from embed_kcpd.corpora.workers import check_workers
from embed_kcpd.encoders.models.threads import usable_cores
from embed_kcpd.errors import CorpusError, EmbedKcpdError

HandOut = Callable[[Callable[[int], str], int, int], Iterator[str]]
"""Work for a number, how many numbers, how many workers: what the work says, in any order."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a worker says of a shard: nothing went wrong, or what did."""

    number: int
    failed: str | None = None
    stopped: str | None = None


@dataclass(frozen=True, slots=True)
class ShardWork:
    """Numbers of shards to outcomes; it can be pickled and sent to workers."""

    shards: tuple[Shard, ...]
    plan: Plan
    store: Store

    def __call__(self, number: int) -> str:
        shard = self.shards[number]
        # A worker that was lost may have finished: what an engine tries again is looked up first.
        if is_done(self.store, shard, self.plan):
            return _line(Outcome(number))
        came = attempt(shard, self.plan, self.store)
        if isinstance(came, Stop):
            return _line(Outcome(number, stopped=came.reason))
        failed = came.reason if isinstance(came, FailedShard) else None
        return _line(Outcome(number, failed=failed))


@dataclass(frozen=True, slots=True)
class ClusterEngine:
    """``workers`` workers of an engine, by default one for each core of this machine."""

    name: str
    hand_out: HandOut
    workers: int | None = None

    def __post_init__(self) -> None:
        check_workers(self.workers)

    def __call__(
        self, shards: Sequence[Shard], plan: Plan, store: Store, watch: RunWatch
    ) -> Iterator[ShardReport | FailedShard]:
        if not shards:
            return
        work = ShardWork(tuple(shards), plan, store)
        n_workers = min(self.workers or usable_cores(), len(shards))
        for line in self._lines(work, n_workers):
            outcome = Outcome(**json.loads(line))
            shard = shards[outcome.number]
            if outcome.stopped is not None:
                raise CorpusError(outcome.stopped)
            report = marked(store, shard.output_name(plan.output))
            if outcome.failed is not None or report is None:
                yield FailedShard(shard.name, outcome.failed or "its marker cannot be read")
                continue
            watch(shard, ShardProgress(report.n_documents, report.n_units, 1.0))
            yield report

    def _lines(self, work: ShardWork, n_workers: int) -> Iterator[str]:
        try:
            yield from self.hand_out(work, len(work.shards), n_workers)
        except EmbedKcpdError:
            raise
        except Exception as error:
            # Each engine raises errors of its own; their first line says what happened.
            said = str(error).strip().partition("\n")[0] or type(error).__name__
            raise CorpusError(
                f"{self.name} gave up: {said}; what is done stays done, run it again to go on"
            ) from error


def _line(outcome: Outcome) -> str:
    return json.dumps(asdict(outcome))
