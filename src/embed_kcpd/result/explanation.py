"""Why a text was cut this fine: the answer of ``Segmentation.explain()``.

In:  what a granularity measured and decided.
Out: a value with every number, and a text a person can read.
"""

from dataclasses import dataclass

BARS = "▁▂▃▄▅▆▇█"
CURVE_SHOWN = 40
"""Distances drawn in the text form of the curve."""


@dataclass(frozen=True, slots=True)
class TextScaleEvidence:
    """What was measured on the text to find its scale.

    ``subject_length`` is how many units the text stays on a subject; ``similarity[l - 1]`` how
    much more alike units l apart are than any two; ``reach`` the centre of mass of that curve,
    with its least and greatest value over the windows of a long text.  ``order_score`` tells
    how much more alike neighbours are than in a random order, ``order_level`` what it must
    reach.  ``finer`` and ``coarser`` are how many segments one step finer and coarser give;
    ``change`` how much the cuts at prices ``step`` times lower and higher disagree, as a share
    of the text.
    """

    subject_length: float
    reach: float
    reach_least: float
    reach_most: float
    similarity: tuple[float, ...]
    words_per_unit: float
    order_score: float
    order_level: float
    is_order_tested: bool
    change: float
    finer: int
    coarser: int
    step: float

    @property
    def is_order_informative(self) -> bool:
        return not self.is_order_tested or self.order_score >= self.order_level

    def lines(self, unit: str) -> tuple[str, ...]:
        """The evidence in sentences; ``unit`` names one unit."""
        return (
            f"This text stays on a subject for about {counted(self.subject_length, unit)}.",
            f"Similarity by distance, from 1 {unit} on: {spark(self.similarity[:CURVE_SHOWN])}",
            f"Its reach, the centre of that curve, is {self._reach_text()} {unit}s of "
            f"{self.words_per_unit:.0f} words.",
            self._order_text(unit),
            f"One step finer there would be {counted(self.finer, 'segment')}, "
            f"one step coarser {self.coarser}.",
            f"The cuts at a price {self.step:g} times lower and {self.step:g} times higher "
            f"disagree on {self.change:.0%} of the text.",
        )

    def _reach_text(self) -> str:
        spread = f" ({self.reach_least:.1f} to {self.reach_most:.1f})"
        return f"{self.reach:.1f}" + (spread if self.reach_least < self.reach_most else "")

    def _order_text(self, unit: str) -> str:
        score = f"score {self.order_score:.1f}, needed {self.order_level:g}"
        if not self.is_order_tested:
            return f"The order of the {unit}s was not tested: there are too few ({score})."
        if self.is_order_informative:
            return f"Neighbours are more alike than in a random order ({score})."
        return f"The order of the {unit}s carries no information ({score}): the text is not cut."


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a text was cut as finely as it was.

    ``rule`` is one sentence; ``price`` the middle price of a boundary, before the similarity
    across its own gap is added; ``evidence`` is there when the price was measured on the text.
    ``reason`` says why a result is not reliable, and is empty when it is.
    """

    rule: str
    n_units: int
    n_segments: int
    price: float
    evidence: TextScaleEvidence | None = None
    reason: str = ""

    @property
    def is_reliable(self) -> bool:
        return not self.reason

    def describe(self, unit: str = "unit") -> str:
        """The explanation in sentences; ``unit`` names one unit, for instance "sentence"."""
        outcome = f"{counted(self.n_segments, 'segment')} of {counted(self.n_units, unit)}."
        measured = self.evidence.lines(unit) if self.evidence else ()
        priced = f"{self.rule} A boundary costs {self.price:.2f}."
        caution = (f"Not reliable: {self.reason}.",) if self.reason else ()
        return "\n".join((outcome, *measured, priced, *caution))

    def __str__(self) -> str:
        return self.describe()


def counted(count: float, noun: str) -> str:
    """A number with its noun, thousands apart.

    >>> counted(1, "unit"), counted(3.4, "unit"), counted(12.3, "unit"), counted(1200, "line")
    ('1 unit', '3.4 units', '12 units', '1,200 lines')
    """
    shown = f"{count:,.0f}" if count >= 10 or float(count).is_integer() else f"{count:.1f}"
    return f"{shown} {noun}" if shown == "1" else f"{shown} {noun}s"


def spark(values: tuple[float, ...]) -> str:
    """Values from zero to their greatest as little bars; what is not positive is the lowest.

    >>> spark((0.4, 0.2, -0.1))
    '█▅▁'
    """
    top = max(values, default=0.0)
    if top <= 0.0:
        return BARS[0] * len(values)
    return "".join(BARS[round(max(value, 0.0) / top * (len(BARS) - 1))] for value in values)
