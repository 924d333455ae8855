"""The paper's elbow: the scale at which the number of boundaries stops falling fast.

In:  a problem, whose whole penalty path is computed.
Out: a ``Decision`` at the elbow of boundaries against the scale C.

The paper draws the number of boundaries for scales C from 0.01 to 1, evenly spaced on a
logarithmic axis, and takes the elbow of that curve.  Here the curve is known exactly: it is a
staircase, and its corners are the steps of the path.  The elbow is the corner farthest below
the straight line from the first to the last, both axes scaled to one (Satopaa et al. 2011).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import ClassVar

import numpy as np

from embed_kcpd.errors import OptionsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.granularity.fixed import Penalty
from embed_kcpd.granularity.paper import paper_growth
from embed_kcpd.granularity.protocol import Decision, explained
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.result.path import PenaltyPath
from embed_kcpd.solvers import penalty_path
from embed_kcpd.solvers.exact import priced_segmentation

LOWEST_SCALE, HIGHEST_SCALE = 0.01, 1.0
"""Range of C in the paper's appendix."""


@dataclass(frozen=True, slots=True)
class PaperElbow:
    """The paper's choice of the scale C, for one document.

    ``grid`` looks only at that many scales, evenly spaced on a logarithmic axis, as the paper
    does; without it the whole path is read.
    """

    is_papers: ClassVar[bool] = True
    """It means something for the paper's objective alone."""

    lowest: float = LOWEST_SCALE
    highest: float = HIGHEST_SCALE
    grid: int | None = None

    def __post_init__(self) -> None:
        are_numbers = is_number(self.lowest) and is_number(self.highest)
        if not (are_numbers and 0.0 < self.lowest < self.highest):
            raise OptionsError(
                f"the elbow needs scales with 0 < lowest < highest, "
                f"got {self.lowest!r:.60} and {self.highest!r:.60}"
            )
        if self.grid is not None and not (is_number(self.grid, Integral) and self.grid >= 3):
            raise OptionsError(f"an elbow needs a grid of at least 3 scales, got {self.grid!r:.60}")

    def decide(self, problem: Problem) -> Decision:
        if problem.objective.paper_scale is None:
            raise OptionsError(
                "PaperElbow() searches the paper's range of scales, which means nothing for the "
                f"{type(problem.objective).__name__} objective: use it with objective=Paper()"
            )
        growth = paper_growth(problem.n_units)
        if growth == 0.0:
            return Penalty(0.0).decide(problem)
        lowest, highest = self.lowest * growth, self.highest * growth
        path = penalty_path(problem.cost, problem.evidence, problem.limits, lowest, highest)
        corners = staircase(path) if self.grid is None else on_grid(path, self.grid)
        best = elbow([each.penalty for each in corners], [each.n_boundaries for each in corners])
        corner = corners[best]
        prices = problem.evidence + corner.penalty
        segmentation = priced_segmentation(problem.cost, prices, corner.boundaries)
        scale = corner.penalty / growth
        notes = {"rule": "elbow", "scale": scale, "penalty": corner.penalty}
        rule = f"The paper's elbow, at C = {scale:.3g}, sets the price C * sqrt(n log n)."
        return explained(Decision(segmentation, prices, notes), rule, corner.penalty)


@dataclass(frozen=True, slots=True)
class Corner:
    """One point of the staircase: at this penalty these boundaries are cheapest."""

    penalty: float
    boundaries: tuple[int, ...]

    @property
    def n_boundaries(self) -> int:
        return len(self.boundaries)


def staircase(path: PenaltyPath) -> tuple[Corner, ...]:
    """The corners of a path from its lowest penalty to its highest.

    A number of boundaries stands at the least penalty for which it is cheapest; the coarsest
    also at the end of the range.
    """
    corners = [Corner(step.lowest, step.segmentation.boundaries) for step in path.steps]
    last = Corner(path.highest, path.steps[0].segmentation.boundaries)
    return (*reversed(corners), last)


def on_grid(path: PenaltyPath, points: int) -> tuple[Corner, ...]:
    """The path at evenly spaced logarithms of the penalty, its two ends included."""
    penalties = np.geomspace(path.lowest, path.highest, points).clip(path.lowest, path.highest)
    return tuple(
        Corner(float(penalty), path.at(float(penalty)).boundaries) for penalty in penalties
    )


def elbow(penalties: Sequence[float], counts: Sequence[int]) -> int:
    """Which point lies farthest below the line from the first to the last.

    ``penalties`` rise and are compared on a logarithmic axis.  A curve without a bend has its
    elbow at the last point: nothing is gained by paying less.

    >>> elbow([0.01, 0.1, 1.0], [100, 8, 0])
    1
    """
    places = np.log(np.asarray(penalties, dtype=np.float64))
    heights = np.asarray(counts, dtype=np.float64)
    if places[0] == places[-1] or heights[0] == heights[-1]:
        return len(places) - 1
    across = (places - places[0]) / (places[-1] - places[0])
    up = (heights - heights[-1]) / (heights[0] - heights[-1])
    below = 1.0 - across - up
    best = int(np.argmax(below))
    return best if below[best] > 0.0 else len(places) - 1
