"""Where the units are cut.

In:  boundaries with their costs.
Out: a frozen value that checks itself once and derives everything else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import ge
from typing import TYPE_CHECKING

from embed_kcpd.result.certainty import Certainty, certainty
from embed_kcpd.result.explanation import Explanation
from embed_kcpd.result.posterior import Posterior

if TYPE_CHECKING:
    from embed_kcpd.result.hierarchy import Hierarchy

BOUNDARIES_SHOWN = 12
"""Boundaries that ``repr`` writes out."""


@dataclass(frozen=True, slots=True, repr=False)
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
    explanation: Explanation | None = field(default=None, compare=False)
    confidence: Posterior | None = field(default=None, compare=False)
    hierarchy: "Hierarchy | None" = field(default=None, compare=False)
    provenance: Mapping[str, object] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        edges = self.edges
        if self.n_units and any(map(ge, edges, edges[1:])):
            raise ValueError(
                f"boundaries must increase strictly inside (0, {self.n_units}), "
                f"got {self.boundaries}"
            )

    def __repr__(self) -> str:
        return (
            f"Segmentation(n_units={self.n_units}, n_segments={len(self.spans)}, "
            f"boundaries={shortened(self.boundaries)}, objective={self.objective:.6g})"
        )

    def annotated(
        self,
        explanation: Explanation | None,
        confidence: Posterior | None = None,
        hierarchy: "Hierarchy | None" = None,
        provenance: Mapping[str, object] | None = None,
    ) -> "Segmentation":
        """The same segmentation, and what is known about it."""
        # dataclasses.replace takes twice as long, which a short text would notice.
        return Segmentation(
            self.n_units,
            self.boundaries,
            self.objective,
            self.costs,
            self.gains,
            explanation,
            confidence,
            hierarchy,
            provenance or {},
        )

    @property
    def n_segments(self) -> int:
        return len(self.boundaries) + 1 if self.n_units else 0

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

    @property
    def certainties(self) -> tuple[Certainty, ...]:
        """Each of ``probabilities`` in a word: sure, likely or a guess."""
        return tuple(map(certainty, self.probabilities))

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


def shortened(boundaries: Sequence[int]) -> str:
    """The first boundaries, and how many more there are.

    >>> shortened((3, 7)), shortened(range(1, 101))
    ('(3, 7)', '(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ... 88 more)')
    """
    more = len(boundaries) - BOUNDARIES_SHOWN
    if more <= 0:
        return repr(tuple(boundaries))
    first = ", ".join(str(unit) for unit in boundaries[:BOUNDARIES_SHOWN])
    return f"({first}, ... {more:,} more)"
