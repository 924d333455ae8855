"""Many workers, some slow, some failing: how long a corpus takes and how much work is lost.

In:  the CPU seconds of each shard, the speed of each worker, a way to hand out shards.
Out: when the last shard was finished, and the seconds of work that were thrown away.

A discrete-event simulation: time jumps from one event (a worker finishes, fails or comes back) to
the next.  A worker runs one shard at a time and takes ``shard / speed`` seconds; a failure comes
after an exponential time, loses the shard that is running, and the worker is back after
``restart`` seconds.  Nothing smaller than a shard is ever kept, as in ``embed-kcpd corpus run``.
"""

import heapq
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from embed_kcpd.arrays import FloatArray


class Handing(Enum):
    """How shards reach workers."""

    STATIC = "dealt out beforehand"
    QUEUE = "pulled from a queue"
    COPIES = "pulled, copies at the end"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Seconds from the first start to the last finish, and worker seconds used and lost."""

    seconds: float
    useful: float
    lost: float
    failures: int

    @property
    def lost_share(self) -> float:
        return self.lost / (self.useful + self.lost)


@dataclass(slots=True)
class _Shard:
    seconds: float
    is_done: bool = False
    runs: dict[int, float] = field(default_factory=dict)
    """Worker to the time at which it began."""


@dataclass(slots=True)
class _Cluster:
    """What is going on: who runs what, what waits, which events are to come."""

    shards: list[_Shard]
    speeds: FloatArray
    handing: Handing
    failures_per_second: float
    restart: float
    draw: np.random.Generator
    waiting: deque[int] = field(default_factory=deque)
    own: list[deque[int]] = field(default_factory=list)
    running: set[int] = field(default_factory=set)
    idle: set[int] = field(default_factory=set)
    task: list[int | None] = field(default_factory=list)
    turn: list[int] = field(default_factory=list)
    events: list[tuple[float, int, int, str]] = field(default_factory=list)
    useful: float = 0.0
    lost: float = 0.0
    failures: int = 0
    remaining: int = 0


def simulate(
    shards: Sequence[float] | FloatArray,
    speeds: Sequence[float] | FloatArray,
    handing: Handing,
    *,
    failures_per_hour: float = 0.0,
    restart: float = 120.0,
    seed: int = 0,
) -> Outcome:
    """Run every shard to its end.

    >>> simulate([3.0, 1.0, 1.0, 1.0], [1.0, 1.0], Handing.QUEUE).seconds
    3.0
    >>> simulate([3.0, 1.0, 1.0, 1.0], [1.0, 1.0], Handing.STATIC).seconds
    4.0
    """
    n_workers = len(speeds)
    cluster = _Cluster(
        [_Shard(float(seconds)) for seconds in shards],
        np.asarray(speeds, dtype=float),
        handing,
        failures_per_second=failures_per_hour / 3600,
        restart=restart,
        draw=np.random.default_rng(seed),
        remaining=len(shards),
        own=[deque() for _ in range(n_workers)],
        task=[None] * n_workers,
        turn=[0] * n_workers,
    )
    _deal(cluster)
    now = 0.0
    while cluster.remaining:
        now, worker, turn, what = heapq.heappop(cluster.events)
        if turn != cluster.turn[worker]:
            continue  # what the worker was doing was called off
        if what == "finish":
            _finish(cluster, worker, now)
        elif what == "fail":
            _fail(cluster, worker, now)
        else:
            _start(cluster, worker, now)
    return Outcome(now, cluster.useful, cluster.lost, cluster.failures)


def _deal(cluster: _Cluster) -> None:
    """Every shard into a queue, and every worker to its first one."""
    n_workers = len(cluster.speeds)
    for number in range(len(cluster.shards)):
        if cluster.handing is Handing.STATIC:
            cluster.own[number % n_workers].append(number)
        else:
            cluster.waiting.append(number)
    for worker in range(n_workers):
        _start(cluster, worker, 0.0)


def _start(cluster: _Cluster, worker: int, now: float) -> None:
    """Give the worker its next shard, or leave it idle."""
    number = _next(cluster, worker)
    cluster.turn[worker] += 1
    cluster.task[worker] = number
    if number is None:
        cluster.idle.add(worker)
        return
    cluster.idle.discard(worker)
    shard = cluster.shards[number]
    shard.runs[worker] = now
    cluster.running.add(number)
    ends, what = now + shard.seconds / float(cluster.speeds[worker]), "finish"
    if cluster.failures_per_second:
        # An exponential time has no memory, so it may be drawn anew for every shard.
        breaks = now + float(cluster.draw.exponential(1 / cluster.failures_per_second))
        if breaks < ends:
            ends, what = breaks, "fail"
    heapq.heappush(cluster.events, (ends, worker, cluster.turn[worker], what))


def _next(cluster: _Cluster, worker: int) -> int | None:
    if cluster.handing is Handing.STATIC:
        own = cluster.own[worker]
        return own.popleft() if own else None
    if cluster.waiting:
        return cluster.waiting.popleft()
    if cluster.handing is Handing.COPIES:
        alone = [each for each in cluster.running if len(cluster.shards[each].runs) == 1]
        # The one that has run for longest is the likeliest straggler.
        return min(
            alone, key=lambda each: (min(cluster.shards[each].runs.values()), each), default=None
        )
    return None


def _finish(cluster: _Cluster, worker: int, now: float) -> None:
    """The shard is done: its other copies are called off and their workers are free."""
    number = cluster.task[worker]
    assert number is not None
    shard = cluster.shards[number]
    shard.is_done = True
    cluster.remaining -= 1
    cluster.running.discard(number)
    cluster.useful += now - shard.runs.pop(worker)
    for other, began in shard.runs.items():
        cluster.lost += now - began
        _start(cluster, other, now)
    shard.runs.clear()
    _start(cluster, worker, now)


def _fail(cluster: _Cluster, worker: int, now: float) -> None:
    """The shard is lost unless a copy runs elsewhere; the worker comes back later."""
    number = cluster.task[worker]
    assert number is not None
    shard = cluster.shards[number]
    cluster.failures += 1
    cluster.lost += now - shard.runs.pop(worker)
    cluster.task[worker] = None
    cluster.turn[worker] += 1
    heapq.heappush(cluster.events, (now + cluster.restart, worker, cluster.turn[worker], "return"))
    if shard.runs:
        return
    cluster.running.discard(number)
    if cluster.handing is Handing.STATIC:
        cluster.own[worker].appendleft(number)
        return
    cluster.waiting.appendleft(number)
    if cluster.idle:
        _start(cluster, min(cluster.idle), now)
