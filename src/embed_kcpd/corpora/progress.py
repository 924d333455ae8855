"""How far a run over a corpus is, on a terminal and nowhere else.

In:  the progress of each shard.
Out: a bar on standard error: shards, share of all bytes, documents and units a second, time left.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embed_kcpd.corpora.shard_work import ShardProgress
from embed_kcpd.corpora.shards import Shard

if TYPE_CHECKING:
    from rich.progress import Progress


@dataclass
class _Part:
    """What is done of one shard."""

    size: int
    n_documents: int = 0
    n_units: int = 0
    share: float = 0.0


class TerminalProgress:
    """A bar over the shards of a run; sizes of shards stand for the time they take."""

    def __init__(self) -> None:
        self._parts: dict[str, _Part] = {}
        self._bar: Progress | None = None
        self.began = 0.0
        self._n_shards = self._n_before = 0

    def begin(self, waiting: Sequence[Shard], n_shards: int) -> None:
        if sys.stderr is None or not sys.stderr.isatty() or not waiting:
            return
        self._n_shards, self._n_before = n_shards, n_shards - len(waiting)
        self._parts = {shard.name: _Part(max(1, shard.size)) for shard in waiting}
        self.began = time.monotonic()
        self._bar = _drawn(sum(part.size for part in self._parts.values()))

    def move(self, shard: Shard, progress: ShardProgress) -> None:
        if self._bar is None:
            return
        part = self._parts[shard.name]
        if progress.share == 0.0:
            part.n_documents = part.n_units = 0
        part.n_documents += progress.n_documents
        part.n_units += progress.n_units
        part.share = progress.share
        done = sum(each.size * each.share for each in self._parts.values())
        task = self._bar.task_ids[0]
        self._bar.update(task, completed=done, description=self.text(time.monotonic()))

    def text(self, now: float) -> str:
        """Shards, documents and rates, as they stand beside the bar."""
        parts, seconds = self._parts.values(), max(now - self.began, 1e-9)
        n_done = self._n_before + sum(part.share == 1.0 for part in parts)
        n_documents = sum(part.n_documents for part in parts)
        n_units = sum(part.n_units for part in parts)
        return (
            f"{n_done:,}/{self._n_shards:,} shards, {n_documents:,} documents, "
            f"{n_documents / seconds:,.1f} documents/s, {n_units / seconds:,.0f} sentences/s"
        )

    def end(self) -> None:
        if self._bar is not None:
            self._bar.stop()


def _drawn(total: int) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TaskProgressColumn(),
        TimeLeft(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        speed_estimate_period=600,
    )
    bar.add_task("", total=total)
    bar.start()
    return bar
