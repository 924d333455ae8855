"""Many independent replicates, over processes, with the same numbers however many there are.

In:  a function of a case and its random generators, the cases, a plan.
Out: for each case the outcomes of its replicates, in order.

The generator of a replicate depends on the seed, the case's place and the replicate's number
alone, never on which process draws it.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

import numpy as np

from embed_kcpd.progress import progress
from embed_kcpd.theory.experiments.study import Plan

Case = TypeVar("Case")
Outcome = TypeVar("Outcome")
Draw = Callable[[Case, Sequence[np.random.Generator]], list[Outcome]]
"""One outcome for each generator; called with a part of a case's replicates at a time."""

PARTS = 8
"""Into how many parts the replicates of one case are cut, so that cores share the long cases."""


def replicate(
    draw: Draw[Case, Outcome], cases: Sequence[Case], plan: Plan, what: str
) -> list[list[Outcome]]:
    """The outcomes of ``plan.replicates`` replicates of every case."""
    jobs = [
        (place, range(part, plan.replicates, PARTS))
        for place in range(len(cases))
        for part in range(min(PARTS, plan.replicates))
    ]
    # The long cases stand last in a table; starting with them keeps all cores busy at the end.
    jobs.reverse()
    outcomes: list[dict[int, Outcome]] = [{} for _ in cases]
    with progress(what, len(cases) * plan.replicates) as advance:

        def keep(place: int, numbers: Sequence[int], results: list[Outcome]) -> None:
            outcomes[place].update(zip(numbers, results, strict=True))
            advance(len(numbers))

        if plan.workers == 1:
            for place, numbers in jobs:
                keep(place, numbers, _part(draw, cases[place], plan.seed, place, numbers))
        else:
            _in_processes(draw, cases, plan, jobs, keep)
    return [[by_number[number] for number in sorted(by_number)] for by_number in outcomes]


def _in_processes(
    draw: Draw[Case, Outcome],
    cases: Sequence[Case],
    plan: Plan,
    jobs: Sequence[tuple[int, range]],
    keep: Callable[[int, Sequence[int], list[Outcome]], None],
) -> None:
    from concurrent.futures import as_completed

    # Spawned, not forked: the progress bar runs a thread, and threads do not survive a fork.
    pool = ProcessPoolExecutor(plan.workers, mp_context=get_context("spawn"))
    try:
        waiting: dict[Future[list[Outcome]], tuple[int, range]] = {
            pool.submit(_part, draw, cases[place], plan.seed, place, numbers): (place, numbers)
            for place, numbers in jobs
        }
        for done in as_completed(waiting):
            place, numbers = waiting[done]
            keep(place, numbers, done.result())
    finally:
        pool.shutdown(cancel_futures=True)


def _part(
    draw: Draw[Case, Outcome], case: Case, seed: int, place: int, numbers: Sequence[int]
) -> list[Outcome]:
    """The outcomes of some replicates of one case."""
    seeds = [np.random.SeedSequence(seed, spawn_key=(place, number)) for number in numbers]
    return draw(case, [np.random.default_rng(seed) for seed in seeds])
