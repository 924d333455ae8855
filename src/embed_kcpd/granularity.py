"""Granularity: how fine to cut.

In:  a problem.
Out: a ``Decision``: the segmentation, the price that was put on each boundary, and why.

Here are the protocol and the rules that a person or the paper fixes; ``reach_rule.py`` reads
the scale from the text itself, ``elbow.py`` from the number of segments at every price.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.explanation import Explanation
from embed_kcpd.objectives import Contrast, Problem
from embed_kcpd.segmentation import Segmentation
from embed_kcpd.solvers import cheapest, cheapest_with_count


@dataclass(frozen=True, slots=True)
class Decision:
    """A segmentation, the full price of a boundary at each unit, and how it was found.

    ``notes`` go into the provenance of a result: plain JSON values that reproduce it.
    """

    segmentation: Segmentation
    prices: FloatArray
    notes: Mapping[str, object] = field(default_factory=dict)


class Granularity(Protocol):
    """Anything that decides how fine a problem is cut."""

    def decide(self, problem: Problem) -> Decision: ...


@dataclass(frozen=True, slots=True)
class Penalty:
    """The same explicit price for every boundary (beta_T)."""

    penalty: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.penalty) and self.penalty >= 0):
            raise OptionsError(f"the penalty must be a number from 0 on, got {self.penalty}")

    def decide(self, problem: Problem) -> Decision:
        prices = problem.gaps + self.penalty
        found = cheapest(problem.cost, prices, problem.limits)
        notes = {"rule": "penalty", "penalty": self.penalty}
        return explained(Decision(found, prices, notes), "The price was given.", self.penalty)


@dataclass(frozen=True, slots=True)
class PaperRule:
    """The paper's penalty ``scale * sqrt(n log n)``; the kernel brings the paper's scale."""

    scale: float | None = None

    def __post_init__(self) -> None:
        if self.scale is not None and not (math.isfinite(self.scale) and self.scale >= 0):
            raise OptionsError(f"the scale must be a number from 0 on, got {self.scale}")

    def decide(self, problem: Problem) -> Decision:
        scale = self.scale
        if scale is None:
            scale = papers_scale(problem)
        penalty = scale * paper_growth(problem.n_units)
        decision = Penalty(penalty).decide(problem)
        notes = {"rule": "paper", "scale": scale, "penalty": penalty}
        rule = f"The paper's rule, {scale:g} * sqrt(n log n), sets the price."
        return explained(replace(decision, notes=notes), rule, penalty)


@dataclass(frozen=True, slots=True)
class SegmentCount:
    """Exactly this many segments."""

    n_segments: int

    def __post_init__(self) -> None:
        if self.n_segments < 1:
            raise OptionsError(f"the number of segments must be 1 or more, got {self.n_segments}")

    def decide(self, problem: Problem) -> Decision:
        found = cheapest_with_count(problem.cost, self.n_segments, problem.gaps, problem.limits)
        notes = {"rule": "count", "n_segments": self.n_segments}
        decision = Decision(found, problem.gaps, notes)
        return explained(decision, "The number of segments was given.", 0.0)


@dataclass(frozen=True, slots=True)
class TargetSize:
    """Segments of about this size on average.

    ``sizes`` holds the size of each unit in any additive ``measure``: characters, tokens,
    seconds.  Without it, sizes are counted in units.
    """

    size: float
    sizes: tuple[float, ...] | None = None
    measure: str = "units"

    def __post_init__(self) -> None:
        if not (math.isfinite(self.size) and self.size > 0):
            raise OptionsError(
                f"the target size must be a positive number of {self.measure}, got {self.size}"
            )
        if self.sizes is not None and not all(0 <= one < math.inf for one in self.sizes):
            raise OptionsError(f"{self.measure} per unit must be finite and not negative")

    def decide(self, problem: Problem) -> Decision:
        n = problem.n_units
        if self.sizes is not None and len(self.sizes) != n:
            raise OptionsError(
                f"{len(self.sizes)} sizes in {self.measure} were given for {n} units"
            )
        total = n if self.sizes is None else math.fsum(self.sizes)
        most = max(1, n // problem.limits.min_size)
        wanted = min(max(1, round(total / self.size)), most)
        decision = SegmentCount(wanted).decide(problem)
        notes = {"rule": "target", "size": self.size, "measure": self.measure}
        rule = f"{self.size:g} {self.measure} per segment were asked for."
        return explained(replace(decision, notes=notes), rule, 0.0)


def explained(decision: Decision, rule: str, price: float) -> Decision:
    """The decision with an explanation of a rule that measured nothing."""
    found = decision.segmentation
    explanation = Explanation(rule, found.n_units, len(found.spans), price)
    return replace(decision, segmentation=replace(found, explanation=explanation))


def papers_scale(problem: Problem) -> float:
    """The paper's scale for the kernel; it was found on the paper's objective only."""
    if problem.objective == Contrast.name:
        raise OptionsError(
            "PaperRule() has no scale for the Contrast objective: "
            "use it with objective=Paper(), or give a scale of your own, PaperRule(scale=...)"
        )
    return problem.kernel.paper_scale


def paper_growth(n_units: int) -> float:
    """``sqrt(n log n)``, the growth of the paper's penalty; zero for a single unit."""
    return math.sqrt(n_units * math.log(n_units)) if n_units > 1 else 0.0


def middle(prices: FloatArray) -> float:
    """The median price, zero for an empty text."""
    return float(np.median(prices)) if len(prices) else 0.0
