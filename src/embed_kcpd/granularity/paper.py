"""The paper's penalty, ``scale * sqrt(n log n)``.

In:  a problem of the paper's objective.
Out: a ``Decision`` at that penalty.
"""

import math
from dataclasses import dataclass, replace
from typing import ClassVar

from embed_kcpd.errors import OptionsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.granularity.protocol import Decision, explained
from embed_kcpd.problem.objectives import Problem


@dataclass(frozen=True, slots=True)
class PaperRule:
    """The paper's penalty ``scale * sqrt(n log n)``; the kernel brings the paper's scale."""

    is_papers: ClassVar[bool] = True
    """It means something for the paper's objective alone."""

    scale: float | None = None

    def __post_init__(self) -> None:
        if self.scale is not None and not (is_number(self.scale) and self.scale >= 0):
            raise OptionsError(f"the scale must be a number from 0 on, got {self.scale!r}")

    def decide(self, problem: Problem) -> Decision:
        from embed_kcpd.granularity.fixed import Penalty

        scale = self.scale
        if scale is None:
            scale = default_paper_scale(problem)
        penalty = scale * paper_growth(problem.n_units)
        decision = Penalty(penalty).decide(problem)
        notes = {"rule": "paper", "scale": scale, "penalty": penalty}
        rule = f"The paper's rule, {scale:g} * sqrt(n log n), sets the price."
        return explained(replace(decision, notes=notes), rule, penalty)


def default_paper_scale(problem: Problem) -> float:
    """The paper's scale for the kernel; it was found on the paper's objective only."""
    scale = problem.objective.paper_scale
    if scale is None:
        raise OptionsError(
            f"PaperRule() has no scale for the {type(problem.objective).__name__} objective: "
            "use it with objective=Paper(), or give a scale of your own, PaperRule(scale=...)"
        )
    return scale


def paper_growth(n_units: int) -> float:
    """``sqrt(n log n)``, the growth of the paper's penalty; zero for a single unit.

    >>> paper_growth(0), paper_growth(1), round(paper_growth(100), 2)
    (0.0, 0.0, 21.46)
    """
    return math.sqrt(n_units * math.log(n_units)) if n_units > 1 else 0.0
