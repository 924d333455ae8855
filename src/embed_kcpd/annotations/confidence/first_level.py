"""The price level at which a long text is walked first.

In:  a problem, a segmentation of it, the prices it was found at, a temperature.
Out: about the amount by which prices have to rise.

A walk over all segmentations costs more than anything else here, and the first would only tell
that far too many boundaries are expected.  About how many is known without it: a boundary that
was not found is there with odds exp(gain / temperature), the gain being what one more boundary
at that place would save.  A few places of each stretch speak for it.
"""

import numpy as np
import numpy.typing as npt

from embed_kcpd.annotations.confidence.price_level import LOGS_ABOVE, OTHERS_FALL, expected_found
from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.native import extension, native_available, wanted_engine
from embed_kcpd.problem.costs.linear import LinearCost, squared
from embed_kcpd.problem.rows import CHUNK, Rows
from embed_kcpd.result.segmentation import Segmentation

LONG = 4000
"""Units from which on costs are not kept between walks, so that every walk costs as much."""

STEP = 16
"""One place of so many is looked at."""

HALVINGS = 30
"""How often the range of the level is halved."""


def first_level(
    cost: LinearCost,
    segmentation: Segmentation,
    prices: FloatArray,
    temperature: float,
    target: float,
) -> float:
    """How far prices have to rise so that about ``target`` boundaries are expected, or zero."""
    more, found = gains_of_more(cost, segmentation, prices), np.asarray(segmentation.gains)
    aim = target * float(np.exp(LOGS_ABOVE))

    def expected(level: float) -> float:
        """Around a place that is looked at there is one more boundary at most."""
        logs = np.log(STEP) + (more - OTHERS_FALL * level) / temperature
        others = (0.5 + 0.5 * np.tanh(logs / 2.0)).sum()
        return float(others) + float(expected_found(found, np.array([level]), temperature)[0])

    low, high = 0.0, temperature
    if expected(low) <= aim:
        return 0.0
    while expected(high) > aim and high < float(prices.max()) * len(prices):
        low, high = high, 2.0 * high
    for _ in range(HALVINGS):
        level = (low + high) / 2.0
        low, high = (level, high) if expected(level) > aim else (low, level)
    return high


def gains_of_more(cost: LinearCost, segmentation: Segmentation, prices: FloatArray) -> FloatArray:
    """What one more boundary would save at each of the places that are looked at."""
    n = cost.n_units
    ends = np.array([0, *segmentation.boundaries, n])
    places = np.setdiff1d(np.arange(STEP // 2, n, STEP), ends)
    edges = np.union1d(places, ends)
    sums = np.zeros((len(edges), cost.dim))
    np.cumsum(piece_sums(cost, edges), axis=0, out=sums[1:])
    here = np.searchsorted(edges, places)
    after = np.searchsorted(ends, places)
    left, right = (np.searchsorted(edges, ends[after - side]) for side in (1, 0))
    saved = _energy(cost, edges, sums, left, here) + _energy(cost, edges, sums, here, right)
    saved -= _energy(cost, edges, sums, left, right)
    gains: FloatArray = saved - prices[places]
    return gains


def piece_sums(cost: LinearCost, edges: IntArray) -> FloatArray:
    """The sum of the weighted rows between each two edges, the first 0 and the last n."""
    rows, sums = cost.source.weighted(cost.weights), np.zeros((len(edges) - 1, cost.dim))
    for start in range(0, cost.n_units, CHUNK):
        stop = min(start + CHUNK, cost.n_units)
        first = int(np.searchsorted(edges, start, "right")) - 1
        last = int(np.searchsorted(edges, stop))
        inside = np.maximum(edges[first:last] - start, 0)
        sums[first:last] += np.add.reduceat(_read(rows, start, stop), inside, axis=0)
    return sums


def _read(rows: Rows, start: int, stop: int) -> npt.NDArray[np.float32]:
    """Rows to six digits, which is enough for a guess."""
    if not native_available():
        return rows[start:stop].astype(np.float32)
    read = np.empty((stop - start, rows.shape[1]), dtype=np.float32)
    extension().read(wanted_engine(), rows.arguments, start, 1, stop - start, 1.0, read)
    return read


def _energy(
    cost: LinearCost, edges: IntArray, sums: FloatArray, starts: IntArray, ends: IntArray
) -> FloatArray:
    """|sum|^2 / mass of the segments between edges, the part of their cost that sums decide."""
    mass = cost.mass[edges[ends]] - cost.mass[edges[starts]] + cost.ridge
    energy: FloatArray = squared(sums[ends] - sums[starts]) / np.maximum(mass, 1e-100)
    return energy
