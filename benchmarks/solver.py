"""How fast is the exact search, beside ruptures, on the same arrays in one process?

In:  synthetic rows (easy, near-critical and drifting) and real embeddings of wiki300.
Out: ``benchmarks/results/solver.json``: one row per case, seconds and the objective's gap.

    make bench-solver

``native_s`` is the bare search in C with the lengths of the rows, ``public_s`` the call that
people make, ``segment_vectors`` with the same penalty: checks, search and description.
The minimum of the repeats counts; read ratios inside a row, for the machine may be busy.
The penalty is the paper's.  ``read_s`` is one pass over the input, ``peak_mb`` what the
faster of our searches takes beyond it, ``objective_gap`` the largest relative difference
between the objectives found.  A run that would take too long is left out (null).
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
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.kernels import median_gamma
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.rows import Rows
from embed_kcpd.solvers.search.engine import Engine, traced
from embed_kcpd.solvers.search.native import search
from embed_kcpd.solvers.windows import Windows

RESULTS = Path(__file__).parent / "results" / "solver.json"
SCALES = {"cosine": 0.088, "rbf": 0.06}
CLIPPED = 1.0 - math.exp(-0.01)
"""ruptures' RBF puts exp(-0.01) on the diagonal: ours with a penalty higher by this."""


@dataclass(frozen=True, slots=True)
class Row:
    """One case and what was measured."""

    kernel: str
    n: int
    d: int
    segment_length: int | None
    regime: str
    numpy_s: float | None = None
    native_s: float | None = None
    public_s: float | None = None
    ruptures_s: float | None = None
    read_s: float | None = None
    peak_mb: float | None = None
    objective_gap: float | None = None


Solve = Callable[[], tuple[int, ...]]


def timed(solve: Solve, repeats: int) -> tuple[float, tuple[int, ...]]:
    """Least seconds of the repeats, and the boundaries."""
    seconds, found = math.inf, ()
    for _ in range(repeats):
        start = time.perf_counter()
        found = solve()
        seconds = min(seconds, time.perf_counter() - start)
    return seconds, found


def repeats_of(expected: float) -> int:
    return 1 if expected > 5.0 else 2 if expected > 0.5 else 5


def by_numpy(kernel: str, vectors: np.ndarray, penalty: float, gamma: float) -> tuple[int, ...]:
    """The NumPy search, from the vectors on."""
    if kernel == "rbf":
        cost = RbfCost(vectors, gamma)
    else:
        norms = np.sqrt(np.einsum("td,td->t", vectors, vectors, dtype=np.float64))
        cost = LinearCost((vectors / norms[:, None]).astype(vectors.dtype))
    prices = np.full((1, len(vectors)), penalty)
    return traced(Engine(cost, UNLIMITED).solve(prices).previous[0])


def by_native(vectors: np.ndarray, penalty: float) -> tuple[int, ...]:
    n = len(vectors)
    scales = 1.0 / np.sqrt(np.einsum("td,td->t", vectors, vectors, dtype=np.float64))
    rows, windows = Rows(vectors, scales), Windows.of(UNLIMITED, n)
    return traced(search(rows, np.ones(n), 0.0, np.full(n, penalty), windows))


def by_public_call(
    kernel: str, vectors: np.ndarray, penalty: float, gamma: float
) -> tuple[int, ...]:
    """What people call, without the confidence."""
    chosen = Rbf(gamma) if kernel == "rbf" else Cosine()
    settings = Settings(objective=Paper(chosen), granularity=Penalty(penalty), confidence=False)
    return segment_vectors(vectors, settings).boundaries


def by_ruptures(kernel: str, vectors: np.ndarray, penalty: float, gamma: float) -> tuple[int, ...]:
    """ruptures' own search; the median heuristic is left out, gamma is given."""
    if kernel == "rbf":
        search = ruptures.KernelCPD("rbf", min_size=1, params={"gamma": gamma})
        return tuple(search.fit(vectors).predict(pen=penalty - CLIPPED)[:-1])
    return tuple(ruptures.KernelCPD("cosine", min_size=1).fit(vectors).predict(pen=penalty)[:-1])


