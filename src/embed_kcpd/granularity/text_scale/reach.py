"""Reach: how far apart two units of a text can be and still be alike.

In:  rows with weights, and the words of each unit.
Out: a ``ReachProfile``: similarity by distance, its reach, and the price of a boundary.

k(l), the mean similarity of units l apart minus that of all pairs, falls to zero at about the
length of a segment: a quick dialogue forgets its subject after a few units, a lecture after
eighty.  A true boundary between segments of r alike units saves a cost in proportion to r, so
its price must grow with r.  Nothing here depends on the length of the text: longer texts are
measured in windows, and the price follows them.
"""

from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.granularity.text_scale.bands import striped_curves
from embed_kcpd.granularity.text_scale.pairs import AllPairs, measured_pairs
from embed_kcpd.granularity.text_scale.price import (
    USUAL_REACH,
    USUAL_WORDS,
    boundary_prices,
    drawn_reaches,
    prose_reaches,
)
from embed_kcpd.problem.rows import Rows, as_rows

USUAL_SPREAD = 0.12
"""Standard deviation of the similarity of any two units from which on it is usual.  Encoders of
many effective dimensions stay below it: alike units then stand out from chance by less, a
boundary saves less, and short texts are drawn to a shorter reach."""

SPREAD_POWER = 4.0
"""The usual reach falls with this power of a spread below the usual one.  Without it a
multilingual encoder is cut too coarsely (mean Pk 24.0 instead of 15.8 over twelve languages)."""

SPREAD_WORDS = (6.0, 9.0)
"""Words per unit up to which a small spread says nothing, and from which on it counts fully.  The
sentences of a mail or a chat may spread as little, because no two of them are alike; a shorter
reach would cut such a text at every other sentence."""

LEAST_SPREAD = 0.7
"""A spread below this share of the usual one counts as this."""

SPREAD_UNITS = 16
"""Units from which on the spread is measured; in fewer, the usual one is assumed."""

WINDOW = 192
"""Units of one measurement in a long text; windows begin every quarter of it."""

STRIDE = WINDOW // 4

ONE_WINDOW = WINDOW * 3 // 2
"""Units up to which the whole text is measured at once."""

_TINY = 1e-12


@dataclass(frozen=True, slots=True)
class ReachProfile:
    """What was measured: one reach and its prices per window, and the curve they come from.

    ``centres`` are positions in units; ``curve[l - 1]`` is k(l), averaged over the windows.
    ``prose_prices`` are the prices where the text is written prose and the measured ones are
    in doubt.  ``order`` is the score of the order test, which needs the same pairs;
    ``all_pairs`` holds them where the text is short.
    """

    n_units: int
    centres: FloatArray
    reaches: FloatArray
    window_prices: FloatArray
    prose_prices: FloatArray
    curve: FloatArray
    order: float
    all_pairs: AllPairs | None

    @property
    def prices(self) -> FloatArray:
        """Price of a boundary at each unit, as measured."""
        return self.prices_of(0.0)

    def prices_of(self, prose: float) -> FloatArray:
        """Price at each unit of a text that is prose with this certainty, from 0 to 1.

        Log-linear between the windows, flat at the ends.
        """
        logs = (1.0 - prose) * np.log(self.window_prices) + prose * np.log(self.prose_prices)
        return np.exp(np.interp(np.arange(self.n_units), self.centres, logs))


