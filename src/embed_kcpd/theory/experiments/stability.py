"""Does a stationary block stay whole under the penalty of Assumption A5?

In:  lengths and memories.
Out: how often Proposition 4.10 held, and the largest gain that any split of any segment offered.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.granularity.paper import paper_growth
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.theory.experiments.ground import mean_ground
from embed_kcpd.theory.experiments.replicates import replicate
from embed_kcpd.theory.experiments.study import Cell, Plan, Study, command_of
from embed_kcpd.theory.quantities import penalty_lower_bound

NAME = "stability"
PRACTICAL_SCALE = 0.1
"""The paper's own choice in its simulation: beta_T = 0.1 sqrt(T log T)."""

COLUMNS = (
    "m",
    "T",
    "replicates",
    "held at A5",
    "promised",
    "largest gain seen",
    "beta_T of A5",
    "A5 / seen",
    "0.1 sqrt(T log T)",
    "held at that",
)


@dataclass(frozen=True, slots=True)
class Case:
    n_units: int
    memory: int


def largest_gain(cost: GramCost) -> float:
    """The most that one split of one segment gains, over all segments and all splits."""
    table = cost.matrix().T
    best = 0.0
    for cut in range(1, cost.n_units):
        left, right = table[:cut, cut], table[cut, cut + 1 :]
        gains: FloatArray = table[:cut, cut + 1 :] - left[:, None] - right
        best = max(best, float(gains.max()))
    return best


def draw(case: Case, rngs: Sequence[np.random.Generator]) -> list[float]:
    """The largest gain of each replicate of one stationary block."""
    ground = mean_ground(case.n_units, case.memory, ())
    return [largest_gain(ground.observed(rng)) for rng in rngs]


def run(plan: Plan) -> Study:
    """One stationary block for every length and memory."""
    cases = [Case(n, m) for m in plan.memories for n in plan.lengths]
    outcomes = replicate(draw, cases, plan, "stability")
    rows = tuple(_row(case, np.array(drawn)) for case, drawn in zip(cases, outcomes, strict=True))
    title = "Stability on a stationary block, Proposition 4.10"
    notes = (
        "Seen: the largest gain of any split of any segment of any replicate; a smaller penalty "
        "than that would have cut a stationary block somewhere.",
    )
    return Study(NAME, title, command_of(NAME, plan), COLUMNS, rows, notes)


def _row(case: Case, gains: FloatArray) -> tuple[Cell, ...]:
    penalty = penalty_lower_bound(case.n_units, case.memory)
    practical = PRACTICAL_SCALE * paper_growth(case.n_units)
    seen = float(gains.max())
    return (
        case.memory,
        case.n_units,
        len(gains),
        float((gains < penalty).mean()),
        1.0 - 1.0 / case.n_units,
        seen,
        penalty,
        penalty / seen,
        practical,
        float((gains < practical).mean()),
    )