def objective(
    kernel: str, vectors: np.ndarray, penalty: float, gamma: float, found: tuple[int, ...]
) -> float:
    """Costs of the segments plus penalties, segment by segment, in float64."""
    total = penalty * len(found)
    rbf = RbfCost(vectors, gamma) if kernel == "rbf" else None
    for start, end in pairwise((0, *found, len(vectors))):
        if rbf is not None:
            total += float(rbf.column(np.array([start]), end)[0])
            continue
        rows = vectors[start:end].astype(np.float64)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        rows -= rows[:1].copy()
        total += float((rows * rows).sum() - (rows.sum(axis=0) ** 2).sum() / len(rows))
    return total


def expected_of_ruptures(row: Row, found: tuple[int, ...]) -> float:
    """Seconds, from the pairs it looks at: windows of about two found segments."""
    window = min(row.n / 2, 2.0 * row.n / (len(found) + 1))
    return row.n * window * 0.4e-6 * row.d / 384


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
    row = Row(case.kernel, n, d, case.segment_length, case.regime)
    penalty = SCALES[case.kernel] * math.sqrt(n * math.log(n))
    gamma = median_gamma(vectors[:: max(1, n // 2000)]) if case.kernel == "rbf" else 1.0
    read_s, _ = timed(lambda: (float(vectors.sum()),), 5)
    row, found = replace(row, read_s=read_s), {}
    ours = partial(by_numpy, case.kernel, vectors, penalty, gamma)
    if case.kernel == "cosine":
        fast = partial(by_native, vectors, penalty)
        seconds, _ = timed(fast, 1)
        seconds, found["native"] = timed(fast, repeats_of(seconds))
        row = replace(row, native_s=seconds, peak_mb=extra_memory(fast))
    if case.kernel == "cosine" or numpy_expected <= patience:
        public = partial(by_public_call, case.kernel, vectors, penalty, gamma)
        seconds, _ = timed(public, 1)
        seconds, found["public"] = timed(public, repeats_of(seconds))
        row = replace(row, public_s=seconds)
    if numpy_expected <= patience:
        seconds, found["numpy"] = timed(ours, repeats_of(numpy_expected))
        row = replace(row, numpy_s=seconds)
        if case.kernel == "rbf":
            row = replace(row, peak_mb=extra_memory(ours) if seconds < 10.0 else None)
    expected = expected_of_ruptures(row, next(iter(found.values()), ()))
    if found and expected <= patience:
        theirs = partial(by_ruptures, case.kernel, vectors, penalty, gamma)
        seconds, found["ruptures"] = timed(theirs, repeats_of(expected))
        row = replace(row, ruptures_s=seconds)
    totals = [objective(case.kernel, vectors, penalty, gamma, edges) for edges in found.values()]
    gap = (max(totals) - min(totals)) / max(1.0, *totals) if len(totals) > 1 else None
    return replace(row, objective_gap=gap)


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
    """The table for people: seconds, and how often ours goes into ruptures and one read."""
    table = Table("kernel", "n", "d", "length", "regime", "NumPy", "C", "public call", "ruptures")
    for column in ("ruptures / C", "ruptures / public", "public / C", "C / read", "peak MB", "gap"):
        table.add_column(column)
    for row in rows:
        best = row.native_s if row.native_s is not None else row.numpy_s
        times = [row.numpy_s, row.native_s, row.public_s, row.ruptures_s]
        ratios = [
            share(row.ruptures_s, best),
            share(row.ruptures_s, row.public_s),
            share(row.public_s, row.native_s),
            share(row.native_s, row.read_s),
        ]
        values = [*times, *ratios, row.peak_mb, row.objective_gap]
        cells = ["-" if value is None else f"{value:.3g}" for value in values]
        length = "-" if row.segment_length is None else str(row.segment_length)
        table.add_row(row.kernel, f"{row.n:,}", str(row.d), length, row.regime, *cells)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patience", type=float, default=120.0, help="skip longer runs (s)")
    parser.add_argument("--most", type=int, default=1_000_000, help="skip longer inputs")
    options = parser.parse_args()
    console, rows = Console(width=180), []
    for row in rows_of(solver_data.cases(options.most), options.patience):
        rows.append(row)
        console.print(shown(rows[-1:]))
        text = json.dumps([asdict(one) for one in rows], indent=1) + "\n"
        write_atomically(RESULTS, text)
    console.print(shown(rows))


if __name__ == "__main__":
    main()
