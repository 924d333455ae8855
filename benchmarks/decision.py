"""What does the default rule cost beside one exact search?

In:  synthetic rows of 384 numbers: topics of several lengths, drift, weak topics, noise.
Out: ``benchmarks/results/decision.json``: CPU milliseconds and memory, one row for each case.

    make bench-decision

- ``one``: one search in C at the price that was measured;
- ``dearest``: the same at the dearest of every fourth of 33 prices around it, from 0.3 to 3.3
  times as high;
- ``33 prices``: all of them in one walk; ``3 prices``: those that every decision needs;
- ``measure``: the scale and the order test, which come before any search; ``read``, ``pairs`` and
  ``windows`` are what it cannot do without: one read of the rows, the products of all pairs of
  at most 2,048 units, similarity by distance in the windows;
- ``decision``: both, three prices, and the consensus where it is needed; ``way`` is what it
  needed: no search where the units have no order, the price by the reach alone, the consensus, or
  sections that were cut by themselves;
- ``least``: pairs, windows, the prices that this way solves (3, or 3 and 25 for the consensus), the
  same of every segment that is cut as a text of its own, and one read of the rows for each pass
  that waits for the one before it: what the decision cannot go below while these take as long
  as they do;
- ``call``: ``segment_vectors`` without confidence; ``peak`` is what it takes beyond the vectors.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from confidence import REGIMES
from embed_kcpd import Contrast, Settings, segment_vectors
from embed_kcpd.arrays import FloatArray
from embed_kcpd.granularity.text_scale.doubtful_price import (
    PRICE_SPACING,
    PRICE_STEP,
    PRICES_ASIDE,
)
from embed_kcpd.granularity.text_scale.multiples import PriceMultiples
from embed_kcpd.granularity.text_scale.order import PAIRS_SAMPLE
from embed_kcpd.granularity.text_scale.reach import (
    ONE_WINDOW,
    reach_profile,
    window_curves,
    window_starts,
)
from embed_kcpd.granularity.text_scale.rule import (
    FROM_REACH,
    FROM_SECTIONS,
    LEAST_UNITS,
    TextScale,
)
from embed_kcpd.granularity.text_scale.sections import STREAM_SHARPNESS, inner_problem
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.problem.row_measures import mean_squared_products, squared_lengths
from embed_kcpd.result.explanation import Explanation
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers.exact import boundaries_each
from results_file import machine, publish
from solver import extra_memory

PRICES, SOLVED_ALONE = 33, 4
"""Prices of one walk; every fourth of them is also solved alone."""

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


AROUND = np.exp(np.linspace(-FARTHEST, FARTHEST, PRICES))
"""Multiples of the measured price; the middle one is one."""

OF_EVERY_DECISION = np.array([1.0 / PRICE_STEP, 1.0, PRICE_STEP])
OF_THE_CONSENSUS = np.exp(PRICE_SPACING * np.arange(-PRICES_ASIDE, PRICES_ASIDE + 1))


def problem_of(vectors: np.ndarray) -> Problem:
    """Units of twenty words each."""
    return Contrast().problem(vectors, np.full(len(vectors), 20.0), UNLIMITED)


def price_lists(problem: Problem, factors: np.ndarray = AROUND) -> list[np.ndarray]:
    """Multiples of the measured price at each unit."""
    base = reach_profile(problem.rows, problem.weights, problem.words).prices
    return [factor * base + problem.evidence for factor in factors]


def measure(problem: Problem) -> float:
    """What the default rule measures before it searches."""
    return reach_profile(problem.rows, problem.weights, problem.words).order


def floors(problem: Problem) -> tuple[float, float, float]:
    """Milliseconds of one read, of the products of all pairs, and of the windows."""
    rows, weights, own = problem.rows, problem.weights, squared_lengths(problem.rows)
    starts = window_starts(problem.n_units)
    return (
        milliseconds(lambda: squared_lengths(rows)),
        milliseconds(lambda: mean_squared_products(rows, own, weights, PAIRS_SAMPLE)),
        milliseconds(lambda: window_curves(rows, weights, starts)),
    )


def way_of(explanation: Explanation) -> str:
    """What the decision needed."""
    if not explanation.evidence.is_order_informative:
        return "none"
    return {FROM_REACH: "reach", FROM_SECTIONS: "sections"}.get(explanation.rule, "consensus")


def searched(problem: Problem, way: str) -> tuple[float, float]:
    """Milliseconds of the prices of every decision, and of all that this way solves."""
    multiples, base = multiples_of(problem)
    three = milliseconds(lambda: multiples.boundaries(base, OF_EVERY_DECISION))
    if way == "consensus":
        many = milliseconds(lambda: multiples.boundaries(base, OF_THE_CONSENSUS))
        return three, three + many
    return three, 0.0 if way == "none" else three


def multiples_of(problem: Problem) -> tuple[PriceMultiples, FloatArray]:
    """What the rule solves several prices with, and the measured price."""
    profile = reach_profile(problem.rows, problem.weights, problem.words)
    return PriceMultiples(problem, profile.all_pairs), profile.prices


def passes(problem: Problem) -> int:
    """Passes over the rows that wait for the one before: the sum of all rows and the products with
    it; where the order is so sharp that segments are looked into, the same for these."""
    order = measure(problem)
    return 4 if order >= STREAM_SHARPNESS * math.sqrt(problem.n_units) else 2


def within(problem: Problem, spans: Sequence[tuple[int, int]]) -> float:
    """Milliseconds of pairs, windows and prices of segments that are cut as texts of their own."""
    total = 0.0
    for start, end in spans:
        if end - start < LEAST_UNITS:
            continue
        inner = inner_problem(problem, start, end)
        own = TextScale(strict=True, sections=False).decide(inner)
        total += searched(inner, way_of(own.explanation))[1]
        if inner.n_units > ONE_WINDOW:
            total += sum(floors(inner)[1:])
        else:
            rows = inner.rows[:]
            total += milliseconds(lambda rows=rows: rows @ rows.T)
    return total


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds; ``peak`` as a multiple of the input."""

    one: float
    dearest: float
    three: float
    searches: float
    read: float
    pairs: float
    windows: float
    passes: int
    within: float
    walk: float
    measure: float
    decision: float
    call: float
    way: str
    peak: float


