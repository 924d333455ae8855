"""Both sides of the oracle inequality, Theorem 4.11.

In:  lengths and memories.
Out: by how much the population objective of the estimate exceeds the best one, against the
     remainder 2 lambda_T T, under the penalty of A5 and under the paper's practical one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.granularity.paper import paper_growth
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers import cheapest
from embed_kcpd.theory.experiments.ground import mean_ground, thirds
from embed_kcpd.theory.experiments.replicates import replicate
from embed_kcpd.theory.experiments.stability import PRACTICAL_SCALE
from embed_kcpd.theory.experiments.study import Cell, Plan, Study, command_of
from embed_kcpd.theory.quantities import oracle_remainder, penalty_lower_bound
from embed_kcpd.theory.sharper import oracle_remainder_by_count

NAME = "oracle"
COLUMNS = (
    "penalty",
    "m",
    "T",
    "replicates",
    "inequality held",
    "promised",
    "least objective",
    "largest excess seen",
    "2 lambda_T T",
    "remainder by count",
    "2 lambda_T T / M T",
    "mean K found",
    "K of the best",
)


@dataclass(frozen=True, slots=True)
class Case:
    rule: str
    n_units: int
    memory: int

    @property
    def penalty(self) -> float:
        if self.rule == "A5":
            return penalty_lower_bound(self.n_units, self.memory)
        return PRACTICAL_SCALE * paper_growth(self.n_units)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Population objective of the estimate and of the best segmentation, and their boundaries."""

    estimate: float
    best: float
    n_found: int
    n_best: int

    @property
    def excess(self) -> float:
        return self.estimate - self.best


def population_objective(segmentation: Segmentation, population: GramCost, penalty: float) -> float:
    """L*: population costs of the segments plus the penalty of every boundary."""
    costs = [
        float(population.column(np.array([start]), end)[0]) for start, end in segmentation.spans
    ]
    return sum(costs) + penalty * len(segmentation.boundaries)


def draw(case: Case, rngs: Sequence[np.random.Generator]) -> list[Outcome]:
    """Both sides for each replicate; the best segmentation is the solver's on C itself."""
    ground = mean_ground(case.n_units, case.memory, thirds(case.n_units))
    population, penalty = ground.population, case.penalty
    best = cheapest(population, penalty)
    outcomes = []
    for rng in rngs:
        segmentation = cheapest(ground.observed_for_search(rng), penalty)
        value = population_objective(segmentation, population, penalty)
        counts = len(segmentation.boundaries), len(best.boundaries)
        outcomes.append(Outcome(value, best.objective, *counts))
    return outcomes


def run(plan: Plan) -> Study:
    """Three equal blocks at every length and memory, under both penalties."""
    cases = [
        Case(rule, n, m)
        for rule in ("A5", "practical")
        for m in plan.memories
        for n in plan.lengths
    ]
    outcomes = replicate(draw, cases, plan, "oracle")
    rows = tuple(_row(case, drawn) for case, drawn in zip(cases, outcomes, strict=True))
    title = "Both sides of the oracle inequality, Theorem 4.11"
    notes = (
        "Excess: population objective of the estimate minus the least one. The practical penalty "
        f"is {PRACTICAL_SCALE:g} sqrt(T log T). Remainder by count (ours): the proof's own bound "
        "lambda_T sqrt(T) (sqrt(K + 1) + sqrt(K' + 1)) for the largest K found. The last but two "
        "column: the remainder against M T, which no sum of costs can exceed.",
    )
    return Study(NAME, title, command_of(NAME, plan), COLUMNS, rows, notes)


def _row(case: Case, outcomes: Sequence[Outcome]) -> tuple[Cell, ...]:
    excess = np.array([outcome.excess for outcome in outcomes])
    remainder = oracle_remainder(case.n_units, case.memory)
    by_count = oracle_remainder_by_count(
        case.n_units,
        case.memory,
        estimated=1 + max(outcome.n_found for outcome in outcomes),
        rival=1 + outcomes[0].n_best,
    )
    return (
        case.rule,
        case.memory,
        case.n_units,
        len(outcomes),
        float((excess <= remainder).mean()),
        1.0 - 1.0 / case.n_units,
        outcomes[0].best,
        float(excess.max()),
        remainder,
        by_count,
        remainder / case.n_units,
        float(np.mean([outcome.n_found for outcome in outcomes])),
        outcomes[0].n_best,
    )
