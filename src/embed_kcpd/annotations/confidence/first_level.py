"""The price level at which a long text is walked first.

In:  a problem, a segmentation of it, the prices it was found at, a temperature.
Out: about the amount by which prices have to rise.

A walk over all segmentations costs more than anything else here, and the first would only tell
that far too many boundaries are expected.  About how many is known without it: a boundary that
was not found is there with odds exp(gain / temperature), the gain being what one more boundary
at that place would save.  A few places of each stretch speak for it.
"""

import math

import numpy as np

from embed_kcpd.annotations.confidence.price_level import LOGS_ABOVE, OTHERS_FALL, guessed_level
from embed_kcpd.arrays import FloatArray, IntArray, median
from embed_kcpd.problem.costs.linear import LinearCost, squared
from embed_kcpd.result.segmentation import Segmentation

LONG = 4000
"""Units from which on costs are not kept between walks, so that every walk costs as much."""

SURE = 60.0
"""A price this many times the temperature leaves no room for others: prices need not rise."""

STEP = 16
"""One place of so many is looked at."""


def first_level(
    cost: LinearCost, segmentation: Segmentation, prices: FloatArray, temperature: float
) -> float:
    """How far prices have to rise so that about as many boundaries are expected as were found."""
    if median(prices) > SURE * temperature:
        return 0.0
    gains = np.minimum(gains_of_more(cost, segmentation, prices), 0.0)
    others = STEP * float(np.exp(gains / temperature).sum())
    found = np.asarray(segmentation.gains)
    if len(found) == 0:
        return temperature * max(math.log(max(2.0 * others, 1.0)), 0.0)
    if others <= len(found) * math.expm1(LOGS_ABOVE):
        return 0.0
    expected = others + float((0.5 + 0.5 * np.tanh(found / (2.0 * temperature))).sum())
    return guessed_level(expected, found, temperature, OTHERS_FALL)


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
    sums = np.zeros((len(edges) - 1, cost.dim))
    for start, chunk in cost.source.chunks():
        stop = start + len(chunk)
        first = int(np.searchsorted(edges, start, "right")) - 1
        last = int(np.searchsorted(edges, stop))
        inside = np.maximum(edges[first:last] - start, 0)
        sums[first:last] += np.add.reduceat(chunk * cost.weights[start:stop, None], inside, axis=0)
    return sums


def _energy(
    cost: LinearCost, edges: IntArray, sums: FloatArray, starts: IntArray, ends: IntArray
) -> FloatArray:
    """|sum|^2 / mass of the segments between edges, the part of their cost that sums decide."""
    mass = cost.mass[edges[ends]] - cost.mass[edges[starts]] + cost.ridge
    energy: FloatArray = squared(sums[ends] - sums[starts]) / np.maximum(mass, 1e-100)
    return energy
