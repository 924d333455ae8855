"""The default granularity: let the text tell its own scale.

In:  a problem of the contrast objective.
Out: a ``Decision`` whose price comes from the reach of the text.

Three steps.  The order test leaves a text alone whose units could be shuffled without anyone
noticing.  The reach sets the price of a boundary.  That price is only known up to a factor: if
one step finer and one step coarser nearly agree, it does not matter and the optimum is
returned; else the text is cut at many prices around it, and the segmentation is returned that
agrees best with the others.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.granularity.protocol import Decision, middle
from embed_kcpd.granularity.text_scale.consensus import disagreements, least_risk
from embed_kcpd.granularity.text_scale.order import ORDER_LEVEL, ORDER_UNITS, order_score
from embed_kcpd.granularity.text_scale.reach import ReachProfile, horizon, reach_profile
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.result.explanation import Explanation, TextScaleEvidence
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers import cheapest_each
from embed_kcpd.solvers.exact import priced_segmentation

STEP = 1.5
"""One step coarser multiplies the price by this, as if the text stayed that much longer on a
subject; one step finer divides by it."""

CONSENSUS_THRESHOLD = 0.2
"""Disagreement of one step finer with one step coarser below which there is nothing to agree
on.  Sharp topics stay below it, drifting texts above; 0.1 to 0.4 serve about as well."""

PRICE_SPACING = 0.1
"""Spacing of the prices that the consensus looks at, in log price."""

PRICES_ASIDE = 12
"""How many prices below and above the measured one it looks at."""

PRICE_DEVIATION = 0.4
"""Standard deviation of the log of the right price around the measured one; 0.3 to 0.5 do as
well.  Wider, sharp topics are merged; narrower, drifting texts are cut too often."""

TIE = 1e-5
"""Per unit of log price: among equal risks the price nearest to the measured one wins."""

FROM_REACH = "The price follows from the reach."
FROM_CONSENSUS = "The price is one on which those around the reach's own agree best."

LEAST_UNITS = 3
"""Units from which on a text can be cut at all by this rule."""


@dataclass(frozen=True, slots=True)
class TextScale:
    """Cut each text at its own scale.

    ``coarser`` moves the price in steps of 1.5, negative numbers are finer.  ``strict`` asks
    for evidence in the order of the units at every length, not only from 16 units on.
    Without ``consensus`` the optimum at the measured price itself is returned, as it always
    is where a step finer and a step coarser disagree by less than ``consensus_threshold``.
    """

    coarser: float = 0.0
    strict: bool = False
    consensus: bool = True
    consensus_threshold: float = CONSENSUS_THRESHOLD

    def __post_init__(self) -> None:
        if not math.isfinite(self.coarser):
            raise OptionsError(f"coarser must be a finite number of steps, got {self.coarser}")
        if not 0.0 <= self.consensus_threshold <= 1.0:
            raise OptionsError(
                f"consensus_threshold is a share from 0 to 1, got {self.consensus_threshold}"
            )

    def decide(self, problem: Problem) -> Decision:
        if not problem.objective.has_text_scale:
            raise OptionsError(
                "TextScale measures its price on the Contrast objective, "
                f"not on {problem.objective.name!r}: use objective=Contrast(), "
                "or PaperRule, Penalty or SegmentCount"
            )
        profile = reach_profile(problem.rows, problem.weights, problem.words)
        score = order_score(problem.rows * problem.weights[:, None])
        is_tested = self.strict or problem.n_units >= ORDER_UNITS
        base = profile.prices * STEP**self.coarser
        if problem.n_units < LEAST_UNITS or (is_tested and score < ORDER_LEVEL):
            levels = _Levels.uncut(problem, base)
        else:
            levels = _Levels.single(problem, base)
            if self.consensus and levels.change >= self.consensus_threshold:
                levels = replace(_Levels.agreed(problem, base), change=levels.change)
        evidence = _evidence(problem, profile, score, is_tested, levels)
        return self._decision(problem, base, levels, evidence)

    def _decision(
        self, problem: Problem, base: FloatArray, levels: "_Levels", evidence: TextScaleEvidence
    ) -> Decision:
        found = levels.default
        price = middle(base) * levels.factor
        explanation = Explanation(
            FROM_REACH if levels.is_single else FROM_CONSENSUS,
            problem.n_units,
            len(found.spans),
            price,
            evidence,
            _doubt(problem.n_units, self.strict),
        )
        notes: dict[str, object] = {
            "rule": "reach",
            "coarser": self.coarser,
            "strict": self.strict,
            "consensus": self.consensus,
            "consensus_threshold": self.consensus_threshold,
            "reach": evidence.reach,
            "penalty": price,
        }
        prices = base * levels.factor + problem.evidence
        return Decision(replace(found, explanation=explanation), prices, notes)


@dataclass(frozen=True, slots=True)
class _Levels:
    """What was found at the price, one step finer and one step coarser.

    ``factor`` is what the default's own price is, as a multiple of the measured one;
    ``change`` how much a step finer and a step coarser disagree, without any consensus;
    ``is_single`` that no consensus was asked for.
    """

    default: Segmentation
    finer: Segmentation
    coarser: Segmentation
    factor: float = 1.0
    change: float = 0.0
    is_single: bool = True

    @classmethod
    def uncut(cls, problem: Problem, base: FloatArray) -> "_Levels":
        """No boundary but those that the limits ask for."""
        prices = base + problem.evidence
        first, last = problem.limits.windows(problem.n_units)
        if first[-1] <= 0 <= last[-1] or problem.n_units == 0:
            found = priced_segmentation(problem.cost, prices, ())
        else:
            # One boundary more than necessary must cost more than any cut can save.
            forbidding = prices + 2.0 * float(problem.weights.sum()) + problem.n_units
            found = cheapest_each(problem.cost, forbidding[None, :], problem.limits)[0]
            found = priced_segmentation(problem.cost, prices, found.boundaries)
        return cls(found, found, found)

    @classmethod
    def single(cls, problem: Problem, base: FloatArray) -> "_Levels":
        """The optima at exactly these three prices."""
        factors = np.array([1.0 / STEP, 1.0, STEP])
        finer, default, coarser = _solved(problem, base, factors)
        ends = disagreements([finer.boundaries, coarser.boundaries], problem.n_units)
        return cls(default, finer, coarser, change=float(ends[0, 1] + ends[1, 0]) / 2)

    @classmethod
    def agreed(cls, problem: Problem, base: FloatArray) -> "_Levels":
        """The consensus around each of the three prices, from one pass over all of them."""
        shift = round(math.log(STEP) / PRICE_SPACING)
        reached = PRICES_ASIDE + shift
        factors = np.exp(PRICE_SPACING * np.arange(-reached, reached + 1))
        candidates = _solved(problem, base, factors)
        disagreement = disagreements([one.boundaries for one in candidates], problem.n_units)
        offsets = PRICE_SPACING * np.arange(-PRICES_ASIDE, PRICES_ASIDE + 1)
        chances = np.exp(-0.5 * (offsets / PRICE_DEVIATION) ** 2)
        picks = []
        for first in (0, shift, 2 * shift):
            part = slice(first, first + len(offsets))
            best = least_risk(disagreement[part, part], chances, TIE * np.abs(offsets))
            picks.append(first + best)
        finer, default, coarser = (candidates[pick] for pick in picks)
        return cls(default, finer, coarser, float(factors[picks[1]]), is_single=False)


def _solved(problem: Problem, base: FloatArray, factors: FloatArray) -> Sequence[Segmentation]:
    prices = factors[:, None] * base + problem.evidence
    return cheapest_each(problem.cost, prices, problem.limits)


def _evidence(
    problem: Problem, profile: ReachProfile, score: float, is_tested: bool, levels: _Levels
) -> TextScaleEvidence:
    n = problem.n_units
    return TextScaleEvidence(
        subject_length=float(horizon(profile.curve)),
        reach=middle(profile.reaches),
        reach_least=float(profile.reaches.min()),
        reach_most=float(profile.reaches.max()),
        similarity=tuple(float(value) for value in profile.curve),
        words_per_unit=float(np.maximum(problem.words, 1.0).mean()) if n else 0.0,
        order_score=score,
        order_level=ORDER_LEVEL,
        is_order_tested=is_tested,
        change=levels.change,
        finer=len(levels.finer.spans),
        coarser=len(levels.coarser.spans),
        step=STEP,
    )


def _doubt(n_units: int, strict: bool) -> str:
    if n_units >= ORDER_UNITS:
        return ""
    advice = "" if strict else "; strict asks for evidence and else leaves the text uncut"
    return f"{n_units} units are too few to tell a change of subject from chance{advice}"
