"""How many events are met by changes at random places: the exact distribution.

In:  for each event the places that meet it, a range of consecutive posts; the number of places
     there are and of changes that are drawn among them, none twice.
Out: the probability of meeting 0, 1, 2, ... events.

Let ways[i, h] be the number of ways to draw k places of which i is the last and that meet h
events.  One more place i behind the last one j meets anew the events that hold i and begin
behind j, so ways of k + 1 are sums of ways of k over ranges of j: one pass over the places for
each change.  Only ratios matter, so every pass is scaled to a sum of one.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray


def hit_distribution(ranges: Sequence[tuple[int, int]], n_places: int, n_drawn: int) -> FloatArray:
    """Probabilities of 0 to ``len(ranges)`` hits; a range is half-open and may be empty.

    >>> hit_distribution([(0, 1)], n_places=4, n_drawn=1).tolist()
    [0.75, 0.25]
    """
    most = len(ranges)
    nothing = np.zeros(most + 1)
    nothing[0] = 1.0
    if n_drawn == 0:
        return nothing
    # before[i] sums the ways whose last place is before place i; place -1 is "none drawn yet".
    before = np.tile(nothing, (n_places + 1, 1))
    ways = np.zeros((n_places, most + 1))
    for _ in range(n_drawn):
        ways = _one_more(before, ranges, n_places)
        ways /= ways.sum()
        before = np.vstack([np.zeros(most + 1), np.cumsum(ways, axis=0)])
    distribution: FloatArray = ways.sum(axis=0)
    return distribution


def _one_more(before: FloatArray, ranges: Sequence[tuple[int, int]], n_places: int) -> FloatArray:
    """The ways with one more place drawn; between two edges of ranges the same events are open."""
    width = len(ranges) + 1
    ways = np.zeros((n_places, width))
    inside = [(start, end) for start, end in ranges if start < end]
    edges = sorted({0, n_places, *(edge for each in inside for edge in each)})
    for low, high in pairwise(edges):
        starts = sorted((s for s, end in inside if s <= low and high <= end), reverse=True)
        # A last place behind all of these starts meets nothing anew, one before the r-th start
        # meets r events anew.
        sums = [before[start] for start in starts] + [np.zeros(width)]
        ways[low:high] = before[low:high] - sums[0]
        for anew, (left, right) in enumerate(pairwise(sums), 1):
            ways[low:high, anew:] += (left - right)[: width - anew]
    return ways
