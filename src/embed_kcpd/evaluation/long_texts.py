"""Does the granularity hold at every length, and what does the default cost?

In:  the vectors of a set whose segments have one known length.
Out: for texts of growing length, units per segment found, and times.

The set is repeated until the text is long enough.  "One solve" is the search at the measured price
alone; the default also measures that price, tests the order, and solves at prices around it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.granularity.text_scale.reach import reach_profile
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast, Problem
from embed_kcpd.solvers import cheapest

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class LongRow:
    """One length: units per segment, seconds of one solve and of the whole default."""

    n_units: int
    units_per_segment: float
    one_solve_s: float
    default_s: float

    @property
    def ratio(self) -> float:
        return self.default_s / self.one_solve_s


def long_row(vectors: Vectors, words: FloatArray, n_units: int, repeats: int = 3) -> LongRow:
    """Cut the text repeated to ``n_units`` units; the best of ``repeats`` timings each."""
    turn = np.arange(n_units) % len(vectors)
    problem = Contrast().problem(vectors[turn], words[turn], UNLIMITED)
    prices = reach_profile(problem.rows, problem.weights, problem.words).prices + problem.evidence
    alone, _ = _timed(lambda: cheapest(problem.cost, prices), repeats)
    default, n_segments = _timed(lambda: _cut(problem), repeats)
    return LongRow(n_units, n_units / n_segments, alone, default)


def _cut(problem: Problem) -> int:
    return len(TextScale().decide(problem).segmentation.spans)


def _timed(run: Callable[[], Answer], repeats: int) -> tuple[float, Answer]:
    """The least of the times, and the answer."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        answer = run()
        times.append(time.perf_counter() - started)
    return min(times), answer
