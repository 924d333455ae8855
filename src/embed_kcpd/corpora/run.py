"""A run over a corpus: which shards are waiting, an engine that does them, what came of it.

In:  a place with documents, a folder for results, a plan, an engine.
Out: ``run_corpus(...)``: a ``RunReport``; a warning where documents are in languages that their
     encoder does not know; results, markers, ``_corpus/manifest.json`` and
     ``_corpus/errors.tsv`` in the folder.

An ``Engine`` takes the shards that are not done, calls ``do_shard`` for each somewhere, and yields
what became of it.  It may lose or repeat work: whatever is marked is done, and nothing else is.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from embed_kcpd.corpora.languages import language_note
from embed_kcpd.corpora.manifest import FailedShard, RunReport, write_manifest
from embed_kcpd.corpora.markers import ShardReport, all_marked, begin, is_done
from embed_kcpd.corpora.plan import Plan
from embed_kcpd.corpora.shard_work import ShardProgress
from embed_kcpd.corpora.shards import Shard, check_names, is_inside, list_shards
from embed_kcpd.corpora.store import Store
from embed_kcpd.errors import LanguageWarning, OptionsError, warn
from embed_kcpd.files import check_path
from embed_kcpd.given_kinds import check_kind

RunWatch = Callable[[Shard, ShardProgress], None]
"""Called with the progress of a shard; a share of 0 says that it begins, or begins again."""


class Engine(Protocol):
    """Something that does shards, in any order, and yields what became of each."""

    def __call__(
        self, shards: Sequence[Shard], plan: Plan, store: Store, watch: RunWatch
    ) -> Iterator[ShardReport | FailedShard]: ...


class Progress(Protocol):
    """Something that shows how far a run is, from ``begin`` to ``end``."""

    def begin(self, waiting: Sequence[Shard], n_shards: int) -> None: ...

    def move(self, shard: Shard, progress: ShardProgress) -> None: ...

    def end(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Unwatched:
    """Progress that is not shown."""

    def begin(self, waiting: Sequence[Shard], n_shards: int) -> None:
        """Nothing is shown."""

    def move(self, shard: Shard, progress: ShardProgress) -> None:
        """Nothing is shown."""

    def end(self) -> None:
        """Nothing is shown."""


def run_corpus(
    place: str, out: str, plan: Plan, engine: Engine, progress: Progress | None = None
) -> RunReport:
    """Do every shard that is not done; a run that was stopped goes on where it was."""
    check_path(out, "out")
    check_kind(plan, Plan, "plan")
    if isinstance(engine, type) or not callable(engine):
        raise OptionsError(f"engine must be an object such as LocalEngine(), got {engine!r:.60}")
    store, shown = Store(out), progress or Unwatched()
    shards = list_shards(place)
    _check(place, shards, store, plan)
    with store.locked():
        begin(store, plan)
        store.clear_temporary()
        waiting = [shard for shard in shards if not is_done(store, shard, plan)]
        shown.begin(waiting, len(shards))
        try:
            outcomes = list(engine(waiting, plan, store, shown.move))
        finally:
            shown.end()
            store.clear_temporary()
        report = _report(shards, waiting, outcomes, store)
        write_manifest(store, plan, report)
    note = language_note(plan.settings.encoder, report.languages)
    if note is not None:
        warn(note, LanguageWarning)
    return report


def _check(place: str, shards: Sequence[Shard], store: Store, plan: Plan) -> None:
    plan.check()
    check_names(shards, plan.output)
    is_read = any(store.holds(file.address) for shard in shards for file in shard.files)
    if is_read or is_inside(store.address, place):
        raise OptionsError(
            f"{store.address} lies inside the corpus; choose a folder for results outside it"
        )


def _report(
    shards: Sequence[Shard],
    waiting: Sequence[Shard],
    outcomes: Sequence[ShardReport | FailedShard],
    store: Store,
) -> RunReport:
    known = {shard.name for shard in shards}
    marked = all_marked(store)
    failed = [each for each in outcomes if isinstance(each, FailedShard)]
    return RunReport(
        done=tuple(report for report in marked if report.shard in known),
        failed=tuple(sorted(failed, key=lambda each: each.shard)),
        n_skipped=len(shards) - len(waiting),
        without_input=tuple(report.output for report in marked if report.shard not in known),
    )
