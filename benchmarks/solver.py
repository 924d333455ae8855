"""How fast is the call people make, beside ruptures, the bare search and one read of the data?

In:  synthetic rows (found, easy, near-critical and drifting) and real embeddings of wiki300.
Out: ``benchmarks/results/solver.json``: one row per case, CPU seconds and the objective's gap.

    make bench-solver

- ``public_s``: ``segment_vectors`` with a given penalty: checks, search and description;
- ``native_s``: the bare search in C with the lengths of the rows, where there is one;
- ``numpy_s``: the same search in NumPy;
- ``ruptures_s``: ``ruptures.KernelCPD`` with ``min_size=1`` and the same penalty;
- ``read_s``: the sum of all numbers, one pass over the input.

They take turns in one process, and the least CPU time of each counts: read ratios inside a
row.  ``peak_mb`` is what the public call takes beyond the input, ``objective_gap`` the largest
relative difference between the objectives found.  A run that would take longer than the
patience is left out (null).
"""

import argparse
import ctypes
import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import ruptures
from rich.console import Console
from rich.table import Table

import solver_data
from embed_kcpd import Cosine, Paper, Penalty, Rbf, Settings, segment_vectors
from embed_kcpd.files import write_atomically
from embed_kcpd.problem.contrast import direction_rows
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.kernels import median_gamma
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers.search.engine import Engine, traced
from embed_kcpd.solvers.search.ways import has_starts_in_c, starts_in_c
from embed_kcpd.solvers.windows import Windows
from results_file import RESULTS, commit, machine

CLIPPED = 1.0 - math.exp(-0.01)
"""ruptures' RBF puts exp(-0.01) on the diagonal: ours with a penalty higher by this."""

MOST_ROUNDS, SECONDS_OF_ROUNDS = 15, 2.0
"""Rounds of a case, and the CPU seconds after which no further round is begun."""

PATIENCE_WITH_NUMPY = 2.0
"""Seconds that the search in NumPy may be expected to take: it is there to be compared, once."""


@dataclass(frozen=True, slots=True)
class Row:
    """One case and what was measured."""

    kernel: str
    n: int
    d: int
    numbers: str
    segment_length: int | None
    regime: str
    penalty: float
    boundaries: int | None = None
    public_s: float | None = None
    native_s: float | None = None
    numpy_s: float | None = None
    ruptures_s: float | None = None
    read_s: float | None = None
    peak_mb: float | None = None
    objective_gap: float | None = None


@dataclass(frozen=True, slots=True)
class Input:
    """What every search is given."""

    kernel: str
    vectors: np.ndarray
    penalty: float
    gamma: float

    def cost(self) -> LinearCost | RbfCost:
        if self.kernel == "rbf":
            return RbfCost(self.vectors, self.gamma)
        return LinearCost(direction_rows(self.vectors))


Boundaries = tuple[int, ...]
Solve = Callable[[], Boundaries]


def settings_of(given: Input) -> Settings:
    """What a caller chooses once, for any number of calls; without the confidence."""
    kernel = Rbf(given.gamma) if given.kernel == "rbf" else Cosine()
    return Settings(objective=Paper(kernel), granularity=Penalty(given.penalty), confidence=False)


def by_public_call(given: Input, settings: Settings) -> Boundaries:
    return segment_vectors(given.vectors, settings).boundaries


def by_native(given: Input) -> Boundaries:
    n = len(given.vectors)
    windows, prices = Windows.of(UNLIMITED, n), np.full((1, n), given.penalty)
    return traced(starts_in_c(given.cost(), prices, windows)[0])


def by_numpy(given: Input) -> Boundaries:
    prices = np.full((1, len(given.vectors)), given.penalty)
    return traced(Engine(given.cost(), UNLIMITED).solve(prices).previous[0])


def by_ruptures(given: Input) -> Boundaries:
    """ruptures' own search; the median heuristic is left out, gamma is given."""
    search, penalty = ruptures.KernelCPD("cosine", min_size=1), given.penalty
    if given.kernel == "rbf":
        search = ruptures.KernelCPD("rbf", min_size=1, params={"gamma": given.gamma})
        penalty -= CLIPPED
    return tuple(search.fit(given.vectors).predict(pen=penalty)[:-1])


def by_reading(given: Input) -> Boundaries:
    given.vectors.sum()
    return ()


def timed(solve: Solve) -> tuple[float, Boundaries]:
    """CPU seconds, and the boundaries."""
    start = time.process_time()
    boundaries = solve()
    return time.process_time() - start, boundaries


def least_seconds(solves: dict[str, Solve]) -> dict[str, tuple[float, Boundaries]]:
    """The least CPU seconds of each, in turns, and its boundaries."""
    first = {name: timed(solve) for name, solve in solves.items()}
    best, total = dict(first), sum(seconds for seconds, _ in first.values())
    for _ in range(MOST_ROUNDS - 1):
        if total > SECONDS_OF_ROUNDS:
            break
        for name, solve in solves.items():
            seconds, boundaries = timed(solve)
            best[name] = (min(seconds, best[name][0]), boundaries)
            total += seconds
    return best


