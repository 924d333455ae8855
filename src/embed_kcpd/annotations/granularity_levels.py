"""The granularities around a result, from coarse to fine, as a slider offers them.

In:  a segmented text.
Out: ``GranularityLevels``: steps of its penalty path, bounded in number, with the result's own
     segmentation among them.

The path is that of ``SegmentedText.path``: where the price of a boundary differs along the text,
it differs alike at every level, so that the result's own segmentation is usually one of the steps.
Where it is none (its segments were cut again, or a number of segments was asked for), it
stands in the place of the step with as many segments, or between its neighbours.
"""

import math
from dataclasses import dataclass

from embed_kcpd.result.path import PathStep
from embed_kcpd.result.segmented_text import SegmentedText

FINER = 3
"""The finest level has at most so many times as many segments as the result itself."""

FINEST = 12
"""It may always have so many segments, also where the result has one or two."""

MOST_LEVELS = 120
"""Of more steps than these, some are left out (see ``few_steps``)."""

STABLE = 1.25
"""A level is stable if it stays the cheapest while the penalty grows by a quarter."""


@dataclass(frozen=True, slots=True)
class GranularityLevel:
    """The boundaries of one granularity and a penalty at which they are the cheapest.

    ``is_stable`` says that they stay so while the penalty grows by a quarter.
    """

    boundaries: tuple[int, ...]
    penalty: float
    is_stable: bool

    @property
    def n_segments(self) -> int:
        return len(self.boundaries) + 1


@dataclass(frozen=True, slots=True)
class GranularityLevels:
    """Levels from the coarsest to the finest; ``default`` is the index of the result's own."""

    n_units: int
    default: int
    levels: tuple[GranularityLevel, ...]

    def __post_init__(self) -> None:
        counts = [level.n_segments for level in self.levels]
        if counts != sorted(set(counts)) or not 0 <= self.default < len(counts):
            raise ValueError("levels must grow finer, and the default must be one of them")


def granularity_levels(result: SegmentedText, most: int = MOST_LEVELS) -> GranularityLevels:
    """The levels around a result; its own alone where its path is not known.

    ``most`` is how many there may be.
    """
    own = GranularityLevel(result.boundaries, max(0.0, result.explain().price), is_stable=False)
    if result.solve_path is None or result.n_units < 2:
        return GranularityLevels(result.n_units, 0, (own,))
    finest = max(FINER * own.n_segments, FINEST)
    steps = result.solve_path.few_steps(
        most=min(finest, result.n_units), n_steps=most - 1, own=own.n_segments, stable=STABLE
    )
    by_count = {step.n_segments: _level(step) for step in steps}
    same = [step for step in steps if step.segmentation.boundaries == own.boundaries]
    by_count[own.n_segments] = _level(same[0]) if same else own
    counts = sorted(by_count)
    levels = tuple(by_count[count] for count in counts)
    return GranularityLevels(result.n_units, counts.index(own.n_segments), levels)


def _level(step: PathStep) -> GranularityLevel:
    """The level of a step, at a penalty inside its own.

    Open ends say nothing of stability: every text is whole at a penalty that is high enough.
    """
    penalty = math.sqrt(step.lowest * step.highest)
    if step.lowest <= 0.0:
        penalty = step.highest / 2.0
    if math.isinf(step.highest):
        penalty = step.lowest
    is_stable = math.isfinite(step.stability) and step.stability >= math.log(STABLE)
    return GranularityLevel(step.segmentation.boundaries, penalty, is_stable)
