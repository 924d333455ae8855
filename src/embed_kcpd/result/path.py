"""Every granularity at once: the cheapest segmentation for each penalty in a range.

In:  the segmentations that are cheapest for some penalty.
Out: a ``PenaltyPath``: for any penalty, or any number of segments, the segmentation.

A segmentation costs ``objective + penalty * (number of boundaries)``: a straight line over
the penalty.  The path is the lower envelope of all these lines, so a step is cheapest
over one interval of penalties, and the number of segments falls as the penalty rises.
"""

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from numbers import Integral, Real
from typing import Protocol

from embed_kcpd.errors import OptionsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.result.segmentation import Segmentation, shortened


@dataclass(frozen=True, slots=True)
class PathRange:
    """Which part of a path is wanted.

    ``lowest`` and ``highest`` are penalties, ``fewest`` and ``most`` numbers of segments.
    """

    lowest: float = 0.0
    highest: float = math.inf
    fewest: int = 1
    most: int | None = None


WHOLE_PATH = PathRange()


def lasting(lowest: float, highest: float) -> float:
    """Logarithm of the factor between two penalties; infinite at open ends."""
    if lowest <= 0.0 or math.isinf(highest):
        return math.inf
    return math.log(highest / lowest)


@dataclass(frozen=True, slots=True)
class PathStep:
    """One segmentation, and the penalties from ``lowest`` to ``highest`` for which it is cheapest.

    The segmentation's ``objective`` and ``gains`` are those of penalty zero.
    """

    segmentation: Segmentation
    lowest: float
    highest: float

    def __post_init__(self) -> None:
        if not self.lowest <= self.highest:
            raise ValueError(f"no penalty lies between {self.lowest} and {self.highest}")

    @property
    def n_segments(self) -> int:
        return self.segmentation.n_segments

    @property
    def stability(self) -> float:
        """Logarithm of the factor by which the penalty may change; infinite at open ends."""
        return lasting(self.lowest, self.highest)

    def objective_at(self, penalty: float) -> float:
        """Costs plus the price of every boundary when each also pays ``penalty``."""
        return self.segmentation.objective + penalty * len(self.segmentation.boundaries)


class PathSolver(Protocol):
    """What computes the path around a result, whole or a few of its steps."""

    def __call__(self, within: PathRange) -> "PenaltyPath": ...

    def few_steps(
        self, *, most: int, n_steps: int, own: int, stable: float
    ) -> Sequence[PathStep]: ...


@dataclass(frozen=True, slots=True, repr=False)
class PenaltyPath:
    """The steps from the coarsest to the finest; their intervals touch and tile the range.

    ``solve_count`` finds the cheapest segmentation into a number of segments; it is asked only for
    numbers that are cheapest for no penalty at all.
    """

    steps: tuple[PathStep, ...]
    solve_count: Callable[[int], Segmentation] = field(compare=False)

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("a path has at least one step")
        for coarse, fine in pairwise(self.steps):
            if coarse.n_segments >= fine.n_segments or coarse.lowest != fine.highest:
                raise ValueError("steps must grow finer, and their intervals must touch")

    def __repr__(self) -> str:
        return (
            f"PenaltyPath(n_units={self.n_units}, n_steps={len(self.steps)}, "
            f"counts={shortened(self.counts)}, lowest={self.lowest:g}, highest={self.highest:g})"
        )

    @property
    def n_units(self) -> int:
        return self.steps[0].segmentation.n_units

    @property
    def lowest(self) -> float:
        """The smallest penalty the path knows."""
        return self.steps[-1].lowest

    @property
    def highest(self) -> float:
        """The largest penalty the path knows."""
        return self.steps[0].highest

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of segments that are cheapest for some penalty, rising."""
        return tuple(step.n_segments for step in self.steps)

    @property
    def is_nested(self) -> tuple[bool, ...]:
        """For each step but the last, whether the next finer one keeps all its boundaries."""
        return tuple(
            set(coarse.segmentation.boundaries) <= set(fine.segmentation.boundaries)
            for coarse, fine in pairwise(self.steps)
        )

    def step_at(self, penalty: float) -> PathStep:
        """The step that is cheapest at ``penalty``; where two are, the coarser."""
        if not isinstance(penalty, Real):
            raise OptionsError(f"the penalty must be a number from 0 on, got {penalty!r}")
        if not self.lowest <= penalty <= self.highest:
            raise OptionsError(
                f"the path covers penalties from {self.lowest:g} to {self.highest:g}, "
                f"not {penalty:g}; compute it over a wider range"
            )
        rising = [step.lowest for step in reversed(self.steps)]
        return self.steps[len(rising) - max(1, bisect_right(rising, penalty))]

    def at(self, penalty: float) -> Segmentation:
        """The cheapest segmentation when every boundary also pays ``penalty``."""
        return self.step_at(penalty).segmentation

    def with_count(self, n_segments: int) -> Segmentation:
        """The cheapest segmentation into exactly ``n_segments``, on the path or not."""
        if not is_number(n_segments, Integral):
            raise OptionsError(
                f"the number of segments must be a whole number from 1 on, got {n_segments!r}"
            )
        for step in self.steps:
            if step.n_segments == n_segments:
                return step.segmentation
        return self.solve_count(n_segments)