def measured(vectors: np.ndarray) -> Times:
    problem = problem_of(vectors)
    lists = price_lists(problem)
    middle = milliseconds(lambda: boundaries_each(problem.cost, lists[PRICES // 2 :][:1]))
    dearest = max(
        milliseconds(lambda row=row: boundaries_each(problem.cost, [row]))
        for row in lists[::SOLVED_ALONE]
    )
    walk = milliseconds(lambda: boundaries_each(problem.cost, lists))
    decision = milliseconds(lambda: TextScale().decide(problem))
    plain, answers = Settings(confidence=False), list[Segmentation]()
    peak = extra_memory(lambda: answers.append(segment_vectors(vectors, plain))) * 2**20
    way = way_of(answers[0].explain())
    uncut_again = TextScale(sections=False).decide(problem)
    spans = uncut_again.segmentation.spans if way == "sections" else ()
    return Times(
        middle,
        dearest,
        *searched(problem, way_of(uncut_again.explanation)),
        *floors(problem),
        passes(problem),
        within(problem, spans),
        walk,
        milliseconds(lambda: measure(problem)),
        decision,
        milliseconds(lambda: segment_vectors(vectors, plain)),
        way,
        peak / vectors.nbytes,
    )


def rows(units: list[int]) -> Iterator[tuple[str | int | float, ...]]:
    """One row for each length and regime."""
    for n in units:
        for regime, made in REGIMES.items():
            took = measured(made(n))
            print(
                n, regime, f"{took.one:.1f} ms", f"{took.decision / took.one:.1f} times", flush=True
            )
            parts = (took.read, took.pairs, took.windows, took.within)
            searches = (took.one, took.dearest, took.walk, took.three)
            measured_once = took.pairs + took.windows + took.passes * took.read
            least = measured_once + took.searches + took.within
            times = (*searches, *parts, took.measure, took.decision, took.call)
            ratios = (
                *(took.walk / took.one, took.walk / took.dearest),
                *(least / took.one, took.decision / took.one),
            )
            yield (
                n,
                regime,
                took.way,
                *(round(value, 2) for value in times),
                *(round(ratio, 1) for ratio in ratios),
                round(took.peak, 2),
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--units", type=int, nargs="+", default=[1000, 10_000, 100_000])
    chosen = parser.parse_args()
    TextScale().decide(problem_of(REGIMES["noise"](max(chosen.units))))  # memory comes slowly once
    publish(
        "decision",
        title="CPU milliseconds of the default rule beside one exact search",
        command="make bench-decision",
        columns=(
            "units",
            "regime",
            "way",
            "one",
            "dearest",
            "33 prices",
            "3 prices",
            "read",
            "pairs",
            "windows",
            "within",
            "measure",
            "decision",
            "call",
            "33 / one",
            "33 / dearest",
            "least / one",
            "decision / one",
            "peak / input",
        ),
        rows=list(rows(chosen.units)),
        notes=[
            "384 dimensions, float32; least of three calls, one where a call takes 2 s. One: the "
            "search at the measured price; dearest: at that which takes longest of every fourth of "
            "33 prices, 0.3 to 3.3 times as high.",
            "Measure: the scale and the order test, which come before any search. Read: one read "
            "of the rows. Pairs: the products of all pairs of at most 2,048 units. Windows: "
            "similarity by distance. Where these alone take longer than five searches, no "
            "decision can be as short.",
            "Way: what the decision needed. None: the order test alone. Reach: three prices. "
            "Consensus: 25 more. Sections: every segment measured and cut as a text of its own.",
            "Within: pairs, windows and prices of the segments that are cut as texts of their own. "
            "Least: pairs, windows, the prices that the way solves, within, and two to four reads "
            "of the rows, for passes that wait for the one before them.",
            "Peak: what segment_vectors takes beyond the vectors, as a multiple of them.",
            machine(),
        ],
    )


if __name__ == "__main__":
    main()
