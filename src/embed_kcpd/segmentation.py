"""The results: where the units are cut, and what that means for the text.

In:  boundaries with their costs, and the text they belong to.
Out: frozen values that check themselves once and derive everything else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from embed_kcpd.arrays import Vectors
from embed_kcpd.explanation import Explanation
from embed_kcpd.units import Unit


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Consecutive segments covering units ``0`` to ``n_units - 1``.

    ``boundaries`` holds the first unit of every segment but the first, so it is empty for
    an uncut text.  ``costs`` has one entry per segment; ``gains`` one per boundary: how much
    the objective would rise if its two neighbours were merged.  ``provenance`` says how it
    was made, in plain JSON values.

    >>> Segmentation(5, (2,), objective=1.5, costs=(0.5, 0.5), gains=(0.3,)).spans
    ((0, 2), (2, 5))
    """

    n_units: int
    boundaries: tuple[int, ...]
    objective: float
    costs: tuple[float, ...] = ()
    gains: tuple[float, ...] = ()
    explanation: Explanation | None = field(default=None, compare=False, repr=False)
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
