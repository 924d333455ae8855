"""Objectives: what a segmentation is judged by.

In:  vectors, and the words of each unit.
Out: a ``Problem``: a segment cost and the part of a boundary's price that lies in the text.

``Paper`` is the objective of the paper, ``Contrast`` the one of ``contrast.py``.  The
granularity adds the rest of the price, the solver does not know which objective it solves.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.errors import OptionsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.problem.contrast import (
    HALF_WEIGHT_WORDS,
    RIDGE,
    contrast_rows,
    direction_rows,
    gap_similarity,
    length_weights,
)
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.kernels import Cosine, Kernel, Rbf
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.problem.rows import Rows


@dataclass(frozen=True, slots=True)
class Problem:
    """What has to be cut: costs, prices that lie in the text, and limits.

    ``evidence[t]`` is the price of a boundary at unit t before the granularity adds its own;
    ``words`` the words of each unit; ``rows`` and ``weights`` what the cost was made from;
    ``objective`` made it: rules ask it what their prices mean there; ``is_talk`` that the
    evidence is that of spoken text; ``from_places`` what headings and silences add to the
    evidence, which a segment cut as a text of its own keeps; ``prose`` how sure it is, from 0
    to 1, that the text is written prose, 0 where only vectors are known.  ``turns`` is what
    turns of speakers take off the evidence: they say where a boundary stands and not how sure
    it is, so probabilities leave them out.
    """

    cost: SegmentCost
    evidence: FloatArray
    words: FloatArray
    rows: Rows
    weights: FloatArray
    kernel: Kernel
    objective: "Objective"
    limits: Limits = UNLIMITED
    is_talk: bool = False
    prose: float = 0.0
    from_places: FloatArray | None = None
    turns: FloatArray | None = None

    @property
    def n_units(self) -> int:
        return self.cost.n_units


class Objective(Protocol):
    """Anything that turns vectors into a problem."""

    name: ClassVar[str]

    @property
    def paper_scale(self) -> float | None:
        """The factor C of the paper's penalty C sqrt(n log n); None where none was found."""
        ...

    @property
    def has_text_scale(self) -> bool:
        """Whether the price that ``TextScale`` measures was calibrated on this objective."""
        ...

    def problem(self, vectors: Vectors, words: FloatArray, limits: Limits) -> Problem: ...


@dataclass(frozen=True, slots=True)
class Paper:
    """Kernel costs alone: every unit counts once, every boundary costs the same."""

    kernel: Kernel = field(default_factory=Cosine)
    name: ClassVar[str] = "paper"

    def __post_init__(self) -> None:
        if not isinstance(self.kernel, Cosine | Rbf):
            raise OptionsError(f"kernel must be Cosine() or Rbf(), got {self.kernel!r}")

    @property
    def paper_scale(self) -> float | None:
        return self.kernel.paper_scale

    @property
    def has_text_scale(self) -> bool:
        return False

    def problem(self, vectors: Vectors, words: FloatArray, limits: Limits) -> Problem:
        n = len(vectors)
        cost: LinearCost | RbfCost
        if isinstance(self.kernel, Cosine):
            rows = direction_rows(vectors)
            cost = LinearCost(rows)
            weights = cost.weights
        else:
            rows = Rows(self.kernel.prepared(vectors))  # RbfCost looks at the lengths of rows
            cost = RbfCost(rows.values, self.kernel.width(rows.values))
            weights = np.ones(n)
        return Problem(cost, np.zeros(n), words, rows, weights, self.kernel, self, limits)


@dataclass(frozen=True, slots=True)
class Contrast:
    """What a unit says beyond the document's own subject, priced by local similarity.

    A unit of ``half_weight_words`` words weighs half as much as an endless one; by default as
    many as suit the encoder, and 10 where that is not known.  ``topic_sharpness`` is how sharp
    topics look in these vectors, as a share of how sharp they look to MiniLM: ``TextScale`` cuts
    prose more coarsely where its topics are blurred.  By default it is what the encoder says,
    and 1 where that is not known.
    """

    half_weight_words: float | None = None
    topic_sharpness: float | None = None
    name: ClassVar[str] = "contrast"

    def __post_init__(self) -> None:
        for field_name in ("half_weight_words", "topic_sharpness"):
            value = getattr(self, field_name)
            if value is not None and not (is_number(value) and value > 0.0):
                raise OptionsError(f"{field_name} must be a number above 0, got {value!r}")

    def suited_to(self, half_weight_words: float | None, sharpness: float | None) -> "Contrast":
        """The same with what was left open.

        >>> Contrast(5.0).suited_to(8.0, 0.5)
        Contrast(half_weight_words=5.0, topic_sharpness=0.5)
        """
        own = self.half_weight_words
        return Contrast(
            half_weight_words if own is None else own,
            sharpness if self.topic_sharpness is None else self.topic_sharpness,
        )

    @property
    def paper_scale(self) -> float | None:
        return None

    @property
    def has_text_scale(self) -> bool:
        return True

    def problem(self, vectors: Vectors, words: FloatArray, limits: Limits) -> Problem:
        rows, weights = self.rows_and_weights(vectors, words)
        cost = LinearCost(rows, weights, ridge=RIDGE)
        evidence = gap_similarity(rows, weights)
        return Problem(cost, evidence, words, rows, weights, Cosine(), self, limits)

    def rows_and_weights(self, vectors: Vectors, words: FloatArray) -> tuple[Rows, FloatArray]:
        """What the costs are made from: centred rows, and the weight of each unit."""
        weights = length_weights(words, self.half_weight_words or HALF_WEIGHT_WORDS)
        return contrast_rows(vectors, weights), weights
