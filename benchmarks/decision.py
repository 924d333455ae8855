"""What does the default rule cost beside one exact search?

In:  synthetic rows of 384 numbers: topics of several lengths, drift, weak topics, noise.
Out: ``benchmarks/results/decision.json``: CPU milliseconds and memory, one row for each case.

    make bench-decision

- ``one``: one search in C at the price that was measured;
- ``dearest``: the same at the dearest of 33 prices around it, from 0.3 to 3.3 times as high;
- ``33 prices``: all of them in one walk;
- ``decision``: scale, order test, three prices, and the consensus where it is needed;
- ``call``: ``segment_vectors`` without confidence; ``peak`` is what it takes beyond the vectors.
"""

import argparse
import time
from collections.abc import Callable, Iterator

import numpy as np

from confidence import REGIMES
from embed_kcpd import Contrast, Settings, segment_vectors
from embed_kcpd.granularity.text_scale.reach import reach_profile
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.solvers.exact import boundaries_each
from results_file import machine, publish
from solver import extra_memory

PRICES = 33
FARTHEST = 1.2
"""The logarithm of the highest price, as a multiple of the measured one."""

ENOUGH = 2.0
"""Seconds after which a measurement is not repeated."""


def milliseconds(call: Callable[[], object]) -> float:
    """CPU time, the least of three calls that do not take long."""
    least, total = float("inf"), 0.0
    while total < ENOUGH and total < 3 * least:
        start = time.process_time()
        call()
        seconds = time.process_time() - start
        least, total = min(least, seconds), total + seconds
    return 1000 * least


def price_lists(problem: Problem) -> list[np.ndarray]:
    """Prices from low to high; the middle list is the measured one."""
    base = reach_profile(problem.rows, problem.weights, problem.words).prices
    factors = np.exp(np.linspace(-FARTHEST, FARTHEST, PRICES))
    return [factor * base + problem.evidence for factor in factors]


def measured(vectors: np.ndarray) -> tuple[float, ...]:
    """Milliseconds of one search, the dearest, all in one walk, the decision, the call; memory."""
    n = len(vectors)
    problem = Contrast().problem(vectors, np.full(n, 20.0), UNLIMITED)
    lists = price_lists(problem)
    middle = milliseconds(lambda: boundaries_each(problem.cost, lists[PRICES // 2 :][:1]))
    dearest = max(
        milliseconds(lambda row=row: boundaries_each(problem.cost, [row])) for row in lists
    )
    walk = milliseconds(lambda: boundaries_each(problem.cost, lists))
    decision = milliseconds(lambda: TextScale().decide(problem))
    plain = Settings(confidence=False)
    call = milliseconds(lambda: segment_vectors(vectors, plain))
    peak = extra_memory(lambda: segment_vectors(vectors, plain).boundaries) * 2**20
    return middle, dearest, walk, decision, call, peak / vectors.nbytes


def rows(units: list[int]) -> Iterator[tuple[str | int | float, ...]]:
    """One row for each length and regime."""
    for n in units:
        for regime, made in REGIMES.items():
            one, dearest, walk, decision, call, peak = measured(made(n))
            print(n, regime, f"{one:.1f} ms", f"{decision / one:.1f} times", flush=True)
            times = (round(value, 2) for value in (one, dearest, walk, decision, call))
            ratios = (walk / one, walk / dearest, decision / one)
            yield n, regime, *times, *(round(ratio, 1) for ratio in ratios), round(peak, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--units", type=int, nargs="+", default=[1000, 10_000, 100_000])
    chosen = parser.parse_args()
    publish(
        "decision",
        title="CPU milliseconds of the default rule beside one exact search",
        command="make bench-decision",
        columns=(
            "units",
            "regime",
            "one",
            "dearest",
            "33 prices",
            "decision",
            "call",
            "33 / one",
            "33 / dearest",
            "decision / one",
            "peak / input",
        ),
        rows=list(rows(chosen.units)),
        notes=[
            "384 dimensions, float32; least of three calls. One: the search at the measured price; "
            "dearest: at that of 33 prices, 0.3 to 3.3 times as high, which takes longest.",
            "Peak: what segment_vectors takes beyond the vectors, as a multiple of them.",
            machine(),
        ],
    )


if __name__ == "__main__":
    main()
