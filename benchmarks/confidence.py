"""What does confidence cost?  The public calls with and without it, on the same vectors.

In:  synthetic rows: sharp topics, long topics, weak topics, noise, drift; cosine and RBF.
Out: ``benchmarks/results/confidence_text.json``: CPU seconds of ``segment`` on a text whose vectors
     are given, with and without confidence, and their ratio;
     ``benchmarks/results/confidence_time.json``: the same of ``segment_vectors``, which does
     less beside it;
     ``benchmarks/results/confidence_counts.json``: the same for a given number of segments, also on
     vectors of a real text.

    make bench-confidence

The least of the repeats counts.  Where every pair of units matters (noise, RBF with little to
find), probabilities cannot cost less than the products of all pairs: ``all pairs`` is what half of
their square takes at the speed of NumPy's BLAS.  ``in topics`` is the same for the pairs of units
of one topic.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import numpy as np

import solver_data
from embed_kcpd import (
    EmbedKcpdError,
    Lines,
    Paper,
    Rbf,
    SegmentCount,
    SegmentedText,
    Settings,
    segment,
    segment_vectors,
)
from results_file import machine, publish

DIM = 384
MANY = 512
"""Rows that BLAS multiplies with as many to show its speed."""

ENOUGH = 0.3
"""CPU seconds of all calls after which no other follows the third."""

WEAK = 0.25
"""Length of a weak topic's direction beside noise of length one."""

SAMPLE = Path(__file__).parents[1] / "examples" / "garden.txt"
"""Its sentences, again and again, are the text that the synthetic vectors are given for."""

OBJECTIVES = {"contrast": None, "rbf": Paper(Rbf())}