def curve_of(pairs: AllPairs) -> FloatArray:
    """k(l) for l = 1 to half the units: similarity of units l apart, minus that of all pairs.

    >>> curve_of(AllPairs.of(np.array([[1.0], [1.0], [-1.0], [-1.0]]), np.ones(4))).round(2)
    array([ 0.67, -0.67])
    """
    weights = pairs.weights
    n = len(weights)
    farthest = min(max(2, n // 2), n - 1)
    if farthest < 1:
        return np.zeros(0)
    alike = _diagonal_sums(pairs.weighted, farthest)
    mass = np.correlate(weights, weights, "full")[n : n + farthest]
    every = float(weights.sum() ** 2 - weights @ weights)
    return alike / np.maximum(mass, _TINY) - float(pairs.per_unit.sum()) / max(every, _TINY)


def reach(curve: FloatArray) -> float:
    """Centre of mass of the distances at which units are alike, in units.

    Only distances up to ``horizon`` count, weighted by k(l) where it is positive; the mean is
    taken over square roots, between the arithmetic mean, which one far bump moves, and the
    geometric mean, which misses slow drift.

    >>> reach(np.array([0.3, 0.3, -0.1]))
    1.457...
    """
    return float(reaches(curve[None, :])[0])


def reaches(curves: FloatArray) -> FloatArray:
    """The reach of each row of ``curves``."""
    n_windows, farthest = curves.shape
    if farthest == 0:
        return np.ones(n_windows)
    horizons = 1 + np.argmax(np.cumsum(curves, axis=1), axis=1)
    is_near = np.arange(farthest) < horizons[:, None]
    alike = np.where(is_near, np.maximum(curves, 0.0), 0.0)
    totals = alike.sum(axis=1)
    roots = alike @ np.sqrt(np.arange(1, farthest + 1)) / np.where(totals > 0.0, totals, 1.0)
    return np.where(totals > 0.0, roots**2, 1.0)


def horizon(curve: FloatArray) -> int:
    """The distance at which k(l) stops being positive: where its running sum is largest.

    >>> horizon(np.array([0.3, 0.2, -0.1, 0.05]))
    2
    """
    return 1 + int(np.argmax(np.cumsum(curve))) if len(curve) else 0


def usual_reach(spread: float, words: float = USUAL_WORDS) -> float:
    """The reach, in units of so many words, that short texts have whose similarities spread so.

    >>> usual_reach(USUAL_SPREAD) == usual_reach(0.09, words=5.0) == USUAL_REACH
    True
    """
    return float(usual_reaches(np.array([spread]), np.array([words]))[0])


def usual_reaches(spreads: FloatArray, words: FloatArray) -> FloatArray:
    """The same for several texts."""
    share = np.clip(spreads / USUAL_SPREAD, LEAST_SPREAD, 1.0)
    few, enough = SPREAD_WORDS
    counts = np.clip((words - few) / (enough - few), 0.0, 1.0)
    usual: FloatArray = USUAL_REACH * share ** (SPREAD_POWER * counts)
    return usual


def reach_profile(
    rows: Rows | FloatArray,
    weights: FloatArray,
    words: FloatArray,
    *,
    topic_sharpness: float = 1.0,
) -> ReachProfile:
    """Measure the text at once, or a long text in windows; ``words`` has one count per unit.

    ``topic_sharpness`` is how sharp topics look in these vectors, as a share of how sharp they
    look in those for which the prices of prose were chosen.
    """
    n, given = len(rows), as_rows(rows)
    counts, all_pairs = np.maximum(words, 1.0), None
    if n <= ONE_WINDOW:
        all_pairs = AllPairs.of(given[:], weights)
        curves, pairs = curve_of(all_pairs)[None, :], all_pairs.measured()
        starts: IntArray = np.zeros(1, dtype=np.int64)
        size = n
    else:
        starts = window_starts(n)
        curves, pairs = window_curves(given, weights, starts), measured_pairs(given, weights)
        size = WINDOW
    measured = reaches(curves)
    running = np.append(0.0, np.cumsum(counts))
    per_unit = (running[starts + size] - running[starts]) / max(size, 1)
    spread = pairs.spread if n >= SPREAD_UNITS else USUAL_SPREAD
    usual = usual_reach(spread, float(counts.mean()) if n else USUAL_WORDS)
    sharpness = curves[:, :1].sum(axis=1) / max(spread * topic_sharpness, _TINY)
    drawn = drawn_reaches(measured, size, usual)
    raised = prose_reaches(drawn, size, per_unit, usual, sharpness)
    return ReachProfile(
        n_units=n,
        centres=starts.astype(np.float64) + size / 2,
        reaches=measured,
        window_prices=boundary_prices(drawn, per_unit),
        prose_prices=boundary_prices(raised, per_unit),
        curve=curves.mean(axis=0),
        order=pairs.order,
        all_pairs=all_pairs,
    )


def window_starts(n_units: int) -> IntArray:
    """Windows every quarter of their size, and one that ends with the text.

    >>> window_starts(300).tolist()
    [0, 48, 96, 108]
    """
    return np.append(np.arange(0, n_units - WINDOW, STRIDE), n_units - WINDOW)


def window_curves(rows: Rows, weights: FloatArray, starts: IntArray) -> FloatArray:
    """k(l) of each window; all windows but the last begin at multiples of ``STRIDE``.

    Neighbouring windows share most of their pairs, so these are summed by stripes and once.
    """
    last = striped_curves(rows.part(slice(starts[-1], None)), weights[starts[-1] :], STRIDE, 1)
    return np.vstack([striped_curves(rows, weights, STRIDE, len(starts) - 1), last])


def _diagonal_sums(square: FloatArray, farthest: int) -> FloatArray:
    """Sums of the first ``farthest`` diagonals above the main one."""
    n = len(square)
    padded = np.zeros((n, n + farthest))
    padded[:, :n] = square
    down, right = padded.strides
    # Row i from column i + 1 on: a sheared view in which each diagonal is a column.
    diagonals = np.lib.stride_tricks.as_strided(
        padded[:, 1:], shape=(n, farthest), strides=(down + right, right), writeable=False
    )
    sums: FloatArray = diagonals.sum(axis=0)
    return sums
