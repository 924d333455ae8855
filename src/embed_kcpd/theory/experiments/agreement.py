"""Do the closed forms agree with simulation?

In:  lengths and memories.
Out: for every kind of truth the largest distance of a simulated mean cost from the population
     cost, in standard errors, and the error of the formula C(n) of the stability proof.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.theory.experiments.ground import GROUNDS, Ground, three_blocks
from embed_kcpd.theory.experiments.replicates import replicate
from embed_kcpd.theory.experiments.study import Cell, Plan, Study, command_of
from embed_kcpd.theory.population import stationary_cost, stationary_cost_by_excess

NAME = "agreement"
COLUMNS = (
    "truth",
    "m",
    "T",
    "replicates",
    "segments compared",
    "largest z",
    "mean z squared",
    "C(n) formula off by",
)
COMPARED = 12
"""Starts and ends of the segments compared, evenly spaced."""


@dataclass(frozen=True, slots=True)
class Case:
    kind: str
    n_units: int
    memory: int

    def ground(self) -> Ground:
        return three_blocks(self.kind, self.n_units, self.memory)

    def edges(self) -> list[int]:
        return sorted({round(edge) for edge in np.linspace(0, self.n_units, COMPARED)})


def draw(case: Case, rngs: Sequence[np.random.Generator]) -> list[FloatArray]:
    """Observed minus expected cost of the compared segments, for each replicate."""
    ground, edges = case.ground(), case.edges()
    pairs = [(start, end) for start in edges for end in edges if start < end]
    expected = ground.population.matrix().T
    gaps = []
    for rng in rngs:
        observed = ground.observed(rng)
        costs = [observed.column(np.array([start]), end)[0] for start, end in pairs]
        gaps.append(np.array(costs) - [expected[pair] for pair in pairs])
    return gaps


def run(plan: Plan) -> Study:
    """Every kind of truth at every length and memory."""
    cases = [Case(kind, n, m) for kind in GROUNDS for m in plan.memories for n in plan.lengths]
    outcomes = replicate(draw, cases, plan, "agreement")
    rows = tuple(_row(case, np.array(drawn)) for case, drawn in zip(cases, outcomes, strict=True))
    title = "Closed-form population costs against simulation"
    notes = (
        "z: mean of observed minus expected cost over its standard error, without its sign. The "
        "segments overlap, so the z of a row are correlated: their mean square is 1 on average "
        "over rows, not in each.",
    )
    return Study(NAME, title, command_of(NAME, plan), COLUMNS, rows, notes)


def _row(case: Case, gaps: FloatArray) -> tuple[Cell, ...]:
    errors: FloatArray = gaps.std(axis=0, ddof=1) / np.sqrt(len(gaps))
    z: FloatArray = gaps.mean(axis=0) / errors
    return (
        case.kind,
        case.memory,
        case.n_units,
        len(gaps),
        len(z),
        float(np.abs(z).max()),
        float((z**2).mean()),
        formula_error(case.ground(), case.n_units),
    )


def formula_error(ground: Ground, n_units: int) -> float:
    """How far C(n), in both forms, is from the population cost inside the first block."""
    first = ground.truth.boundaries[0] if ground.truth.boundaries else n_units
    population = ground.population
    by_lag = ground.means.by_lag(0)
    worst = 0.0
    for size in range(1, first + 1):
        exact = float(population.column(np.array([first - size]), first)[0])
        for formula in (stationary_cost, stationary_cost_by_excess):
            worst = max(worst, abs(formula(size, by_lag) - exact))
    return worst
