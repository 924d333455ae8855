"""Progress of long work: a bar on a terminal, or calls of a watcher.

In:  what is being done, and how much of it there is.
Out: a context whose value is called with each step's size.

Nothing is drawn in the first second, into a pipe or into a file.  There is one bar: a count
inside another count of the same work moves the outer bar ahead, until the outer step settles
it; a count of other things is not shown.  A server watches instead of drawing; an error raised
by its watcher ends the work.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

Advance = Callable[[int], None]

Watcher = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""

PATIENCE_SECONDS = 1.0
_outer: ContextVar["_Count | None"] = ContextVar("outer", default=None)
_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Tell ``watcher`` about all work of this thread inside the context, and draw nothing.

    >>> with watched(print), progress("Encoding", 3) as advance:
    ...     advance(2)
    Encoding 0 3
    Encoding 2 3
    """
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


@contextmanager
def progress(what: str, total: int, *, in_bytes: bool = False) -> Iterator[Advance]:
    """Count up to ``total``; the bar appears on standard error once the work takes long."""
    outer, watcher = _outer.get(), _watcher.get()
    if watcher is None and (sys.stderr is None or not sys.stderr.isatty()):
        yield _silent
    elif outer is not None and not in_bytes:
        yield outer.move_ahead if outer.what == what else _silent
    else:
        with _shown(what, total, in_bytes, watcher) as show:
            count = _Count(what, show)
            _outer.set(count)
            try:
                yield count.advance
            finally:
                # Work that an error ended may be closed elsewhere, where this count never was.
                if _outer.get() is count:
                    _outer.set(outer)


@contextmanager
def _shown(
    what: str, total: int, in_bytes: bool, watcher: Watcher | None
) -> Iterator[Callable[[int], None]]:
    """What shows a number of done things: the watcher, or a bar that is closed in the end."""
    if watcher is not None:
        tell = watcher
        tell(what, 0, total)
        yield lambda done: tell(what, done, total)
        return
    bar = _Bar(what, total, in_bytes)
    try:
        yield bar.draw
    finally:
        bar.close()


def say(line: str) -> None:
    """One line on standard error for a person at a terminal; nothing anywhere else."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(line, file=sys.stderr, flush=True)


def _silent(amount: int) -> None:
    """Progress that is not shown."""


class _Count:
    """How much of some work is done, and what shows it."""

    def __init__(self, what: str, show: Callable[[int], None]) -> None:
        self.what, self._show = what, show
        self._done = self._ahead = 0

    def move_ahead(self, amount: int) -> None:
        """Part of the step that the outer count will report as a whole."""
        self._ahead += amount
        self._show(self._done + self._ahead)

    def advance(self, amount: int) -> None:
        self._done += amount
        self._ahead = 0
        self._show(self._done)


class _Bar:
    """A rich bar that is drawn only when the work outlasts our patience."""

    def __init__(self, what: str, total: int, in_bytes: bool) -> None:
        self._what, self._total, self._in_bytes = what, total, in_bytes
        self._appears_at = time.monotonic() + PATIENCE_SECONDS
        self._shown: Progress | None = None

    def draw(self, done: int) -> None:
        if self._shown is None and time.monotonic() >= self._appears_at:
            self._shown = _drawn(self._what, self._total, self._in_bytes)
        if self._shown is not None:
            self._shown.update(self._shown.task_ids[0], completed=done)

    def close(self) -> None:
        if self._shown is not None:
            self._shown.stop()


def _drawn(what: str, total: int, in_bytes: bool) -> "Progress":
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    counted = DownloadColumn() if in_bytes else MofNCompleteColumn()
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        counted,
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
    )
    bar.add_task(what, total=total)
    bar.start()
    return bar