def weak_topics(n: int, strength: float) -> np.ndarray:
    """Noise, with a direction of this length that changes every twenty units."""
    rng = np.random.default_rng(0)
    noise = rng.standard_normal((n, DIM), dtype=np.float32) / math.sqrt(DIM)
    topics = rng.standard_normal((n // 20 + 1, DIM), dtype=np.float32) / math.sqrt(DIM)
    rows = noise + np.float32(strength) * topics[np.arange(n) // 20]
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


REGIMES: dict[str, Callable[[int], np.ndarray]] = {
    "topics of 10 units": lambda n: solver_data.segmented(n, DIM, 10),
    "topics of 100 units": lambda n: solver_data.segmented(n, DIM, 100),
    "topics of 1,000 units": lambda n: solver_data.segmented(n, DIM, 1000),
    "drift": lambda n: solver_data.drifting(n, DIM),
    "weak topics": lambda n: weak_topics(n, WEAK),
    "noise": lambda n: weak_topics(n, 0.0),
}

COUNTED_UNITS = 1000
COUNTS = (5, 20)
COUNTED = ("topics of 100 units", "drift", "weak topics")
"""Numbers of segments that are asked for, of what, and from how many units on."""

LONG = 20_000
"""Units from which on a text can have the longest topics more than once."""

OF_LONG_TEXTS = {"topics of 10,000 units": lambda n: solver_data.segmented(n, DIM, 10_000)}
"""Every pair of units of such a topic counts."""

TOPIC_UNITS = {
    "topics of 10 units": 10,
    "topics of 100 units": 100,
    "topics of 1,000 units": 1000,
    "topics of 10,000 units": 10_000,
    "weak topics": 20,
}
"""Units of a topic, where there are topics."""


def without_and_with(call: Callable[[Settings], object], objective: Paper | None) -> list[float]:
    """CPU seconds of a call without and with confidence."""
    return [
        seconds(partial(call, Settings(objective=objective, confidence=confidence)))
        for confidence in (False, True)
    ]


def seconds(call: Callable[[], object]) -> float:
    """CPU time of one call, the least of three or more; one has to do where it takes seconds."""
    calls: list[float] = []
    while not calls or (min(calls) < 3.0 and (len(calls) < 3 or sum(calls) < ENOUGH)):
        start = time.process_time()
        call()
        calls.append(time.process_time() - start)
    return min(calls)


def sample_text(n: int) -> str:
    """So many sentences, one a line."""
    text = " ".join(SAMPLE.read_text(encoding="utf-8").split())
    sentences = [f"{part.rstrip('.')}." for part in text.split(". ")]
    return "\n".join(islice(cycle(sentences), n))


def cut_text(text: str, vectors: np.ndarray, settings: Settings) -> SegmentedText:
    return segment(text, replace(settings, unit=Lines(), language="en"), vectors=vectors)


def one_product() -> float:
    """CPU seconds of one product of two rows at the speed of BLAS."""
    many = weak_topics(MANY, 0.0).astype(np.float64)
    out, least = np.empty((MANY, MANY)), math.inf
    for _ in range(10):
        start = time.process_time()
        np.matmul(many, many[::-1].T, out)
        least = min(least, time.process_time() - start)
    return least / MANY**2


def regimes(n: int) -> dict[str, Callable[[int], np.ndarray]]:
    """What a text of so many units is tried with."""
    return {**REGIMES, **OF_LONG_TEXTS} if n >= LONG else REGIMES


def rows(units: list[int], kernels: list[str]) -> Iterator[tuple[str | int | float, ...]]:
    """One row for each kernel, length and regime."""
    for kernel in kernels:
        for n in units:
            for regime, made in regimes(n).items():
                vectors, objective = made(n), OBJECTIVES[kernel]
                without, both = without_and_with(partial(segment_vectors, vectors), objective)
                print(kernel, n, regime, f"{without:.3f}", f"{both:.3f}", flush=True)
                per_unit, product = TOPIC_UNITS.get(regime), one_product()
                times = [round(value, 4) for value in (without, both, product * n * n / 2)]
                inside = "" if per_unit is None else round(product * n * min(n, per_unit) / 2, 4)
                yield kernel, n, regime, *times, inside, round(both / without, 2)


def count_rows(units: list[int]) -> Iterator[tuple[str | int | float, ...]]:
    """One row for each text and number of segments."""
    for regime, vectors in count_texts(units):
        for n_segments in COUNTS:
            call = partial(segment_vectors, vectors)
            without, both = (
                seconds(partial(call, Settings(granularity=SegmentCount(n_segments), confidence=c)))
                for c in (False, True)
            )
            n = len(vectors)
            print("counts", n, regime, n_segments, f"{without:.3f}", f"{both:.3f}", flush=True)
            yield n, regime, n_segments, round(without, 4), round(both, 4), round(both / without, 2)


def count_texts(units: list[int]) -> Iterator[tuple[str, np.ndarray]]:
    """Synthetic rows, and those of a real text where the data sets are there."""
    for n in units:
        for regime in COUNTED:
            yield regime, REGIMES[regime](n)
    with suppress(EmbedKcpdError):
        yield "wiki300", solver_data.real()


def text_rows(units: list[int]) -> Iterator[tuple[str | int | float, ...]]:
    """One row for each length and regime."""
    for n in units:
        text = sample_text(n)
        for regime, made in regimes(n).items():
            without, both = without_and_with(partial(cut_text, text, made(n)), None)
            print("text", n, regime, f"{without:.3f}", f"{both:.3f}", flush=True)
            yield n, regime, round(without, 4), round(both, 4), round(both / without, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--units", type=int, nargs="+", default=[100, 1000, 2500, 6000, 20_000])
    parser.add_argument("--kernels", nargs="+", default=list(OBJECTIVES), choices=list(OBJECTIVES))
    chosen = parser.parse_args()
    publish(
        "confidence_text",
        title="CPU seconds of segment without and with confidence, vectors given",
        command="make bench-confidence",
        columns=("units", "regime", "without", "with", "ratio"),
        rows=list(text_rows(chosen.units)),
        notes=[
            "The sentences of examples/garden.txt, again and again, with synthetic vectors of "
            f"{DIM} numbers; no encoding, but titles and everything else that segment does; least "
            "of three calls, of more where they are short.",
            machine(),
        ],
    )
    publish(
        "confidence_time",
        title="CPU seconds of segment_vectors without and with confidence",
        command="make bench-confidence",
        columns=(
            *("objective", "units", "regime", "without", "with", "all pairs", "in topics", "ratio"),
        ),
        rows=list(rows(chosen.units, chosen.kernels)),
        notes=[
            f"{DIM} dimensions, float32; least of three calls, of more where they are short.",
            "All pairs: the products of all pairs of units at the speed of BLAS, in float64. In "
            "topics: of those pairs that are in one topic. Where every pair matters, confidence "
            "cannot add less.",
            machine(),
        ],
    )
    publish(
        "confidence_counts",
        title="CPU seconds of segment_vectors for a given number of segments",
        command="make bench-confidence",
        columns=("units", "regime", "segments", "without", "with", "ratio"),
        rows=list(count_rows([n for n in chosen.units if n >= COUNTED_UNITS])),
        notes=[
            f"Settings(granularity=SegmentCount(n)), without and with confidence; {DIM} "
            "dimensions, float32; least of three calls, of more where they are short.",
            "wiki300: the documents of that set one after the other, by the default encoder.",
            machine(),
        ],
    )


if __name__ == "__main__":
    main()
