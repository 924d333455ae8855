"""How conservative is each constant: what the paper prints against what is seen.

In:  lengths and memories.
Out: for every constant the printed value, the largest value seen or computed, and their ratio.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.theory import quantities
from embed_kcpd.theory.experiments import deviation, localisation, oracle, stability
from embed_kcpd.theory.experiments.ground import mean_ground
from embed_kcpd.theory.experiments.replicates import replicate
from embed_kcpd.theory.experiments.study import Cell, Plan, Study, command_of
from embed_kcpd.theory.population import stationary_cost

NAME = "constants"
COLUMNS = ("constant", "from", "m", "T", "printed", "seen", "printed / seen")
TAIL = 0.05


@dataclass(frozen=True, slots=True)
class Case:
    n_units: int
    memory: int

    @property
    def middle(self) -> int:
        return self.n_units // 2


@dataclass(frozen=True, slots=True)
class Noise:
    """Deviation of the cost of the whole sequence, and of the gain of cutting it at its change."""

    whole: float
    gain: float


def draw(case: Case, rngs: Sequence[np.random.Generator]) -> list[Noise]:
    """The two deviations of each replicate of two equal blocks."""
    ground = mean_ground(case.n_units, case.memory, (case.middle,))
    expected = _three_costs(ground.population, case)
    outcomes = []
    for rng in rngs:
        gaps = _three_costs(ground.observed(rng), case) - expected
        outcomes.append(Noise(float(abs(gaps[0])), float(abs(gaps[1] + gaps[2] - gaps[0]))))
    return outcomes


def run(plan: Plan) -> Study:
    """Every constant at every length and memory."""
    cases = [Case(n, m) for m in plan.memories for n in plan.lengths]
    noises = replicate(draw, cases, plan, "single segments")
    sups = replicate(
        deviation.draw,
        [deviation.Case("mean", case.n_units, case.memory) for case in cases],
        plan,
        "all segments",
    )
    gains = replicate(
        stability.draw,
        [stability.Case(case.n_units, case.memory) for case in cases],
        plan,
        "stationary splits",
    )
    excesses = replicate(
        oracle.draw,
        [oracle.Case("practical", case.n_units, case.memory) for case in cases],
        plan,
        "objectives",
    )
    errors = replicate(
        localisation.draw,
        [localisation.Case(case.n_units, case.memory) for case in cases],
        plan,
        "localisation",
    )
    rows: list[tuple[Cell, ...]] = []
    for place, case in enumerate(cases):
        seen = Seen(
            whole=float(np.quantile([noise.whole for noise in noises[place]], 1.0 - TAIL)),
            deviation=max(sups[place]),
            cut_noise=max(noise.gain for noise in noises[place]),
            split_gain=max(gains[place]),
            excess=max(outcome.excess for outcome in excesses[place]),
            error=float(np.quantile([outcome.error for outcome in errors[place]], 0.95)),
        )
        rows += _rows(case, seen)
    rows.sort(key=lambda row: ORDER.index(str(row[0])))
    title = "Printed constants against what is seen"
    return Study(NAME, title, command_of(NAME, plan), COLUMNS, tuple(rows), NOTES)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the replicates of one case showed."""

    whole: float
    deviation: float
    cut_noise: float
    split_gain: float
    excess: float
    error: float


ORDER = (
    "5% deviation of one segment",
    "lambda_T",
    "3 lambda_T sqrt(T)",
    "C_K",
    "correction of Lemma A.2",
    "beta_T",
    "2 lambda_T T",
    "delta_T that A7' needs",
)

NOTES = (
    "One segment: the deviation of the whole sequence at which Proposition A.1 bounds the "
    "probability by 5%, against the 95% quantile seen. lambda_T: the largest deviation of any "
    "segment. 3 lambda_T sqrt(T): the noise of three costs when a sequence is cut at its change. "
    "C_K and the correction are population quantities and exact: the correction needed is zero. "
    "beta_T: the bound of A5 against the largest gain in a stationary block. 2 lambda_T T: against "
    "the largest excess under 0.1 sqrt(T log T). delta_T: the smallest that A7' accepts with the "
    "bound of A5, against the 95% localisation error of the localisation study.",
)


def _rows(case: Case, seen: Seen) -> list[tuple[Cell, ...]]:
    n, m = case.n_units, case.memory
    level = quantities.deviation_level(n, m)
    tail = math.sqrt(8.0 * quantities.dependence_factor(m) * n * math.log(4.0 / TAIL))
    gained, needed = _exact(case)
    entries = (
        ("5% deviation of one segment", "Prop. A.1", tail, seen.whole),
        ("lambda_T", "Lemma 4.9", level, seen.deviation),
        ("3 lambda_T sqrt(T)", "A7'", 3.0 * level * math.sqrt(n), seen.cut_noise),
        ("C_K", "Prop. 4.10", quantities.homogeneous_split_bound(m), gained),
        (
            "correction of Lemma A.2",
            "Lemma A.2",
            quantities.mixed_segment_correction(m, size=n),
            needed,
        ),
        ("beta_T", "A5", quantities.penalty_lower_bound(n, m), seen.split_gain),
        ("2 lambda_T T", "Theorem 4.11", quantities.oracle_remainder(n, m), seen.excess),
        ("delta_T that A7' needs", "A7'", _needed_size(case), seen.error),
    )
    return [
        (name, source, m, n, printed, value, printed / value if value > 0 else None)
        for name, source, printed, value in entries
    ]


def _exact(case: Case) -> tuple[float, float]:
    """Largest population gain of a stationary split, and the correction that Lemma A.2 needs."""
    ground = mean_ground(case.n_units, case.memory, (case.middle,))
    by_lag = ground.means.by_lag(0)
    costs = np.array([0.0, *(stationary_cost(n, by_lag) for n in range(1, case.n_units + 1))])
    gained = max(
        float((costs[size] - costs[1:size] - costs[size - 1 : 0 : -1]).max())
        for size in range(2, case.n_units + 1)
    )
    whole, left, right = _three_costs(ground.population, case)
    plain = case.middle * (case.n_units - case.middle) / case.n_units * ground.signal
    return gained, max(0.0, plain - float(whole - left - right))


def _needed_size(case: Case) -> float:
    """The smallest delta_T that satisfies A7' at the penalty of A5, by halving."""
    signal = mean_ground(case.n_units, case.memory, (case.middle,)).signal
    penalty = quantities.penalty_lower_bound(case.n_units, case.memory)
    low, high = 0.0, 1.0

    def margin(size: float) -> float:
        return quantities.signal_dominance_margin(
            case.n_units, case.memory, min_size=size, signal=signal, penalty=penalty
        )

    while margin(high) <= 0:
        low, high = high, 2.0 * high
    for _ in range(60):
        middle = (low + high) / 2.0
        low, high = (low, middle) if margin(middle) > 0 else (middle, high)
    return high


def _three_costs(cost: GramCost, case: Case) -> FloatArray:
    """Costs of the whole sequence, of its first and of its second block."""
    ends = ((0, case.n_units), (0, case.middle), (case.middle, case.n_units))
    return np.array([cost.column(np.array([start]), end)[0] for start, end in ends])
