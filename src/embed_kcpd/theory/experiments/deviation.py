"""How often does every segment cost stay within lambda_T sqrt(size) of its expectation?

In:  lengths and memories.
Out: how often the event of Lemma 4.9 held, against 1 - 1/T, and how far it was from failing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.theory.experiments.ground import GROUNDS, three_blocks
from embed_kcpd.theory.experiments.replicates import replicate
from embed_kcpd.theory.experiments.study import Cell, Plan, Study, command_of
from embed_kcpd.theory.quantities import deviation_level
from embed_kcpd.theory.sharper import sharper_deviation_level

NAME = "deviation"
COLUMNS = (
    "truth",
    "m",
    "T",
    "replicates",
    "event held",
    "promised",
    "largest deviation seen",
    "lambda_T",
    "lambda_T / seen",
    "sharper level / seen",
)


@dataclass(frozen=True, slots=True)
class Case:
    kind: str
    n_units: int
    memory: int


def largest_deviation(observed: GramCost, expected: FloatArray) -> float:
    """The largest |observed - expected| / sqrt(size) over all segments.

    ``expected`` has the population costs, C(start, end) at row ``end``, column ``start``.
    """
    ends, starts = np.tril_indices(observed.n_units + 1, -1)
    gaps = observed.pairs(starts, ends) - expected[ends, starts]
    return float((np.abs(gaps) / np.sqrt(ends - starts)).max())


def draw(case: Case, rngs: Sequence[np.random.Generator]) -> list[float]:
    """The largest deviation of each replicate."""
    ground = three_blocks(case.kind, case.n_units, case.memory)
    expected = ground.population.matrix()
    return [largest_deviation(ground.observed(rng), expected) for rng in rngs]


def run(plan: Plan) -> Study:
    """Mean changes at every length and memory; the other truths at the middle of both."""
    cases = [Case("mean", n, m) for m in plan.memories for n in plan.lengths]
    middle_n, middle_m = (values[len(values) // 2] for values in (plan.lengths, plan.memories))
    cases += [Case(kind, middle_n, middle_m) for kind in GROUNDS if kind != "mean"]
    outcomes = replicate(draw, cases, plan, "deviation")
    rows = tuple(_row(case, np.array(drawn)) for case, drawn in zip(cases, outcomes, strict=True))
    title = "The uniform deviation event of Lemma 4.9"
    notes = (
        "Seen: the largest |observed - expected cost| / sqrt(size) over all segments and all "
        "replicates. The sharper level (ours) needs 0 <= k <= M and a constant diagonal; it is "
        "left out for the cosine kernel, which is negative at times.",
    )
    return Study(NAME, title, command_of(NAME, plan), COLUMNS, rows, notes)


def _row(case: Case, deviations: FloatArray) -> tuple[Cell, ...]:
    level = deviation_level(case.n_units, case.memory)
    seen = float(deviations.max())
    sharper = sharper_deviation_level(case.n_units, case.memory) / seen
    return (
        case.kind,
        case.memory,
        case.n_units,
        len(deviations),
        float((deviations <= level).mean()),
        1.0 - 1.0 / case.n_units,
        seen,
        level,
        level / seen,
        None if "cosine" in case.kind else sharper,
    )
