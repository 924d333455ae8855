"""Granularity: how fine to cut.

In:  a problem.
Out: a ``Decision``: the segmentation, and the price that was put on each boundary.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.objectives import Problem
from embed_kcpd.segmentation import Segmentation
from embed_kcpd.solvers import cheapest, cheapest_with_count


@dataclass(frozen=True, slots=True)
class Decision:
    """A segmentation, the full price of a boundary at each unit, and how it was found."""

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
        return Decision(found, prices, {"rule": "penalty", "penalty": self.penalty})


@dataclass(frozen=True, slots=True)
class PaperRule:
    """The paper's penalty ``scale * sqrt(n log n)``; the kernel brings the paper's scale."""

    scale: float | None = None

    def decide(self, problem: Problem) -> Decision:
        scale = problem.kernel.paper_scale if self.scale is None else self.scale
        penalty = scale * paper_growth(problem.n_units)
        decision = Penalty(penalty).decide(problem)
        notes = {"rule": "paper", "scale": scale, "penalty": penalty}
        return Decision(decision.segmentation, decision.prices, notes)


@dataclass(frozen=True, slots=True)
class SegmentCount:
    """Exactly this many segments."""

    n_segments: int

    def decide(self, problem: Problem) -> Decision:
        found = cheapest_with_count(problem.cost, self.n_segments, problem.gaps, problem.limits)
        return Decision(found, problem.gaps, {"rule": "count", "n_segments": self.n_segments})


def paper_growth(n_units: int) -> float:
    """``sqrt(n log n)``, the growth of the paper's penalty; zero for a single unit."""
    return math.sqrt(n_units * math.log(n_units)) if n_units > 1 else 0.0
