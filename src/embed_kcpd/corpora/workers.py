"""Processes that do one shard after another.

In:  a pipe, a plan, a store.
Out: messages: how far a shard is, that it is done, that it failed, or that nothing can go on.

A worker has one thread, loads its encoder once, and says nothing on the terminal.  It ends when
the pipe does: a driver that is killed leaves no process behind for longer than one batch takes.
"""

import multiprocessing
import pickle
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from numbers import Integral

from embed_kcpd.corpora.attempts import Stop, attempt
from embed_kcpd.corpora.manifest import FailedShard
from embed_kcpd.corpora.markers import ShardReport
from embed_kcpd.corpora.plan import Plan
from embed_kcpd.corpora.shard_work import ShardProgress
from embed_kcpd.corpora.shards import Shard
from embed_kcpd.corpora.store import Store
from embed_kcpd.errors import OptionsError
from embed_kcpd.given_numbers import is_number

PATIENCE_SECONDS = 5.0
"""How long a worker that is told to end may take."""

BEGINNING = ShardProgress(0, 0, 0.0)

Message = ShardProgress | ShardReport | FailedShard | Stop


def check_workers(workers: int | None) -> None:
    """Raise unless this is a number of workers, or nothing is said."""
    if workers is not None and not (is_number(workers, Integral) and workers >= 1):
        raise OptionsError(f"workers must be a whole number from 1 on, got {workers!r}")


class Worker:
    """A process, the pipe to it, and the shard it is doing."""

    def __init__(self, plan: Plan, store: Store) -> None:
        # Not a fork: threads of the caller would be gone in the middle of what they do.
        context = multiprocessing.get_context("spawn")
        self.connection, end = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_work, args=(end, plan, store), daemon=True
        )
        try:
            with _interrupts_ignored():
                self.process.start()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise OptionsError(
                f"the settings cannot be sent to worker processes: {error}; "
                "define encoders and functions at the top level of a module"
            ) from None
        end.close()
        self._shard: Shard | None = None
        self._has_begun = False

    @property
    def shard(self) -> Shard:
        """What it was given last."""
        if self._shard is None:
            raise RuntimeError("this worker was given nothing to do")
        return self._shard

    def give(self, shard: Shard) -> None:
        """Start a shard; one that is dead is found out by reading from it."""
        self._shard = shard
        with suppress(OSError):
            self.connection.send(shard)

    def message(self) -> Message | None:
        """What it says, None where it is dead."""
        try:
            said: Message = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(PATIENCE_SECONDS)
            return None
        self._has_begun = True
        return said

    @property
    def could_not_start(self) -> bool:
        """Whether it died of an error before its first shard."""
        return not self._has_begun and self.process.exitcode == 1

    def end(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join(PATIENCE_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C, as a process that is started here then does from its first instruction."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(connection: Connection, plan: Plan, store: Store) -> None:
    """The worker: shards in, messages out, until the pipe is closed."""
    from threadpoolctl import threadpool_limits

    # Ctrl-C reaches all processes of a terminal; the driver decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The terminal belongs to the driver: without this, encoders would draw bars of their own.
    sys.stderr = None
    warnings.simplefilter("ignore")
    with threadpool_limits(1), suppress(EOFError, OSError):
        while True:
            shard = connection.recv()
            connection.send(BEGINNING)
            connection.send(attempt(shard, plan, store, connection.send))
