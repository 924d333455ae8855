"""How many events are met by changes at random places: the exact distribution.

In:  for each event the places that meet it, a range of consecutive posts; the number of places
     there are and of changes that are drawn among them, none twice.
Out: the probability of meeting 0, 1, 2, ... events.

Between two edges of ranges all places meet the same events, so it is enough to know how many
places are drawn in each such stretch: r of n in C(n, r) ways.  Stretches are taken from left to
right.  One in which something is drawn meets anew the events that hold it and begin behind the
last such stretch before it.  All weights of a stretch may be multiplied by c * x**r for any c and
x: x is chosen so that numbers near those expected weigh most, and nothing overflows.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray


def hit_distribution(ranges: Sequence[tuple[int, int]], n_places: int, n_drawn: int) -> FloatArray:
    """Probabilities of 0 to ``len(ranges)`` hits; a range is half-open and may be empty.

    >>> hit_distribution([(0, 1)], n_places=4, n_drawn=1).round(3).tolist()
    [0.75, 0.25]
    """
    inside = [(start, end) for start, end in ranges if start < end]
    edges = sorted({0, n_places, *(edge for each in inside for edge in each)})
    odds = (n_drawn + 0.5) / (n_places - n_drawn + 0.5)
    # ways[i][k, h]: k places drawn so far, h events met; the last place drawn is in stretch i - 1.
    ways = [np.zeros((n_drawn + 1, len(ranges) + 1))]
    ways[0][0, 0] = 1.0
    for low, high in pairwise(edges):
        drawn = _ways_to_draw(high - low, n_drawn, odds)
        open_starts = [start for start, end in inside if start <= low and high <= end]
        reached = [
            _shifted(before, sum(start >= last for start in open_starts))
            for last, before in zip([-1, *edges[1:]], ways, strict=False)
        ]
        ways = [before * drawn[0] for before in ways]
        ways.append(_convolved(np.sum(reached, axis=0), np.append(0.0, drawn[1:])))
    totals = np.maximum(np.sum([before[n_drawn] for before in ways], axis=0), 0.0)
    distribution: FloatArray = totals / totals.sum()
    return distribution


def _ways_to_draw(n_places: int, most: int, odds: float) -> FloatArray:
    """The ways to draw 0 to ``most`` of so many places, each drawn one times the odds, as shares of
    the largest.

    >>> _ways_to_draw(2, 3, odds=1.0).round(3).tolist()
    [0.5, 1.0, 0.5, 0.0]
    """
    drawn = np.arange(min(most, n_places))
    logs = np.append(0.0, np.cumsum(np.log((n_places - drawn) / (drawn + 1.0) * odds)))
    ways = np.zeros(most + 1)
    ways[: len(logs)] = np.exp(logs - logs.max())
    return ways


def _shifted(ways: FloatArray, hits: int) -> FloatArray:
    """The same with so many more events met."""
    return np.pad(ways, ((0, 0), (hits, 0)))[:, : ways.shape[1]]


def _convolved(ways: FloatArray, drawn: FloatArray) -> FloatArray:
    """So many places drawn before, and so many now, for each sum of both up to the most."""
    length = 2 * len(drawn)
    spectrum = np.fft.rfft(ways, length, axis=0) * np.fft.rfft(drawn, length)[:, None]
    sums: FloatArray = np.fft.irfft(spectrum, length, axis=0)[: len(drawn)]
    return sums
