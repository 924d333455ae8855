"""One request's work: computed by a worker thread, awaited by the event loop.

In:  a function of the job, and how long it may take.
Out: ``answer``, a future of the event loop.

A client that goes away, or a clock that runs out, stops the job: its work ends at the next
step that it reports, which is after each batch of the encoder.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event

from embed_kcpd.progress import watched
from embed_kcpd.server.failures import Failure, RefusedError
from embed_kcpd.server.json_bytes import as_json

TELL_SECONDS = 0.1
"""Shortest time between two reports of progress."""

Listener = Callable[[str, bytes], None]
"""Called in the event loop with the name of an event and its values in JSON."""

Lend = Callable[[], bool]
"""Does some other work that waits; whether there was any."""


class JobStoppedError(Exception):
    """Nobody waits for this work any more."""


class Job:
    """Work of ``n_bytes`` that may take ``seconds``; ``listener`` hears of its progress."""

    def __init__(
        self,
        work: "Callable[[Job], bytes]",
        n_bytes: int,
        seconds: float,
        listener: Listener | None = None,
    ) -> None:
        self.n_bytes = n_bytes
        self.is_heard = listener is not None
        self._work, self._seconds, self._listener = work, seconds, listener
        self._loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[bytes] = self._loop.create_future()
        self._stopped = Event()
        self._clock: asyncio.TimerHandle | None = None
        self._told_at = 0.0
        self._lend: Lend | None = None

    def stop(self) -> None:
        """Nobody waits any more; called in the event loop."""
        self._stopped.set()
        self.answer.cancel()
        self._end_clock()

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def run(self, lend: Lend | None = None) -> None:
        """Do the work; called by a worker thread, which ``lend`` lends to others in between."""
        if self.is_stopped:
            return
        self._lend = lend
        self._in_loop(self._begin_clock)
        try:
            with watched(self._watch):
                answer = self._work(self)
        except JobStoppedError:
            return
        except Exception as error:
            self._in_loop(self._settle_error, error)
        else:
            self._in_loop(self._settle, answer)

    def check(self) -> None:
        """Raise where nobody waits for the work."""
        if self.is_stopped:
            raise JobStoppedError

    def lend(self) -> bool:
        """Let the thread do other work, where some waits; whether it did."""
        return self._lend is not None and self._lend()

    def tell(self, event: str, values: object) -> None:
        """Tell the listener plain values or JSON, where there is one; called by the worker."""
        self.check()
        if self._listener is not None:
            written = values if isinstance(values, bytes) else as_json(values)
            self._in_loop(self._listener, event, written)

    def _watch(self, what: str, done: int, total: int) -> None:
        self.check()
        self.lend()
        now = time.monotonic()
        if self.is_heard and (now - self._told_at >= TELL_SECONDS or done == total):
            self._told_at = now
            self.tell("progress", {"stage": what.lower(), "done": done, "total": total})

    def _in_loop(self, function: Callable[..., None], *arguments: object) -> None:
        # The loop is closed where the server ended in the middle of the work.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *arguments)

    def _begin_clock(self) -> None:
        if not self.answer.done():
            self._clock = self._loop.call_later(self._seconds, self._expire)

    def _end_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()

    def _expire(self) -> None:
        self._stopped.set()
        message = f"the work took more than {self._seconds:g} seconds; send a shorter text"
        self._settle_error(RefusedError(Failure(503, "time_limit", message)))

    def _settle(self, answer: bytes) -> None:
        self._end_clock()
        if not self.answer.done():
            self.answer.set_result(answer)

    def _settle_error(self, error: Exception) -> None:
        self._end_clock()
        if not self.answer.done():
            self.answer.set_exception(error)
