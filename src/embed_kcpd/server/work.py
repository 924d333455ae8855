"""The queue of jobs and the threads that do them.

In:  jobs.
Out: the same jobs, done; or a refusal where too many wait.

Two lanes, one for short jobs and one for long ones, each with its own queue.  All workers but
one may do long jobs, so that a short one never waits for a book to end; a long one that waits
has the first free worker it may have.  After each batch of a long job its worker does one short
job, where one waits: both go on, and the short ones keep most of the machine.
"""

import math
import time
from collections import deque
from contextvars import Context
from dataclasses import dataclass, field
from threading import Condition, Thread

from embed_kcpd.server.failures import Failure, RefusedError
from embed_kcpd.server.job import Job

LONG_BYTES = 50_000
"""Bytes of a request from which on it is long: about 400 sentences, a second of one core."""

_MOST_SECONDS_TO_WAIT = 60


@dataclass
class Lane:
    """Jobs that wait, and how many of their kind may run and do run."""

    most_running: int
    mean_seconds: float
    waiting: deque[Job] = field(default_factory=deque)
    n_running: int = 0

    @property
    def has_next(self) -> bool:
        return bool(self.waiting) and self.n_running < self.most_running

    def full(self) -> Failure:
        """The refusal of one more job, with the time after which there is room."""
        seconds = self.mean_seconds * len(self.waiting) / self.most_running
        after = min(_MOST_SECONDS_TO_WAIT, max(1, math.ceil(seconds)))
        message = f"{len(self.waiting)} requests are waiting; ask again in {after} seconds"
        return Failure(429, "busy", message, {"Retry-After": str(after)})


class WorkQueue:
    """``workers`` threads and, in each lane, at most ``most_waiting`` jobs that wait for them."""

    def __init__(self, workers: int, most_waiting: int) -> None:
        self._workers, self._most_waiting = workers, most_waiting
        self._long = Lane(workers - 1, mean_seconds=5.0)
        self._short = Lane(workers, mean_seconds=0.1)
        self._changed = Condition()
        self._is_closed = False
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
        return len(self._short.waiting) + len(self._long.waiting)

    @property
    def n_running(self) -> int:
        return self._short.n_running + self._long.n_running

    def submit(self, job: Job) -> None:
        """Take a job, or refuse it with 429 where too many wait and 503 after ``refuse``."""
        lane = self._lane(job)
        with self._changed:
            if self._is_closed:
                message = "the server is shutting down; ask again later"
                raise RefusedError(Failure(503, "shutting_down", message, {"Retry-After": "5"}))
            if len(lane.waiting) >= self._most_waiting:
                raise RefusedError(lane.full())
            lane.waiting.append(job)
            self._changed.notify()

    def stop(self, job: Job) -> None:
        """Forget a job that nobody waits for; called in the event loop."""
        job.stop()
        with self._changed:
            if job in self._lane(job).waiting:
                self._lane(job).waiting.remove(job)

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

    def _lane(self, job: Job) -> Lane:
        return self._long if job.n_bytes >= LONG_BYTES else self._short

    def _serve(self) -> None:
        while (job := self._next()) is not None:
            self._do(job)
            del job

    def _do(self, job: Job) -> None:
        lane, began = self._lane(job), time.monotonic()
        try:
            job.run(self._do_short if lane is self._long else None)
        finally:
            self._ended(lane, time.monotonic() - began)

    def _do_short(self) -> bool:
        """Do one short job in the middle of a long one; whether one waited."""
        with self._changed:
            if not self._short.waiting:
                return False
            job = self._short.waiting.popleft()
            self._short.n_running += 1
        # In a context of its own: progress of the short job is not progress of the long one.
        Context().run(self._do, job)
        return True

    def _next(self) -> Job | None:
        """The next job; ``None`` when there is none and there will be none."""
        with self._changed:
            while True:
                for lane in (self._long, self._short):
                    if lane.has_next:
                        lane.n_running += 1
                        return lane.waiting.popleft()
                if self._is_closed and not self.n_waiting:
                    return None
                self._changed.wait()

    def _ended(self, lane: Lane, seconds: float) -> None:
        with self._changed:
            lane.n_running -= 1
            lane.mean_seconds += 0.05 * (seconds - lane.mean_seconds)
            self._changed.notify_all()
