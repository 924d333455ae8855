"""The simulation of many workers, judged by a schedule that is worked out one shard at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import floats, integers, lists, sampled_from

from cluster_simulation import Handing, simulate
from stragglers import shard_seconds

SECONDS = lists(floats(0.1, 50.0), min_size=1, max_size=30)
SPEEDS = lists(floats(0.2, 3.0), min_size=1, max_size=6)


def pulled(shards, speeds):
    """Each shard in turn goes to the worker that is free first, the lowest number first."""
    free = [0.0] * len(speeds)
    for shard in shards:
        worker = min(range(len(speeds)), key=lambda each: (free[each], each))
        free[worker] += shard / speeds[worker]
    return max(free)


def dealt(shards, speeds):
    """Worker k has the shards k, k + W, k + 2W and so on."""
    count = len(speeds)
    return max(sum(shards[worker::count]) / speeds[worker] for worker in range(count))


@given(shards=SECONDS, speeds=SPEEDS)
def test_without_failures_a_queue_gives_each_shard_to_whoever_is_free(shards, speeds):
    """Up to rounding, in which order workers are free may differ, so bounds judge too."""
    outcome = simulate(shards, speeds, Handing.QUEUE)
    assert outcome.seconds == pytest.approx(pulled(shards, speeds))
    assert outcome.lost == 0


@given(shards=SECONDS, speeds=SPEEDS)
def test_without_failures_a_dealt_run_takes_as_long_as_its_busiest_worker(shards, speeds):
    assert simulate(shards, speeds, Handing.STATIC).seconds == pytest.approx(dealt(shards, speeds))


@given(shards=SECONDS, speeds=SPEEDS, handing=sampled_from(Handing))
def test_no_schedule_beats_the_ideal(shards, speeds, handing):
    """All work shared by all speeds, and the longest shard on the fastest worker."""
    outcome = simulate(shards, speeds, handing)
    least = max(sum(shards) / sum(speeds), max(shards) / max(speeds))
    assert outcome.seconds >= least * (1 - 1e-9)


@given(
    shards=SECONDS,
    speeds=SPEEDS,
    handing=sampled_from(Handing),
    rate=floats(0.0, 200.0),
    seed=integers(0, 99),
)
def test_every_shard_is_finished_once_whatever_fails(shards, speeds, handing, rate, seed):
    """What was lost is never negative, and a run without failures and copies loses nothing."""
    outcome = simulate(shards, speeds, handing, failures_per_hour=rate, restart=5.0, seed=seed)
    busy = [shard / speed for shard in shards for speed in (min(speeds), max(speeds))]
    slow, fast = sum(busy[0::2]), sum(busy[1::2])
    assert fast * (1 - 1e-9) <= outcome.useful <= slow * (1 + 1e-9)
    assert outcome.lost >= 0
    assert (outcome.failures > 0) <= (rate > 0)
    assert outcome == simulate(
        shards, speeds, handing, failures_per_hour=rate, restart=5.0, seed=seed
    )


@given(shards=SECONDS, speeds=SPEEDS)
def test_copies_never_make_a_run_longer(shards, speeds):
    """Without failures: whoever began a shard goes on with it."""
    with_copies = simulate(shards, speeds, Handing.COPIES)
    without = simulate(shards, speeds, Handing.QUEUE)
    assert with_copies.seconds <= without.seconds * (1 + 1e-9)


def test_a_copy_saves_a_run_from_a_slow_worker():
    """Two shards of 10 s, a worker that takes 100 s for one: the other begins a copy at 10 s."""
    assert simulate([10.0, 10.0], [0.1, 1.0], Handing.QUEUE).seconds == pytest.approx(100)
    outcome = simulate([10.0, 10.0], [0.1, 1.0], Handing.COPIES)
    assert outcome.seconds == pytest.approx(20)
    assert outcome.lost == pytest.approx(20)


def test_a_lost_shard_is_done_by_another_worker():
    """With many failures a queue ends, and the work of each failure counts as lost."""
    outcome = simulate(np.full(50, 30.0), np.ones(5), Handing.QUEUE, failures_per_hour=60, seed=3)
    assert outcome.failures > 0
    assert outcome.lost > 0
    assert outcome.useful == pytest.approx(1500)


def test_the_last_shard_may_be_smaller():
    assert shard_seconds(np.ones(7), 3, 0.0).tolist() == [3.0, 3.0, 1.0]
