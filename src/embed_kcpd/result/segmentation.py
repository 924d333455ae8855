"""The results: where the units are cut, and what that means for the text.

In:  boundaries with their costs, and the text they belong to.
Out: frozen values that check themselves once and derive everything else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.result.explanation import Explanation
from embed_kcpd.text.units import Unit

if TYPE_CHECKING:
    from embed_kcpd.result.hierarchy import Hierarchy

_NOTHING = 1e-12
"""Probability that no longer widens an interval."""


@dataclass(frozen=True, slots=True)
class Posterior:
    """Probabilities of boundaries; arrays have one entry per unit, entry 0 is zero.

    ``at[t]`` is the probability that unit t starts a segment, ``near[t]`` that some unit
    within one of t does, ``none`` that the text has no boundary at all.
    """

    at: FloatArray = field(repr=False)
    near: FloatArray = field(repr=False)
    none: float

    def interval(self, boundary: int, share: float = 0.9) -> tuple[int, int]:
        """The first and last unit of the range around ``boundary`` that holds its probability.

        The range grows on its more probable side until it expects ``share`` of a boundary,
        or until nothing is left on either side.

        >>> import numpy as np
        >>> at = np.array([0, 0, 0.1, 0.8, 0.1, 0])
        >>> Posterior(at, at, 0.0).interval(3, share=0.85)
        (2, 3)
        """
        low = high = boundary
        held = float(self.at[boundary])
        while held < share:
            left = float(self.at[low - 1]) if low > 1 else 0.0
            right = float(self.at[high + 1]) if high + 1 < len(self.at) else 0.0
            if max(left, right) <= _NOTHING:
                break
            low, high = (low - 1, high) if left >= right else (low, high + 1)
            held += max(left, right)
        return low, high


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Consecutive segments covering units ``0`` to ``n_units - 1``.

    ``boundaries`` holds the first unit of every segment but the first, so it is empty for
    an uncut text.  ``costs`` has one entry per segment; ``gains`` one per boundary: how much
    the objective would rise if its two neighbours were merged.  ``confidence`` and
    ``hierarchy`` are there where they were asked for.  ``provenance`` says how it was made,
    in plain JSON values.

    >>> Segmentation(5, (2,), objective=1.5, costs=(0.5, 0.5), gains=(0.3,)).spans
    ((0, 2), (2, 5))
    """

    n_units: int
    boundaries: tuple[int, ...]
    objective: float
    costs: tuple[float, ...] = ()
    gains: tuple[float, ...] = ()
    explanation: Explanation | None = field(default=None, compare=False, repr=False)
    confidence: Posterior | None = field(default=None, compare=False, repr=False)
    hierarchy: "Hierarchy | None" = field(default=None, compare=False, repr=False)
    provenance: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.n_units and any(left >= right for left, right in pairwise(self.edges)):
            raise ValueError(
                f"boundaries must increase strictly inside (0, {self.n_units}), "
                f"got {self.boundaries}"
            )

    @property
    def edges(self) -> tuple[int, ...]:
        return (0, *self.boundaries, self.n_units)

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        return tuple(pairwise(self.edges)) if self.n_units else ()

    @property
    def probabilities(self) -> tuple[float, ...]:
        """For each boundary the probability that a true one lies within one unit of it."""
        if self.confidence is None:
            return ()
        return tuple(float(self.confidence.near[boundary]) for boundary in self.boundaries)

    def explain(self) -> Explanation:
        """Why it is cut this fine: every number, and ``str`` of it for people."""
        if self.explanation is None:
            rule = "The boundaries were given."
            return Explanation(rule, self.n_units, len(self.spans), price=0.0)
        return self.explanation

    @property
    def is_reliable(self) -> bool:
        """Whether there was evidence enough; ``explain().reason`` says what is missing."""
        return self.explain().is_reliable


@dataclass(frozen=True, slots=True)
class Segment:
    """One stretch of the text: units ``start_unit`` to ``end_unit - 1``."""

    start_unit: int
    end_unit: int
    start_char: int
    end_char: int
    text: str
    title: str
    cost: float


@dataclass(frozen=True, slots=True)
class SegmentedText:
    """A text, its units, and where its topic changes.

    The segments' texts, joined in order, are ``text`` itself.  ``provenance`` says how the
    result was made, in plain JSON values.
    """

    text: str
    units: tuple[Unit, ...]
    segmentation: Segmentation
    titles: tuple[str, ...]
    vectors: Vectors = field(compare=False, repr=False)
    provenance: Mapping[str, object] = field(default_factory=dict)

    @property
    def n_units(self) -> int:
        return len(self.units)

    @property
    def boundaries(self) -> tuple[int, ...]:
        return self.segmentation.boundaries

    @property
    def gains(self) -> tuple[float, ...]:
        return self.segmentation.gains

    @property
    def probabilities(self) -> tuple[float, ...]:
        return self.segmentation.probabilities

    @property
    def is_reliable(self) -> bool:
        """Whether there was evidence enough; ``explain().reason`` says what is missing."""
        return self.segmentation.is_reliable

    def explain(self) -> Explanation:
        """Why it is cut this fine."""
        return self.segmentation.explain()

    @property
    def segments(self) -> tuple[Segment, ...]:
        costs = self.segmentation.costs
        return tuple(
            Segment(
                start_unit=start,
                end_unit=end,
                start_char=self.units[start].start,
                end_char=self.units[end - 1].end,
                text=self.text[self.units[start].start : self.units[end - 1].end],
                title=title,
                cost=cost,
            )
            for (start, end), title, cost in zip(
                self.segmentation.spans, self.titles, costs, strict=True
            )
        )
