"""The queue of jobs and the threads that do them.

In:  jobs.
Out: the same jobs, done; or a refusal where too many wait.

Two lanes: short jobs and long ones.  All workers but one may do long jobs, so that a short one
never waits for a book to end; a long one that waits has the first free worker it may have.
"""

import math
import time
from collections import deque
from threading import Condition, Thread

from embed_kcpd.server.failures import Failure, RefusedError
from embed_kcpd.server.job import Job

LONG_BYTES = 50_000
"""Bytes of a request from which on it is long: about 400 sentences, a second of one core."""

_USUAL_SECONDS = 0.1
_MOST_SECONDS_TO_WAIT = 60


class WorkQueue:
    """``workers`` threads and at most ``most_waiting`` jobs that wait for them."""

    def __init__(self, workers: int, most_waiting: int) -> None:
        self._most_waiting, self._workers = most_waiting, workers
        self._short: deque[Job] = deque()
        self._long: deque[Job] = deque()
        self._changed = Condition()
        self._is_closed = False
        self._n_running = self._n_long_running = 0
        self._mean_seconds = _USUAL_SECONDS
        self._threads: list[Thread] = []

    def start(self) -> None:
        """Begin to work; also again after ``close``."""
        self._is_closed = False
        self._threads = [
            Thread(target=self._serve, name=f"embed-kcpd-worker-{number}", daemon=True)
            for number in range(self._workers)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def n_waiting(self) -> int:
        return len(self._short) + len(self._long)

    @property
    def n_running(self) -> int:
        return self._n_running

    def submit(self, job: Job) -> None:
        """Take a job, or refuse it with 429 where too many wait and 503 after ``close``."""
        with self._changed:
            if self._is_closed:
                message = "the server is shutting down; ask again later"
                raise RefusedError(Failure(503, "shutting_down", message, {"Retry-After": "5"}))
            if self.n_waiting >= self._most_waiting:
                raise RefusedError(self._full())
            (self._long if job.n_bytes >= LONG_BYTES else self._short).append(job)
            self._changed.notify()

    def stop(self, job: Job) -> None:
        """Forget a job that nobody waits for; called in the event loop."""
        job.stop()
        with self._changed:
            for lane in (self._short, self._long):
                if job in lane:
                    lane.remove(job)

    def refuse(self) -> None:
        """Take no more jobs; those that were taken are done."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def close(self, seconds: float) -> None:
        """Take no more jobs and wait for the threads to end, but not for ever."""
        self.refuse()
        ends_at = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, ends_at - time.monotonic()))

    def _full(self) -> Failure:
        seconds = self._mean_seconds * self.n_waiting / self._workers
        after = min(_MOST_SECONDS_TO_WAIT, max(1, math.ceil(seconds)))
        message = f"{self.n_waiting} requests are waiting; ask again in {after} seconds"
        return Failure(429, "busy", message, {"Retry-After": str(after)})

    def _serve(self) -> None:
        while (job := self._next()) is not None:
            began = time.monotonic()
            try:
                job.run()
            finally:
                self._ended(job, time.monotonic() - began)
            del job

    def _next(self) -> Job | None:
        """The next job; ``None`` when there is none and there will be none."""
        with self._changed:
            while True:
                job = self._taken()
                if job is not None or (self._is_closed and not self.n_waiting):
                    return job
                self._changed.wait()

    def _taken(self) -> Job | None:
        is_long = bool(self._long) and self._n_long_running < self._workers - 1
        if not is_long and not self._short:
            return None
        self._n_running += 1
        self._n_long_running += is_long
        return (self._long if is_long else self._short).popleft()

    def _ended(self, job: Job, seconds: float) -> None:
        with self._changed:
            self._n_running -= 1
            self._n_long_running -= job.n_bytes >= LONG_BYTES
            self._mean_seconds += 0.05 * (seconds - self._mean_seconds)
            self._changed.notify_all()
