"""Short segments of a text, each measured as a text of its own, many at once.

In:  a problem of the contrast objective, and where its segments begin and end.
Out: a ``ShortText`` for each: the score of the order test, the price, its cheapest boundaries.

The numbers are those of ``reach_profile`` and ``PriceMultiples`` on each segment alone, where
nearly all time goes into calls of Python: here C measures many segments in one call.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.granularity.text_scale.order import (
    FEWEST_ORDERED,
    LEAST_VARIANCE,
    moments_over_orders,
)
from embed_kcpd.granularity.text_scale.price import boundary_prices, drawn_reaches
from embed_kcpd.granularity.text_scale.reach import (
    SPREAD_UNITS,
    USUAL_SPREAD,
    reaches,
    usual_reaches,
)
from embed_kcpd.native import extension, native_available, wanted_engine
from embed_kcpd.problem.contrast import RIDGE, WIDEST_GAP, gaps_of
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast, Problem
from embed_kcpd.solvers.search.engine import traced_each
from embed_kcpd.solvers.search.kept import KeptCosts
from embed_kcpd.solvers.windows import Windows

Span = tuple[int, int]

MOST_UNITS = 96
"""Units up to which a segment is short: C then solves many prices at once (native/kept_walk.h)."""

_SUMS = 6
"""Numbers that C sums over the pairs of a segment (native/short.h)."""


@dataclass(frozen=True, slots=True)
class ShortText:
    """A segment as a text of its own, without limits.

    ``order`` is the score of the order test; ``prices`` holds the price of a boundary, the same
    everywhere, before the evidence.
    """

    n_units: int
    order: float
    prices: FloatArray
    evidence: FloatArray
    kept: KeptCosts

    def boundaries(self, price: FloatArray, factors: FloatArray) -> list[tuple[int, ...]]:
        """The boundaries that are cheapest at each multiple of ``price``."""
        return traced_each(self.kept.starts(self.evidence, price[0] * factors))


@dataclass(frozen=True, slots=True)
class _Measured:
    """What C measured: one row of sums and of similarity by distance for each segment, products
    of near units with ``WIDEST_GAP`` columns of zeros after each segment, costs of each."""

    sums: FloatArray
    curves: FloatArray
    near: FloatArray
    places: IntArray
    costs: list[FloatArray]


def short_texts(problem: Problem, spans: Sequence[Span]) -> dict[Span, ShortText]:
    """Those of the segments that are short; none without C.  Each takes up to 40 KB."""
    short = [(start, end) for start, end in spans if 0 < end - start <= MOST_UNITS]
    if not short or not native_available() or not isinstance(problem.objective, Contrast):
        return {}
    texts = zip(short, _texts(problem, short), strict=True)
    return {span: text for span, text in texts if not math.isnan(text.order)}


def _texts(problem: Problem, spans: Sequence[Span]) -> Iterator[ShortText]:
    """One for each segment; the order is NaN where a unit has no direction."""
    starts, ends = np.array(spans, dtype=np.int64).T.copy()
    sizes = ends - starts
    firsts = np.cumsum(sizes) - sizes
    units = np.repeat(starts - firsts, sizes) + np.arange(sizes.sum())
    own = problem.weights[units]
    weights = own / np.repeat(np.add.reduceat(own, firsts) / sizes, sizes)
    measured = _measured(problem, starts, ends, weights)
    words = np.add.reduceat(np.maximum(problem.words[units], 1.0), firsts) / sizes
    orders, usual = _orders(sizes, measured.sums), _usual_reaches(sizes, measured.sums, words)
    prices = boundary_prices(drawn_reaches(reaches(measured.curves), sizes, usual), words)
    evidence = gaps_of(measured.near)
    if problem.from_places is not None:
        evidence[np.repeat(measured.places - firsts, sizes) + np.arange(len(units))] += (
            problem.from_places[units]
        )
    for k, (n, place) in enumerate(zip(sizes.tolist(), measured.places.tolist(), strict=True)):
        kept = KeptCosts(measured.costs[k], problem.cost.slack, Windows.of(UNLIMITED, n))
        paid = evidence[place : place + n + 1]  # zero at the end
        yield ShortText(n, float(orders[k]), prices[k : k + 1], paid, kept)


def _measured(problem: Problem, starts: IntArray, ends: IntArray, weights: FloatArray) -> _Measured:
    """``weights`` are those of the units of all segments, side by side."""
    sizes = ends - starts
    count, widest = len(sizes), max(2, int(sizes.max()) // 2)
    places = np.arange(count) * WIDEST_GAP + np.cumsum(sizes) - sizes
    columns = int(sizes.sum()) + (count + 2) * WIDEST_GAP
    sums, curves = np.empty((count, _SUMS)), np.zeros((count, widest))
    near = np.zeros((2 * WIDEST_GAP, columns))
    filled = np.cumsum(sizes * (sizes + 1) // 2)
    costs = np.empty(filled[-1])
    extension().short_texts(
        wanted_engine(),
        problem.rows.arguments,
        weights,
        RIDGE,
        count,
        starts,
        ends,
        places + WIDEST_GAP,
        widest,
        columns,
        sums,
        curves,
        near,
        costs,
    )
    return _Measured(sums, curves, near, places, np.split(costs, filled[:-1]))


def _orders(sizes: IntArray, sums: FloatArray) -> FloatArray:
    """The score of the order test for each segment."""
    neighbours, total, per_unit_squares, squares = sums.T[:4]
    n = np.maximum(sizes, FEWEST_ORDERED).astype(np.float64)
    mean, variance = moments_over_orders(n, total, per_unit_squares, squares / (n * (n - 1)))
    deviations = np.sqrt(np.maximum(variance, LEAST_VARIANCE))
    is_ordered = (sizes >= FEWEST_ORDERED) & ~(variance <= LEAST_VARIANCE)
    scores: FloatArray = np.where(is_ordered, (neighbours - mean) / deviations, 0.0)
    return scores


def _usual_reaches(sizes: IntArray, sums: FloatArray, words: FloatArray) -> FloatArray:
    """The reach that is usual for such similarities and words per unit."""
    plain, plain_squares = sums.T[4:] / np.maximum(sizes * (sizes - 1), 1)
    spreads = np.sqrt(np.maximum(plain_squares - plain * plain, 0.0))
    return usual_reaches(np.where(sizes >= SPREAD_UNITS, spreads, USUAL_SPREAD), words)
