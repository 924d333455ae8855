"""What do all granularities at once cost, and one more unit of a stream?

In:  synthetic rows: sharp topics, long topics, weak topics, noise, drift.
Out: ``benchmarks/results/path.json``: CPU seconds of ``segment_vectors_path``, the whole path or
     the range a slider needs, beside one call at the penalty of the middle step, and beside
     ruptures, which solves one number of segments a time;
     ``benchmarks/results/append.json``: CPU milliseconds of one ``append`` of a
     ``RunningSegmentation`` near the beginning and at the end of a stream, beside solving it anew.

    make bench-path

The least of the repeats counts; where a call takes seconds, there is one.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import ruptures

import solver_data
from confidence import DIM, REGIMES, seconds
from embed_kcpd import (
    Contrast,
    Paper,
    PathRange,
    Penalty,
    RunningSegmentation,
    Settings,
    segment_vectors,
    segment_vectors_path,
)
from results_file import machine, publish

OBJECTIVES = {"contrast": Contrast(), "cosine": Paper()}

SLIDER = PathRange(fewest=2, most=200)
WHOLE = PathRange()
RANGES = ((1000, WHOLE), (3000, SLIDER), (3000, WHOLE), (6000, SLIDER))
"""Units, and the part of the path that is asked for."""

ONE_NUMBER = 20
"""Segments that ruptures is asked for; it makes every number below on its way, and says one."""

LENGTHS = (1000, 20_000, 100_000)
"""Units of a stream at which an append is timed."""

APPENDED = 10
"""Units of one append."""

APPENDS = 200
"""Appends that are timed together."""

Row = tuple[str | int | float | None, ...]

STREAM_REGIMES = ("topics of 10 units", "topics of 100 units", "drift", "noise")


def with_ruptures(vectors: np.ndarray) -> list[int]:
    """One number of segments."""
    search = ruptures.KernelCPD("cosine", min_size=1).fit(vectors.astype(np.float64))
    return search.predict(n_bkps=ONE_NUMBER - 1)


def path_row(name: str, n: int, within: PathRange, regime: str) -> Row:
    """The path of one text, one call in its middle, and one number of segments by ruptures."""
    vectors, settings = REGIMES[regime](n), Settings(objective=OBJECTIVES[name])
    took = seconds(partial(segment_vectors_path, vectors, settings, within=within))
    path = segment_vectors_path(vectors, settings, within=within)
    step = path.steps[len(path.steps) // 2]
    one = replace(settings, granularity=Penalty(step.lowest), confidence=False)
    call = seconds(partial(segment_vectors, vectors, one))
    part = "whole" if within == WHOLE else f"{within.fewest} to {within.most} segments"
    print(name, n, part, regime, f"{took:.3f}", f"{call:.4f}", flush=True)
    ours = (round(took, 4), round(call, 5), round(took / call, 1))
    return name, n, part, regime, len(path.steps), *ours, *beside_ruptures(name, vectors, took)


def beside_ruptures(name: str, vectors: np.ndarray, took: float) -> tuple[float | None, ...]:
    """CPU seconds of ruptures for one number of segments, and how often a path fits in them."""
    if name != "cosine":
        return None, None
    theirs = seconds(partial(with_ruptures, vectors))
    return round(theirs, 3), round(theirs / took, 2)


def path_rows(most: int) -> Iterator[Row]:
    """One row for each objective, length, range and regime."""
    for name in OBJECTIVES:
        for n, within in RANGES:
            if n <= most:
                yield from (path_row(name, n, within, regime) for regime in REGIMES)


def append_rows(longest: int) -> Iterator[Row]:
    """One row for each regime and length of the stream."""
    for regime in STREAM_REGIMES:
        vectors = REGIMES[regime](longest + APPENDED * APPENDS)
        penalty = solver_data.paper_penalty("cosine", 1000)
        running = RunningSegmentation(penalty=penalty)
        for n in (length for length in LENGTHS if length <= longest):
            running.append(vectors[running.n_units : n])
            each = appended_seconds(running, vectors)
            settings = Settings(objective=Paper(), granularity=Penalty(penalty), confidence=False)
            now = vectors[: running.n_units]
            anew = seconds(partial(segment_vectors, now, settings))
            print("append", regime, n, f"{each:.6f}", f"{anew:.4f}", flush=True)
            yield regime, n, round(1000 * each, 3), round(1000 * anew, 2), round(anew / each, 1)


def appended_seconds(running: RunningSegmentation, vectors: np.ndarray) -> float:
    """CPU seconds of one append and of reading the boundaries, the mean of many."""
    start = time.process_time()
    for _ in range(APPENDS):
        first = running.n_units
        running.append(vectors[first : first + APPENDED])
    return (time.process_time() - start) / APPENDS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--longest", type=int, default=max(LENGTHS), help="units of a stream")
    parser.add_argument("--most", type=int, default=6000, help="units of a path")
    chosen = parser.parse_args()
    publish(
        "path",
        title="CPU seconds of every granularity at once",
        command="make bench-path",
        columns=(
            *("objective", "units", "range", "regime", "steps", "path", "one call", "path / one"),
            *("ruptures, one number", "ruptures / path"),
        ),
        rows=list(path_rows(chosen.most)),
        notes=[
            f"{DIM} dimensions, float32; least of three calls, of more where they are short, one "
            "where a call takes 3 s.",
            "Path: `segment_vectors_path(vectors, settings, within=PathRange(...))`, all steps "
            "with costs and gains. One call: `segment_vectors` at the penalty of the middle step, "
            "without confidence.",
            f"ruptures 1.1.10: `KernelCPD('cosine', min_size=1).fit(vectors).predict(n_bkps="
            f"{ONE_NUMBER - 1})`, which answers with one number of segments of the {ONE_NUMBER} it "
            "solves; it has no contrast objective.",
            machine(),
        ],
    )
    publish(
        "append",
        title=f"CPU milliseconds of one append of {APPENDED} units to a running segmentation",
        command="make bench-path",
        columns=("regime", "units so far", "append", "solving anew", "anew / append"),
        rows=list(append_rows(chosen.longest)),
        notes=[
            f"{DIM} dimensions, cosine, the paper's penalty of 1,000 units; the mean of {APPENDS} "
            "appends one after the other. Anew: `segment_vectors` on all units so far.",
            machine(),
        ],
    )


if __name__ == "__main__":
    main()
