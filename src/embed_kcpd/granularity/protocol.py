"""Granularity: how fine to cut.

In:  a problem.
Out: a ``Decision``: the segmentation, the price that was put on each boundary, and why.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from embed_kcpd.arrays import FloatArray, median
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.result.explanation import Explanation
from embed_kcpd.result.segmentation import Segmentation

FEWEST_UNITS = 5
"""Units from which on a rule that measures nothing may call its result reliable."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A segmentation, the full price of a boundary at each unit, and how it was found.

    ``notes`` go into the provenance of a result: plain JSON values that reproduce it.
    ``explanation`` is for people.  ``penalty`` is what each boundary would have to pay beyond its
    price for the segmentation to be about the cheapest: zero, unless the number of segments was
    given, or steps.
    """

    segmentation: Segmentation
    prices: FloatArray
    notes: Mapping[str, object] = field(default_factory=dict)
    explanation: Explanation | None = None
    penalty: float = 0.0


class Granularity(Protocol):
    """Anything that decides how fine a problem is cut."""

    def decide(self, problem: Problem) -> Decision: ...


def explained(decision: Decision, rule: str, price: float) -> Decision:
    """The decision with an explanation of a rule that measured nothing."""
    own = decision.segmentation
    explanation = Explanation(
        rule, own.n_units, own.n_segments, float(price), reason=too_short(own.n_units)
    )
    return replace(decision, explanation=explanation)


def too_short(n_units: int, fewest: int = FEWEST_UNITS) -> str:
    """Why nothing can be said about a text of less than ``fewest`` units; empty if it can.

    Without another number, of a text so short that no rule can say anything.

    >>> too_short(3), too_short(5)
    ('3 units are too few to tell a change of subject from chance', '')
    """
    if n_units >= fewest:
        return ""
    noun = "unit is" if n_units == 1 else "units are"
    return f"{n_units} {noun} too few to tell a change of subject from chance"


def middle(prices: FloatArray) -> float:
    """The median price, zero for an empty text."""
    return median(prices) if len(prices) else 0.0
