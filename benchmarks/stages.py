"""Where does the time of ``segment_vectors`` go, and what is the least it could take?

In:  unit vectors in segments of ten that are all found, cosine and RBF: where ruptures is best.
Out: ``benchmarks/results/stages.json``: CPU milliseconds of each stage, one row for each case.

    make bench-stages

- ``lengths``: cosine, one pass over the rows, which also finds numbers that are not finite;
- ``search``: the exact search in C;
- ``costs``: the cost of each segment and what each boundary gains, in the same call of C: for
  cosine one more pass over the rows, for RBF what the search did not meet;
- ``rest``: what the public call takes beyond these: checks, objects, the description;
- ``read``: the sum of all numbers, one pass; ``products``: as many products of rows as the costs
  of the true segments and the gains of their boundaries need, at the speed at which NumPy's BLAS
  multiplies many rows with many (segment by segment it would be slower).
"""

import argparse
import time
from collections.abc import Callable, Iterator

import numpy as np
import ruptures

from embed_kcpd import Paper, Penalty, Rbf, Settings, segment_vectors
from embed_kcpd.problem.contrast import direction_rows
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.solvers.search.ways import cut_in_c, starts_in_c
from embed_kcpd.solvers.windows import Windows
from results_file import machine, publish
from solver_data import segmented

SEGMENT = 10
"""Units of a true segment."""

DIM = 384
MANY = 512
"""Rows that BLAS multiplies with as many to show its speed."""

ROUNDS, SHORTEST = 7, 0.02
"""Rounds of which the least counts, and seconds that one of them takes at least."""


def milliseconds(call: Callable[[], object]) -> float:
    """CPU time of a call, the least of a few rounds."""
    least = float("inf")
    for _ in range(ROUNDS):
        repeats, start = 0, time.process_time()
        while (took := time.process_time() - start) < SHORTEST:
            call()
            repeats += 1
        least = min(least, took / repeats)
    return 1000 * least


def least_products(n: int) -> float:
    """Each unit with those of the next segment and with half of its own: pairs count once."""
    many = segmented(MANY, DIM, SEGMENT).astype(np.float64)
    out = np.empty((MANY, MANY))
    return n * SEGMENT * 3 / 2 / MANY**2 * milliseconds(lambda: np.matmul(many, many[::-1].T, out))


def stages(kernel: str, n: int, penalty: float) -> tuple[float, ...]:
    """Public call, lengths, search, search and costs, one read, the least products, ruptures."""
    vectors = segmented(n, DIM, SEGMENT).astype(np.float64)
    is_cosine = kernel == "cosine"
    objective = Paper() if is_cosine else Paper(Rbf(gamma=1.0))
    settings = Settings(objective=objective, granularity=Penalty(penalty), confidence=False)
    cost = LinearCost(direction_rows(vectors)) if is_cosine else RbfCost(vectors, 1.0)
    prices, windows = np.full((1, n), penalty), Windows.of(UNLIMITED, n)
    theirs = {} if is_cosine else {"params": {"gamma": 1.0}}
    return (
        milliseconds(lambda: segment_vectors(vectors, settings)),
        milliseconds(lambda: direction_rows(vectors)) if is_cosine else 0.0,
        milliseconds(lambda: starts_in_c(cost, prices, windows)),
        milliseconds(lambda: cut_in_c(cost, prices[0], windows)),
        milliseconds(vectors.sum),
        least_products(n),
        milliseconds(
            lambda: (
                ruptures.KernelCPD(kernel, min_size=1, **theirs).fit(vectors).predict(pen=penalty)
            )
        ),
    )


def rows(units: list[int]) -> Iterator[tuple[str | int | float, ...]]:
    """One row for each kernel, number of units and penalty."""
    for kernel in ("cosine", "rbf"):
        for n in units:
            for penalty in (1.0, 0.01) if n == min(units) else (1.0,):
                public, lengths, search, cut, read, products, theirs = stages(kernel, n, penalty)
                rest = public - lengths - cut
                times = (public, lengths, search, cut - search, rest, read, products, theirs)
                shown = (round(value, 3) for value in times)
                yield kernel, n, penalty, *shown, round(theirs / public, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--units", type=int, nargs="+", default=[50, 1000, 5000])
    publish(
        "stages",
        title="Where the CPU milliseconds of segment_vectors go, on short segments that are found",
        command="make bench-stages",
        columns=(
            *("kernel", "units", "penalty", "public call", "lengths", "search", "costs", "rest"),
            *("read", "products", "ruptures", "ruptures / public"),
        ),
        rows=list(rows(parser.parse_args().units)),
        notes=[
            f"{DIM} dimensions, float64, segments of {SEGMENT}; at penalty 0.01 every unit is a "
            f"segment. The least of {ROUNDS} rounds, on one thread.",
            "Lengths: one pass, which also finds numbers that are not finite; for RBF the search "
            "does so. Search: exact, in C. Costs: of segments and of boundaries, in the same call "
            "of C; below zero where that call takes less than the search asked for from Python. "
            "Rest: Python.",
            "Read: the sum of all numbers. Products: of the units of each true segment with the "
            "next one's and with half of its own, as many as kernel costs and gains need, at the "
            f"speed at which BLAS multiplies {MANY} rows with {MANY}; the search has to look at "
            "more.",
            machine(),
        ],
    )


if __name__ == "__main__":
    main()
