"""A process beside the server for what Python computes of a long text.

In:  a function of a module and its arguments.
Out: what the function returns.

The encoder and the search let other threads run meanwhile; titles, probabilities and JSON do
not, and take seconds for a book.  Texts of many units therefore leave the server's process once
they are encoded.  The process is started by the first of them and has no encoder of its own.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import CancelledError, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

from embed_kcpd.server.failures import Failure, RefusedError
from embed_kcpd.server.job import Job

MANY_UNITS = 4_000
"""Units from which on a text is worth the way to another process: a second of Python."""

CHECK_SECONDS = 0.05

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class HelperProcess:
    """At most one process at a time, started when it is needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._lock = Lock()

    def run(
        self,
        job: Job,
        function: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Result:
        """``function`` in the other process; a job that was stopped waits for it no longer."""
        try:
            waiting = self._started().submit(function, *arguments, **options)
            while True:
                try:
                    return waiting.result(0.0 if job.lend() else CHECK_SECONDS)
                except NotYetError:
                    if job.is_stopped:
                        waiting.cancel()
                    job.check()
        except (BrokenProcessPool, CancelledError):
            self.close()
            message = "the process that cut the text ended; ask again"
            raise RefusedError(Failure(503, "helper_ended", message)) from None

    def close(self) -> None:
        """End the process, where there is one."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                # A fork would copy threads of the encoder in the middle of their work.
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, context, initializer=_begin)
            return self._pool


def _begin() -> None:
    """Ctrl+C is for the server alone; where the server is killed, this process ends too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
