"""How far from the true changes do the estimated ones lie, as the text grows?

In:  lengths and memories.
Out: the localisation error of Theorem 4.12 against delta_T.

Two changes at random places, blocks of at least a fifth of the text.  The growth is the paper's:
delta_T = sqrt(T log T) / 4 and beta_T proportional to the bound of A5; the factors are not, since
with the printed ones no boundary is ever found at these lengths (``check``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from embed_kcpd.problem.limits import Limits
from embed_kcpd.solvers import cheapest
from embed_kcpd.theory.experiments.ground import mean_ground
from embed_kcpd.theory.experiments.replicates import replicate
from embed_kcpd.theory.experiments.study import Cell, Plan, Study, command_of
from embed_kcpd.theory.quantities import minimum_size, penalty_lower_bound

NAME = "localisation"
SIZE_FACTOR = 0.25
PENALTY_SHARE = 1.0 / 500.0
"""Of the bound of A5: 0.1 sqrt(T log T) without memory, the paper's choice in its simulation."""

SPACING_SHARE = 0.2

COLUMNS = (
    "m",
    "T",
    "replicates",
    "delta_T",
    "within delta_T",
    "mean error",
    "95% error",
    "95% error / delta_T",
    "mean error / delta_T",
    "mean K found (true 2)",
    "overfull yet localised",
)


@dataclass(frozen=True, slots=True)
class Case:
    n_units: int
    memory: int

    @property
    def min_size(self) -> float:
        return minimum_size(self.n_units, SIZE_FACTOR)

    @property
    def penalty(self) -> float:
        return PENALTY_SHARE * penalty_lower_bound(self.n_units, self.memory)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Error of the worst localised change, boundaries found, and whether a segment is overfull."""

    error: int
    n_found: int
    is_overfull: bool


def localisation_error(true: Sequence[int], boundaries: Sequence[int], n_units: int) -> int:
    """max over true boundaries of the distance to the nearest found one; an end counts as found.

    >>> localisation_error([10, 20], [12, 19], 30)
    2
    """
    edges = np.array([0, *boundaries, n_units])
    return max((int(np.abs(edges - boundary).min()) for boundary in true), default=0)


def is_overfull(true: Sequence[int], boundaries: Sequence[int], n_units: int) -> bool:
    """Whether some estimated segment holds two true changes in its inside (Lemma A.4 denies it).

    >>> is_overfull([10, 20], [9, 21], 30), is_overfull([10, 20], [9, 20], 30)
    (True, False)
    """
    spans = pairwise((0, *boundaries, n_units))
    return any(sum(start < boundary < end for boundary in true) > 1 for start, end in spans)


def spaced_boundaries(n_units: int, rng: np.random.Generator) -> tuple[int, int]:
    """Two boundaries that leave every block a fifth of the units or more, uniformly."""
    least = int(np.ceil(SPACING_SHARE * n_units))
    first, second = np.sort(rng.integers(0, n_units - 3 * least + 1, size=2))
    return int(first) + least, int(second) + 2 * least


def draw(case: Case, rngs: Sequence[np.random.Generator]) -> list[Outcome]:
    """One sequence with its own boundaries for each generator."""
    outcomes = []
    limits = Limits(min_size=int(np.ceil(case.min_size)))
    for rng in rngs:
        true = spaced_boundaries(case.n_units, rng)
        cost = mean_ground(case.n_units, case.memory, true).observed_for_search(rng)
        boundaries = cheapest(cost, case.penalty, limits).boundaries
        outcomes.append(
            Outcome(
                localisation_error(true, boundaries, case.n_units),
                len(boundaries),
                is_overfull(true, boundaries, case.n_units),
            )
        )
    return outcomes


def run(plan: Plan) -> Study:
    """Every length and memory."""
    cases = [Case(n, m) for m in plan.memories for n in plan.lengths]
    outcomes = replicate(draw, cases, plan, "localisation")
    rows = tuple(_row(case, drawn) for case, drawn in zip(cases, outcomes, strict=True))
    title = "Localisation error against delta_T, Theorem 4.12"
    notes = (
        f"delta_T = {SIZE_FACTOR:g} sqrt(T log T), beta_T = the bound of A5 divided by "
        f"{1 / PENALTY_SHARE:g}. Error: distance of the worst true change to the nearest found "
        "one. Overfull yet localised: replicates in which every change lies within delta_T of a "
        "found one and still some estimated segment holds both, which Lemma A.4 denies.",
    )
    return Study(NAME, title, command_of(NAME, plan), COLUMNS, rows, notes)


def _row(case: Case, outcomes: Sequence[Outcome]) -> tuple[Cell, ...]:
    errors = np.array([outcome.error for outcome in outcomes], dtype=np.float64)
    delta = case.min_size
    localised = errors <= delta
    overfull = np.array([outcome.is_overfull for outcome in outcomes])
    high = float(np.quantile(errors, 0.95))
    return (
        case.memory,
        case.n_units,
        len(outcomes),
        delta,
        float(localised.mean()),
        float(errors.mean()),
        high,
        high / delta,
        float(errors.mean()) / delta,
        float(np.mean([outcome.n_found for outcome in outcomes])),
        float((overfull & localised).mean()),
    )
