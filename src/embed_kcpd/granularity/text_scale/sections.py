"""Two scales: a stream of documents that have sections of their own.

In:  a problem, the segments found at its own scale, how sharp the whole text is.
Out: whether these segments are documents with sections, and the problem of one of them.

Where documents follow each other, units of one document are so alike, compared with those of
others, that the similarity shows no other scale: the text is cut at the documents.  Such a
stream is sharper than any single text, and inside its segments the order of the units still
carries information, which it hardly does inside the topics of one text.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.granularity.text_scale.order import (
    LEAST_VARIANCE,
    moments_over_orders,
    order_score,
)
from embed_kcpd.granularity.text_scale.short_texts import ShortText, Span
from embed_kcpd.native import extension, native_available, wanted_engine
from embed_kcpd.problem.contrast import HALF_WEIGHT_WORDS, length_weights
from embed_kcpd.problem.objectives import Contrast, Problem

STREAM_SHARPNESS = 2.5
"""Order score per root of the units from which on a text may be a stream of documents.  Single
texts stay below 2.4; joined articles have 2.6 to 3.5."""

LEAST_INSIDE = 3.0
"""Mean order score inside segments from which on they have sections: 1.2 inside the topics of
joined abstracts and short texts, 4 to 10 inside joined articles."""

SMALLEST_INSIDE = 8
"""Units from which on the order inside a segment is looked at; shorter ones count as unordered."""

ROUNDING = 1e-4
"""How far a score that is rounded may be from one that is not, as a share of it."""

MOST_LOOKED_INTO = 24
"""Segments that are looked into; where there are more, as many evenly spaced ones."""


def is_stream(n_units: int, n_segments: int, order: float) -> bool:
    """Whether a text with this order score is as sharp as a stream of documents."""
    return n_segments > 1 and order >= STREAM_SHARPNESS * math.sqrt(n_units)


def looked_into(spans: Sequence[Span]) -> Sequence[Span]:
    """Segments that tell whether all have sections."""
    return spans[:: -(-len(spans) // MOST_LOOKED_INTO)]


def has_sections(problem: Problem, spans: Sequence[Span], known: Mapping[Span, ShortText]) -> bool:
    """Whether these segments of a stream are documents with sections; the short ones are
    ``known``, where C measured them."""
    sizes = [end - start for start, end in spans]
    exact = [_known_order(known, span) for span in spans]
    if native_available():
        bounds = [
            _inner_order_at_most(problem, *span) if order is None else order
            for span, order in zip(spans, exact, strict=True)
        ]
        if float(np.average(bounds, weights=sizes)) < (1.0 - ROUNDING) * LEAST_INSIDE:
            return False
    scores = [
        _inner_order(problem, *span) if order is None else order
        for span, order in zip(spans, exact, strict=True)
    ]
    return float(np.average(scores, weights=sizes)) >= LEAST_INSIDE


def _known_order(known: Mapping[Span, ShortText], span: Span) -> float | None:
    """The order inside a segment that was measured; None for any other."""
    if span[1] - span[0] < SMALLEST_INSIDE:
        return 0.0
    return known[span].order if span in known else None


def inner_problem(problem: Problem, start: int, end: int) -> Problem:
    """One segment as a text of its own: centred on its own mean, within the limits there."""
    limits = problem.limits.between(start, end)
    inner = _contrast(problem).problem(problem.rows[start:end], problem.words[start:end], limits)
    if problem.from_places is None:
        return inner
    prices = problem.from_places[start:end]
    return replace(inner, evidence=inner.evidence + prices, from_places=prices)


def _contrast(problem: Problem) -> Contrast:
    own = problem.objective
    return own if isinstance(own, Contrast) else Contrast()


def _inner_order(problem: Problem, start: int, end: int) -> float:
    rows, weights = _contrast(problem).rows_and_weights(
        problem.rows[start:end], problem.words[start:end]
    )
    return order_score(rows.weighted(weights))


def _inner_weights(problem: Problem, start: int, end: int) -> FloatArray:
    half = _contrast(problem).half_weight_words or HALF_WEIGHT_WORDS
    return length_weights(problem.words[start:end], half)


def _inner_order_at_most(problem: Problem, start: int, end: int) -> float:
    """An upper bound on the order inside a segment, several times as fast as the order.

    Infinite where it tells nothing.
    """
    n = end - start
    weights, sums = _inner_weights(problem, start, end), np.empty(4)
    extension().inside(wanted_engine(), problem.rows.arguments, weights, start, end, sums)
    neighbours, total, squares, pair_squares = sums.tolist()
    mean, variance = moments_over_orders(n, total, squares, pair_squares / (n * (n - 1)))
    if not variance > LEAST_VARIANCE:
        return math.inf
    return max(float(neighbours - mean) / math.sqrt(variance), 0.0)
