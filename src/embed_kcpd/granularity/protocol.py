"""Granularity: how fine to cut.

In:  a problem.
Out: a ``Decision``: the segmentation, the price that was put on each boundary, and why.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.result.explanation import Explanation
from embed_kcpd.result.segmentation import Segmentation


@dataclass(frozen=True, slots=True)
class Decision:
    """A segmentation, the full price of a boundary at each unit, and how it was found.

    ``notes`` go into the provenance of a result: plain JSON values that reproduce it.
    """

    segmentation: Segmentation
    prices: FloatArray
    notes: Mapping[str, object] = field(default_factory=dict)


class Granularity(Protocol):
    """Anything that decides how fine a problem is cut."""

    def decide(self, problem: Problem) -> Decision: ...


def explained(decision: Decision, rule: str, price: float) -> Decision:
    """The decision with an explanation of a rule that measured nothing."""
    found = decision.segmentation
    explanation = Explanation(rule, found.n_units, len(found.spans), price)
    return replace(decision, segmentation=replace(found, explanation=explanation))


def middle(prices: FloatArray) -> float:
    """The median price, zero for an empty text."""
    return float(np.median(prices)) if len(prices) else 0.0
