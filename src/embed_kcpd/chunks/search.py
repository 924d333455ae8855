"""The cheapest chunks: spread of the units, evidence at each gap, and a price for odd sizes.

In:  a segment cost, a price for each gap, the tokens of each unit, what a chunk may hold.
Out: the boundaries of least total, by trying every start that can be the best one.

A chunk of S tokens pays ``weight (S / aim - 1)**2`` beside its spread, one below the aim
``weight log(S / aim)**2``, which is more: small chunks fill a ranking and say little.  Cutting one
into parts of a and b tokens, both at least the aim, saves ``weight (2 a b / aim**2 - 1)`` of that
and adds at most ``slack`` plus the price of the boundary.  Where the units between two allowed
boundaries hold at most u tokens, the cut next to the middle leaves ``a, b >= (S - u) / 2`` and
``a b >= (S**2 - u**2) / 4``; so a chunk is never cheapest with ``S >= 2 aim + u`` and
``S**2 > u**2 + 2 aim**2 (1 + (slack + dearest price) / weight)``: longer ones are not looked at.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.problem.costs.protocol import SegmentCost

WEIGHT = 0.75
"""What it costs to be off the aim by a factor of e from below (docs/results/benchmarks.md)."""

SMALLEST = 0.01
"""Share of the aim below which a chunk pays no more for being smaller."""

TOO_SMALL = 1e3
"""What a chunk pays for each token below the minimum, as a share of the aim: more than any spread,
so that it is paid only where the limit leaves no other way."""


@dataclass(frozen=True, slots=True)
class ChunkSizes:
    """What a chunk may hold and aims at, in tokens."""

    most: float
    aim: float
    least: float = 0.0

    def price(self, sizes: FloatArray) -> FloatArray:
        """What a chunk of each of these sizes pays for not being as large as it should be.

        >>> ChunkSizes(most=400, aim=100).price(np.array([100.0, 200.0])).tolist()
        [0.0, 0.75]
        """
        shares = np.maximum(sizes / self.aim, SMALLEST)
        odd = np.log(np.minimum(shares, 1.0)) ** 2 + np.maximum(shares - 1.0, 0.0) ** 2
        missing = np.maximum(self.least - sizes, 0.0)
        prices: FloatArray = WEIGHT * odd + TOO_SMALL * missing / self.aim
        return prices


@dataclass(frozen=True, slots=True)
class ChunkProblem:
    """The cost of a chunk, and the price of a boundary at each unit.

    A chunk starts only at units with ``allowed``, and always at ``forced`` ones.
    """

    cost: SegmentCost
    prices: FloatArray
    allowed: npt.NDArray[np.bool_]
    forced: frozenset[int] = frozenset()


def cheapest_chunks(
    problem: ChunkProblem, tokens: FloatArray, sizes: ChunkSizes
) -> tuple[int, ...]:
    """Boundaries of least total cost.

    A chunk holds at most ``sizes.most`` tokens; the units between two allowed starts must fit
    into one.
    """
    cost, prices, n = problem.cost, problem.prices, problem.cost.n_units
    edges = np.append(0.0, np.cumsum(tokens))
    longest = min(sizes.most, _longest_useful(problem, edges, sizes))
    starts = np.flatnonzero(problem.allowed)
    firsts = _first_starts(edges, longest, problem.forced)
    best, back = np.full(n + 1, np.inf), np.zeros(n + 1, dtype=np.int64)
    best[0] = 0.0
    for end in range(1, n + 1):
        low, high = np.searchsorted(starts, (firsts[end], end))
        candidates = starts[low:high]
        if len(candidates):
            total = best[candidates] + cost.column(candidates, end) + prices[candidates]
            total += sizes.price(edges[end] - edges[candidates])
            chosen = int(np.argmin(total))
            best[end], back[end] = total[chosen], candidates[chosen]
    return _walked_back(back, n)


def _first_starts(edges: FloatArray, longest: float, forced: frozenset[int]) -> IntArray:
    """For every end, the first unit from which a chunk may reach it."""
    room = 1e-9 * max(1.0, float(edges[-1]))
    firsts: IntArray = np.searchsorted(edges, edges - longest - room).astype(np.int64)
    walls = np.zeros(len(edges), dtype=np.int64)
    walls[[unit + 1 for unit in forced]] = list(forced)
    return np.maximum(firsts, np.maximum.accumulate(walls))


def _longest_useful(problem: ChunkProblem, edges: FloatArray, sizes: ChunkSizes) -> float:
    """Tokens beyond which cutting a chunk is always cheaper; both parts keep the minimum."""
    inner = [*np.flatnonzero(problem.allowed).tolist(), len(problem.allowed)]
    widest = max((edges[end] - edges[start] for start, end in pairwise(inner)), default=0.0)
    dearest = max(0.0, float(problem.prices.max(initial=0.0)))
    dearest += problem.cost.slack
    longest = math.sqrt(widest**2 + 2.0 * sizes.aim**2 * (1.0 + dearest / WEIGHT))
    return max(longest, 2.0 * max(sizes.aim, sizes.least) + widest)


def _walked_back(back: IntArray, n_units: int) -> tuple[int, ...]:
    boundaries, end = [], n_units
    while end > 0:
        end = int(back[end])
        boundaries.append(end)
    return tuple(reversed(boundaries[:-1]))
