"""The default granularity: a price that is measured on the text.

In:  a problem of the contrast objective.
Out: a ``Decision`` whose price comes from the reach of the text.

Three steps.  The order test leaves a text uncut if its units could as well be in a random order.
The reach sets the price of a boundary.  That price is only known up to a factor.  If the optima
at a lower and a higher price nearly agree, the factor does not matter, and the optimum is
returned.  Else the price of prose is drawn to what is usual for its length, the text is cut at
many prices around it, and the segmentation that agrees best with the others is returned.
A stream of documents that have sections of their own is then cut again, document by document.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from numbers import Integral

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import InfeasibleError, OptionsError, VectorsError
from embed_kcpd.given_kinds import check_yes_or_no
from embed_kcpd.given_numbers import is_number
from embed_kcpd.granularity.protocol import Decision, middle, too_short
from embed_kcpd.granularity.text_scale.doubtful_price import PRICE_STEP, most_agreed, optimum
from embed_kcpd.granularity.text_scale.multiples import PriceMultiples
from embed_kcpd.granularity.text_scale.order import ORDER_LEVEL, ORDER_UNITS
from embed_kcpd.granularity.text_scale.reach import ReachProfile, horizon, reach_profile
from embed_kcpd.granularity.text_scale.sections import (
    has_sections,
    inner_problem,
    is_stream,
    looked_into,
)
from embed_kcpd.granularity.text_scale.short_texts import ShortText, Span, short_texts
from embed_kcpd.granularity.text_scale.steps import count_range, stepped, stepped_counts
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast, Problem
from embed_kcpd.result.explanation import Explanation, TextScaleEvidence
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers import cheapest_with_count
from embed_kcpd.solvers.exact import boundaries_each, priced_segmentation

CONSENSUS_THRESHOLD = 0.2
"""Disagreement of the optima at a lower and a higher price below which there is nothing to agree
on.  Sharp topics stay below it, drifting texts above; 0.1 to 0.4 serve about as well."""

FULL_DOUBT = 0.1
"""Disagreement above the threshold from which on the price of prose is drawn all the way to what
is usual for its length."""

FROM_REACH = "The price follows from the reach."
FROM_CONSENSUS = "The price is one on which those around the reach's own agree best."
FROM_PROSE = (
    "Its topics are blurred, so the price was drawn to what is usual for prose of this length; "
    "it is one on which those around it agree best."
)

_TOGETHER = 256
"""Segments that are measured together before they are cut again."""

MOST_STEPS = 100
"""Steps coarser or finer; a step multiplies the number of segments, so no text has as many."""

LEAST_UNITS = 3
"""Units from which on a text can be cut at all by this rule."""

FROM_SECTIONS = (
    "Its segments are documents with sections of their own: each was cut again by itself, and "
    "the price is one at which every boundary pays."
)


FROM_LENGTH = (
    "Its own scale would give fewer chapters than people make in so long a recording: it has the "
    "fewest that are usual, at a price at which every boundary pays."
)


@dataclass(frozen=True, slots=True)
class TextScale:
    """Cut each text at its own scale.

    One step ``coarser`` has two thirds as many segments, each a union of segments of the step
    before; negative numbers are finer, one and a half times as many a step.  ``strict`` asks
    for evidence in the order of the units at every length, not only from 16 units on.
    Without ``consensus`` the optimum at the measured price itself is returned, as it always
    is where a lower and a higher price disagree by less than ``consensus_threshold``.
    Without ``sections`` the segments are never cut again as documents of their own: units that
    are whole posts have no sections.  ``fewest`` segments are made where the text's own scale
    gives fewer, unless its topics are sharp or its units have no order at all.
    """

    coarser: float = 0.0
    strict: bool = False
    consensus: bool = True
    consensus_threshold: float = CONSENSUS_THRESHOLD
    sections: bool = True
    fewest: int = 1

    def __post_init__(self) -> None:
        if not (is_number(self.coarser) and abs(self.coarser) <= MOST_STEPS):
            raise OptionsError(
                f"coarser must be a number of steps from -{MOST_STEPS} to {MOST_STEPS}, "
                f"got {self.coarser!r}"
            )
        check_yes_or_no(self.strict, "strict")
        check_yes_or_no(self.consensus, "consensus")
        check_yes_or_no(self.sections, "sections")
        threshold = self.consensus_threshold
        if not (is_number(threshold) and 0.0 <= threshold <= 1.0):
            raise OptionsError(f"consensus_threshold is a share from 0 to 1, got {threshold!r}")
        if not (is_number(self.fewest, Integral) and self.fewest >= 1):
            raise OptionsError(f"the fewest segments must be 1 or more, got {self.fewest!r}")

    def decide(self, problem: Problem) -> Decision:
        if not problem.objective.has_text_scale:
            raise OptionsError(
                "TextScale measures its price on the Contrast objective, "
                f"not on {problem.objective.name!r}: use objective=Contrast(), "
                "or PaperRule, Penalty or SegmentCount"
            )
        profile = measured_profile(problem)
        own = self._own(problem, profile)
        evidence = _evidence(
            problem,
            profile,
            own,
            is_tested=self._is_tested(problem),
            neighbours=self._neighbours(problem, own),
        )
        prices = own.prices + problem.evidence
        segmentation = priced_segmentation(problem.cost, prices, own.boundaries)
        penalty = 0.0
        if self.coarser and not own.is_refused:
            segmentation, prices, penalty = stepped(problem, segmentation, prices, self.coarser)
        decision = self._decision(problem, own, segmentation, prices, evidence)
        return replace(decision, penalty=penalty)

    def _is_tested(self, problem: Problem) -> bool:
        return self.strict or problem.n_units >= ORDER_UNITS

    def _own(self, problem: Problem, profile: ReachProfile) -> "_Cut":
        """Where the text is cut before any step."""
        is_unordered = self._is_tested(problem) and profile.order < ORDER_LEVEL
        if problem.n_units < LEAST_UNITS or is_unordered:
            return _Cut(uncut(problem), profile.prices, is_refused=True)
        own = self._at_scale(problem, profile)
        spans = own.spans(problem.n_units)
        if self.sections and is_stream(problem.n_units, len(spans), profile.order):
            sample = looked_into(spans)
            known = short_texts(problem, sample)
            if has_sections(problem, sample, known):
                own = _with_sections(problem, own, known)
        is_sharp = own.change < self.consensus_threshold
        if own.n_segments < self.fewest and not is_sharp:
            own = _with_at_least(problem, own, self.fewest)
        return own

    def _at_scale(self, problem: Problem, profile: ReachProfile) -> "_Cut":
        """Where the text is cut at its own scale."""
        multiples = PriceMultiples(problem, profile.all_pairs)
        boundaries, change = optimum(problem.n_units, multiples, profile.prices)
        own = _Cut(boundaries, profile.prices, change)
        if self.consensus and change >= self.consensus_threshold:
            doubt = min(1.0, (change - self.consensus_threshold) / FULL_DOUBT)
            base = profile.prices_of(doubt * problem.prose)
            is_measured = problem.prose == 0.0 or np.allclose(base, own.prices)
            reason = FROM_CONSENSUS if is_measured else FROM_PROSE
            return _Cut(*most_agreed(problem.n_units, multiples, base), change, reason)
        return own

    def _neighbours(self, problem: Problem, own: "_Cut") -> tuple[int, int]:
        """Segments one step finer and one step coarser than asked for; a refusal has no steps."""
        n_segments = own.n_segments if problem.n_units else 0
        if own.is_refused:
            return n_segments, n_segments
        allowed = count_range(problem)
        finer, coarser = (
            [n_segments, *stepped_counts(n_segments, self.coarser + step, *allowed)][-1]
            for step in (-1.0, 1.0)
        )
        return finer, coarser

    def _decision(
        self,
        problem: Problem,
        own: "_Cut",
        segmentation: Segmentation,
        prices: FloatArray,
        evidence: TextScaleEvidence,
    ) -> Decision:
        price = middle(prices - problem.evidence)
        explanation = Explanation(
            own.reason,
            problem.n_units,
            len(segmentation.spans),
            price,
            evidence,
            _doubt(problem.n_units, self.strict),
        )
        notes: dict[str, object] = {
            "rule": "text-scale",
            "coarser": self.coarser,
            "strict": self.strict,
            "consensus": self.consensus,
            "consensus_threshold": self.consensus_threshold,
            "reach": evidence.reach,
            "prose": problem.prose,
            "penalty": price,
            **({"fewest": self.fewest} if self.fewest > 1 else {}),
        }
        return Decision(segmentation, prices, notes, explanation)


@dataclass(frozen=True, slots=True)
class _Cut:
    """Boundaries at the text's own scale.

    ``prices`` is what a boundary costs at each unit, before the evidence there; ``change`` how
    much the optima at a lower and a higher price disagree; ``reason`` where the price is from;
    ``is_refused`` that the order of the units says nothing, or that they are too few.
    """

    boundaries: tuple[int, ...]
    prices: FloatArray
    change: float = 0.0
    reason: str = FROM_REACH
    is_refused: bool = False

    @property
    def n_segments(self) -> int:
        return len(self.boundaries) + 1

    def spans(self, n_units: int) -> list[tuple[int, int]]:
        return list(pairwise((0, *self.boundaries, n_units)))


def measured_profile(problem: Problem) -> ReachProfile:
    """The reach of the text, as sharp as its topics look to its encoder."""
    objective, rows = problem.objective, problem.rows
    said = objective.topic_sharpness if isinstance(objective, Contrast) else None
    return reach_profile(rows, problem.weights, problem.words, topic_sharpness=said or 1.0)


def uncut(problem: Problem) -> tuple[int, ...]:
    """No boundary but those that the limits ask for."""
    first, last = problem.limits.windows(problem.n_units)
    if first[-1] <= 0 <= last[-1] or problem.n_units == 0:
        return ()
    # One boundary more than necessary must cost more than any cut can save.
    forbidding = problem.evidence + 2.0 * float(problem.weights.sum()) + problem.n_units
    return boundaries_each(problem.cost, forbidding[None, :], problem.limits)[0]


def _with_sections(problem: Problem, own: _Cut, known: Mapping[Span, ShortText]) -> _Cut:
    """Every segment cut again as a text of its own; boundaries are only added."""
    finer = cut_again(problem, own.boundaries, known=known)
    return _paying(problem, own, finer, FROM_SECTIONS)


def _with_at_least(problem: Problem, own: _Cut, fewest: int) -> _Cut:
    """The cheapest segmentation with so many segments, or as many as the limits allow."""
    n_segments = min(fewest, count_range(problem)[1])
    prices = own.prices + problem.evidence
    cheapest = cheapest_with_count(problem.cost, n_segments, prices, problem.limits)
    return _paying(problem, own, cheapest.boundaries, FROM_LENGTH)


def _paying(problem: Problem, own: _Cut, boundaries: tuple[int, ...], reason: str) -> _Cut:
    """These boundaries, at prices so low that every one of them pays."""
    gains = priced_segmentation(problem.cost, own.prices + problem.evidence, boundaries).gains
    lower = own.prices + min(min(gains, default=0.0), 0.0)
    return replace(own, boundaries=boundaries, prices=lower, reason=reason)


def cut_again(
    problem: Problem,
    boundaries: tuple[int, ...],
    smallest: int = LEAST_UNITS,
    known: Mapping[Span, ShortText] | None = None,
) -> tuple[int, ...]:
    """These boundaries, and those of each segment of ``smallest`` units as a text of its own.

    ``known`` are short segments that have been measured.
    """
    edges = pairwise((0, *boundaries, problem.n_units))
    spans = [(start, end) for start, end in edges if end - start >= smallest]
    finer = set(boundaries)
    for at in range(0, len(spans), _TOGETHER):
        part = spans[at : at + _TOGETHER]
        short = _measured_together(problem, part, known or {})
        for start, end in part:
            inside = _inside_short(short.get((start, end)))
            if inside is None:
                inside = _inside(problem, start, end)
            finer.update(start + unit for unit in inside)
    return tuple(sorted(finer))


def _measured_together(
    problem: Problem, spans: Sequence[Span], known: Mapping[Span, ShortText]
) -> dict[Span, ShortText]:
    """The segments that are short, if there are no limits."""
    if problem.limits != UNLIMITED:
        return {}
    unknown = [span for span in spans if span not in known]
    return {**known, **short_texts(problem, unknown)}


def _inside_short(text: ShortText | None) -> tuple[int, ...] | None:
    """Where a short segment is cut as a text of its own; None if it has to be looked at alone,
    as a stream of documents or since it was not measured."""
    if text is None:
        return None
    if text.n_units < LEAST_UNITS or text.order < ORDER_LEVEL:
        return ()
    boundaries, change = optimum(text.n_units, text, text.prices)
    if change >= CONSENSUS_THRESHOLD:
        boundaries, _ = most_agreed(text.n_units, text, text.prices)
    is_alone = is_stream(text.n_units, len(boundaries) + 1, text.order)
    return None if is_alone else boundaries


def _inside(problem: Problem, start: int, end: int) -> tuple[int, ...]:
    """The same of any segment, counted from its start."""
    try:
        inner = inner_problem(problem, start, end)
        profile = measured_profile(inner)
        return TextScale(strict=True)._own(inner, profile).boundaries
    except (InfeasibleError, VectorsError):  # limits, or a unit without a direction of its own
        return ()


def _evidence(
    problem: Problem,
    profile: ReachProfile,
    own: _Cut,
    *,
    is_tested: bool,
    neighbours: tuple[int, int],
) -> TextScaleEvidence:
    """What was measured, whether the order decided, and as ``neighbours`` the number of segments
    one step finer and one step coarser."""
    n = problem.n_units
    return TextScaleEvidence(
        subject_length=float(horizon(profile.curve)),
        reach=middle(profile.reaches),
        reach_least=float(profile.reaches.min()),
        reach_most=float(profile.reaches.max()),
        similarity=tuple(float(value) for value in profile.curve),
        words_per_unit=float(np.maximum(problem.words, 1.0).mean()) if n else 0.0,
        order_score=profile.order,
        order_level=ORDER_LEVEL,
        is_order_tested=is_tested,
        change=own.change,
        finer=neighbours[0],
        coarser=neighbours[1],
        step=PRICE_STEP,
    )


def _doubt(n_units: int, strict: bool) -> str:
    reason = too_short(n_units, ORDER_UNITS)
    if not reason or strict or n_units < LEAST_UNITS:
        return reason
    return f"{reason}; --strict or TextScale(strict=True) cuts only on evidence"