def objective(given: Input, boundaries: Boundaries) -> float:
    """Costs of the segments plus penalties, segment by segment, in float64."""
    total = given.penalty * len(boundaries)
    rbf = given.cost() if given.kernel == "rbf" else None
    for start, end in pairwise((0, *boundaries, len(given.vectors))):
        if rbf is not None:
            total += float(rbf.column(np.array([start]), end)[0])
            continue
        rows = given.vectors[start:end].astype(np.float64)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        rows -= rows[:1].copy()
        total += float((rows * rows).sum() - (rows.sum(axis=0) ** 2).sum() / len(rows))
    return total


def expected_of_ruptures(given: Input, boundaries: Boundaries) -> float:
    """Seconds, from the pairs it looks at: windows of about two found segments."""
    n, d = given.vectors.shape
    window = min(n / 2, 2.0 * n / (len(boundaries) + 1))
    return n * window * 0.4e-6 * d / 384


def extra_memory(solve: Solve) -> float:
    """Megabytes that a call takes beyond what was there (Linux counts the peak for us)."""

    def status(name: str) -> float:
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(name)) / 1024

    ctypes.CDLL(None).malloc_trim(0)  # or memory freed before would be taken again unseen
    Path("/proc/self/clear_refs").write_text("5")
    before = status("VmRSS")
    solve()
    return max(0.0, status("VmHWM") - before)


def measure(case: solver_data.Case, patience: float, numpy_expected: float) -> Row:
    """One row: every search that is expected to end in time."""
    vectors = case.vectors()
    n, d = vectors.shape
    gamma = median_gamma(vectors[:: max(1, n // 2000)]) if case.kernel == "rbf" else 1.0
    given = Input(case.kernel, vectors, case.penalty, gamma)
    row = Row(case.kernel, n, d, str(vectors.dtype), case.segment_length, case.regime, case.penalty)
    is_in_c = has_starts_in_c(given.cost())
    solves: dict[str, Solve] = {"read": partial(by_reading, given)}
    has_numpy = numpy_expected <= min(patience, PATIENCE_WITH_NUMPY)
    if is_in_c or has_numpy:
        solves["public"] = partial(by_public_call, given, settings_of(given))
    if is_in_c:
        solves["native"] = partial(by_native, given)
    if has_numpy:
        solves["numpy"] = partial(by_numpy, given)
    if "public" not in solves:
        return row
    boundaries = solves["public"]()
    if expected_of_ruptures(given, boundaries) <= patience:
        solves["ruptures"] = partial(by_ruptures, given)
    best = least_seconds(solves)
    totals = [objective(given, cut) for name, (_, cut) in best.items() if name != "read"]
    return replace(
        row,
        **{f"{name}_s": seconds for name, (seconds, _) in best.items()},
        boundaries=len(boundaries),
        peak_mb=extra_memory(solves["public"]) if best["public"][0] < patience else None,
        objective_gap=(max(totals) - min(totals)) / max(1.0, *totals),
    )


def rows_of(cases: Iterator[solver_data.Case], patience: float) -> Iterator[Row]:
    """All rows; the NumPy search is expected to grow with the power 1.5 from its last time."""
    seen: dict[tuple[str, int | None, str], tuple[int, float]] = {}
    for case in cases:
        key = (case.kernel, case.segment_length, case.regime)
        n, seconds = seen.get(key, (case.n, 0.1))
        row = measure(case, patience, seconds * max(1.0, case.n / n) ** 1.5)
        if row.numpy_s is not None:
            seen[key] = (row.n, row.numpy_s)
        yield row


def share(part: float | None, whole: float | None) -> float | None:
    return part / whole if part and whole else None


def shown(rows: list[Row]) -> Table:
    """The table for people: CPU seconds, and how often ours goes into ruptures and one read."""
    table = Table("kernel", "n", "d", "numbers", "length", "regime", "found")
    for column in ("public call", "C", "NumPy", "ruptures"):
        table.add_column(column)
    for column in ("ruptures / public", "ruptures / C", "public / C", "C / read", "peak MB", "gap"):
        table.add_column(column)
    for row in rows:
        values = [
            *(row.public_s, row.native_s, row.numpy_s, row.ruptures_s),
            share(row.ruptures_s, row.public_s),
            share(row.ruptures_s, row.native_s),
            share(row.public_s, row.native_s),
            share(row.native_s, row.read_s),
            *(row.peak_mb, row.objective_gap),
        ]
        what = [row.kernel, f"{row.n:,}", row.d, row.numbers, row.segment_length or "-"]
        cells = ["-" if value is None else f"{value:.3g}" for value in values]
        table.add_row(*map(str, what), row.regime, str(row.boundaries), *cells)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patience", type=float, default=12.0, help="skip longer runs (s)")
    parser.add_argument("--most", type=int, default=1_000_000, help="skip longer inputs")
    options = parser.parse_args()
    console, rows = Console(width=200), []
    for row in rows_of(solver_data.cases(options.most), options.patience):
        rows.append(row)
        print(row, flush=True)
    console.print(shown(rows))
    content = {
        "patience": options.patience,
        "machine": f"{machine()}, at commit {commit()}",
        "rows": [asdict(row) for row in rows],
    }
    write_atomically(RESULTS / "solver.json", json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
