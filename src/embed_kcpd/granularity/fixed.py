"""Granularities that a person fixes: a penalty, a number of segments, a target size.

In:  a problem.
Out: a ``Decision`` that follows what was asked for.
"""

import math
from dataclasses import dataclass, replace
from numbers import Integral

from embed_kcpd.errors import OptionsError
from embed_kcpd.given_kinds import is_iterable
from embed_kcpd.given_numbers import is_number
from embed_kcpd.granularity.protocol import Decision, explained
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.solvers import cheapest
from embed_kcpd.solvers.count import count_with_penalty
from embed_kcpd.solvers.feasible import possible_counts
from embed_kcpd.solvers.windows import Windows


@dataclass(frozen=True, slots=True)
class Penalty:
    """The same explicit price for every boundary (beta_T)."""

    penalty: float

    def __post_init__(self) -> None:
        if not (is_number(self.penalty) and self.penalty >= 0):
            raise OptionsError(f"the penalty must be a number from 0 on, got {self.penalty!r}")

    def decide(self, problem: Problem) -> Decision:
        prices = problem.evidence + self.penalty
        segmentation = cheapest(problem.cost, prices, problem.limits)
        notes = {"rule": "penalty", "penalty": self.penalty}
        return explained(
            Decision(segmentation, prices, notes), "The price was given.", self.penalty
        )


@dataclass(frozen=True, slots=True)
class SegmentCount:
    """Exactly this many segments."""

    n_segments: int

    def __post_init__(self) -> None:
        if not (is_number(self.n_segments, Integral) and self.n_segments >= 1):
            raise OptionsError(
                f"the number of segments must be a whole number from 1 on, got {self.n_segments!r}"
            )

    def decide(self, problem: Problem) -> Decision:
        segmentation, penalty = count_with_penalty(
            problem.cost, self.n_segments, problem.evidence, problem.limits
        )
        notes = {"rule": "count", "n_segments": self.n_segments}
        decision = Decision(segmentation, problem.evidence, notes, penalty=penalty)
        rule = "The number of segments was given, and the price follows from it."
        return explained(decision, rule, penalty)


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
        if not isinstance(self.measure, str):
            raise OptionsError(f"measure must be a name such as 'tokens', got {self.measure!r:.60}")
        if not (is_number(self.size) and self.size > 0):
            raise OptionsError(
                f"the target size must be a positive number of {self.measure}, got {self.size!r}"
            )
        if self.sizes is None and self.measure != "units":
            raise OptionsError(
                f"a target in {self.measure} needs the size of each unit: give sizes, or use "
                "TextTarget, which measures the text"
            )
        if self.sizes is None:
            return
        sizes = tuple(self.sizes) if is_iterable(self.sizes) else (math.nan,)
        if not all(is_number(size) and size >= 0 for size in sizes):
            raise OptionsError(f"{self.measure} per unit must be finite numbers from 0 on")
        object.__setattr__(self, "sizes", sizes)

    def decide(self, problem: Problem) -> Decision:
        n = problem.n_units
        if self.sizes is not None and len(self.sizes) != n:
            raise OptionsError(
                f"{len(self.sizes)} sizes in {self.measure} were given for {n} units"
            )
        total = n if self.sizes is None else math.fsum(self.sizes)
        fewest, most = possible_counts(Windows.of(problem.limits, n)) or (1, n)
        # The smaller of the two first: a tiny size makes infinitely many.
        wanted = max(1, fewest, round(min(total / self.size, most)))
        # Of nothing there is no segment, and so no number of them that could be asked for.
        decision = (SegmentCount(wanted) if n else Penalty(0.0)).decide(problem)
        notes = {"rule": "target", "size": self.size, "measure": self.measure}
        rule = f"{self.size:g} {self.measure} per segment were asked for."
        if round(min(total / self.size, n)) < fewest:
            rule += f" The limits allow no fewer than {fewest} segments."
        return explained(replace(decision, notes=notes), rule, decision.penalty)
