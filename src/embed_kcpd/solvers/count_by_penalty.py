"""A fixed number of segments, by a penalty and by what the penalty leaves open.

In:  an engine, prices, a number of segments that is possible.
Out: the boundaries of the cheapest segmentation into that many.

At any penalty, a segmentation into K segments costs at least the optimum at that penalty.
First the penalty is moved until K segments are cheapest: then they are the answer.  Some
counts are cheapest at no penalty.  Then, at the penalty where the neighbouring counts
cross, let ``excess`` be how far the best K segments lie above the optimum.  Every boundary
b of theirs has ``forward(b) + backward(b) <= optimum + excess``, and so has every segment
with its own cost between, so only these need to be tabulated.  The excess is not known, but
guessing it is exact: whatever a guess admits contains all segmentations within the guess.  The
first guess admits a few times as many edges as are needed.
"""

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.problem.costs.between_edges import between_edges
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.solvers.exact import priced_segmentation
from embed_kcpd.solvers.search.engine import Engine, traced

_TIE = 1e-9
"""Relative difference below which two objectives count as equal."""

_ROUNDING = 1e-12
"""What rounding may add to an objective, relative to what costs are differences of."""

_LEAST_EXCESS = 1e-300
"""The second guess where all costs are zero."""

_FIRST_EDGES = 16
"""Edges beyond two for each segment that the first guess of the excess admits."""

_GROWTH = 2
"""How many times as much the next guess is, and how many times as many edges it admits."""


class Counted(NamedTuple):
    """Boundaries, and a penalty at which no other number of them is much cheaper."""

    boundaries: tuple[int, ...]
    penalty: float


def by_penalty(engine: Engine, prices: FloatArray, n_segments: int) -> Counted:
    """The cheapest segmentation into ``n_segments``.

    The penalties of the two extremes may be so large that costs beside them lose their digits:
    they show which numbers are possible, and are no answer themselves.
    """
    ceiling = dearest(engine, prices)
    coarse, fine = (_line(engine, prices, penalty) for penalty in (ceiling, -ceiling))
    tolerance = rounding(engine)
    while len(coarse.boundaries) < len(fine.boundaries):
        penalty = (coarse.cost - fine.cost) / (len(fine.boundaries) - len(coarse.boundaries))
        middle = _line(engine, prices, penalty)
        if len(middle.boundaries) + 1 == n_segments:
            return Counted(middle.boundaries, penalty)
        gain = coarse.at(penalty) - middle.at(penalty)
        is_tied = gain <= _TIE * abs(coarse.at(penalty)) + tolerance
        if is_tied or middle.is_no_better_than(coarse) or middle.is_no_better_than(fine):
            return Counted(_between(engine, prices + penalty, n_segments), penalty)
        if len(middle.boundaries) + 1 < n_segments:
            coarse = middle
        else:
            fine = middle
    return Counted(_line(engine, prices, 0.0).boundaries, 0.0)  # no other number is possible


@dataclass(frozen=True, slots=True)
class _Line:
    """A segmentation: what it costs is a straight line over the penalty."""

    boundaries: tuple[int, ...]
    cost: float

    def at(self, penalty: float) -> float:
        return self.cost + penalty * len(self.boundaries)

    def is_no_better_than(self, other: "_Line") -> bool:
        """Whether it has as many boundaries and costs no less: nothing is gained by going on."""
        return len(self.boundaries) == len(other.boundaries) and self.cost >= other.cost


def _line(engine: Engine, prices: FloatArray, penalty: float) -> _Line:
    boundaries = traced(engine.starts((prices + penalty)[None, :])[0])
    # Not from the table: a huge penalty would leave few digits to the costs.
    return _Line(boundaries, priced_segmentation(engine.cost, prices, boundaries).objective)


def dearest(engine: Engine, prices: FloatArray) -> float:
    """A penalty so high that one boundary less is always worth it."""
    cost, n = engine.cost, engine.cost.n_units
    if n == 0:
        return 0.0
    return (
        _whole(engine)
        + (cost.slack * n if np.isfinite(cost.slack) else 0.0)
        + 2.0 * float(np.abs(prices).sum())
        + 1.0
    )


def _whole(engine: Engine) -> float:
    """The cost of everything as one segment."""
    return abs(float(engine.cost.along([np.array([0, engine.cost.n_units])])[0][0][0]))


def rounding(engine: Engine) -> float:
    """A difference of objectives that may come from rounding alone.

    Rounding is relative to what costs are differences of: the squared lengths of the rows, and
    one for each unit where the cost is a kernel's or of an unknown kind.
    """
    cost = engine.cost
    if cost.n_units == 0:
        return 0.0
    if isinstance(cost, LinearCost):
        return _ROUNDING * float(cost.squares[-1])
    return _ROUNDING * max(_whole(engine), float(cost.n_units))


def _between(engine: Engine, prices: FloatArray, n_segments: int) -> tuple[int, ...]:
    """The same among all segmentations near the optimum for ``prices``."""
    forward = engine.values(prices)
    mirrored = np.append(prices[:1], prices[:0:-1])
    backward = engine.mirrored().values(mirrored)[::-1]
    after = np.append(backward[:-1] - prices, 0.0)  # from an edge on, without its own price
    after[0] = backward[0]
    above = np.sort(forward + after - forward[-1])
    above = above[np.isfinite(above)]
    n_edges, excess = 2 * n_segments + _FIRST_EDGES, rounding(engine)
    while True:
        excess = max(excess, float(above[min(n_edges, len(above)) - 1]))
        near = _NearOptimum(engine, np.append(prices, 0.0), forward, after, excess)
        boundaries = near.solve(n_segments)
        if boundaries is not None:
            return boundaries
        n_edges, excess = _GROWTH * n_edges, _GROWTH * excess or _LEAST_EXCESS


@dataclass(frozen=True, slots=True)
class _States:
    """Least totals at an edge for ``fewest`` segments, one more, and so on; with their starts."""

    fewest: int
    totals: FloatArray
    starts: IntArray


@dataclass(frozen=True, slots=True)
class _NearOptimum:
    """The table of all counts, restricted to segmentations within ``excess`` of the optimum.

    ``forward`` is the least total up to an edge with its price, ``after`` the least from it on.
    """

    engine: Engine
    paid: FloatArray
    forward: FloatArray
    after: FloatArray
    excess: float

    @property
    def limit(self) -> float:
        return float(self.forward[-1]) + self.excess

    def solve(self, n_segments: int) -> tuple[int, ...] | None:
        """The boundaries of the cheapest segmentation into ``n_segments``, if any is this near."""
        edges = np.flatnonzero(self.forward + self.after <= self.limit)
        windows, cost = self.engine.windows, between_edges(self.engine.cost, edges)
        states = {0: _States(0, np.zeros(1), np.zeros(1, dtype=np.int64))}
        live, beaten = np.zeros(1, dtype=np.int64), deque[tuple[int, IntArray]]()
        for end in edges[1:].tolist():
            while beaten and beaten[0][0] <= end:
                live = np.setdiff1d(live, beaten.popleft()[1])
            live = live[live >= windows.first[end]]
            starts = live[live <= windows.last[end]]
            costs = cost.column(starts, end)
            totals = self.forward[starts] + costs
            near = totals + (self.paid[end] + self.after[end]) <= self.limit
            merged = self._merged(states, starts[near], costs[near], end, n_segments)
            if merged is not None:
                states[end] = merged
                live = np.append(live, end)
            lost = totals >= self.forward[end] + cost.slack + self.excess
            beaten.append((windows.ready(end), starts[lost]))
        return _traced(states, windows.n_units, n_segments)

    def _merged(
        self, states: dict[int, _States], starts: IntArray, costs: FloatArray, end: int, most: int
    ) -> _States | None:
        """The states of ``end`` from those of its starts; counts above ``most`` are left out."""
        before = [states[start] for start in starts.tolist()]
        if not before:
            return None
        fewest = 1 + min(state.fewest for state in before)
        size = 1 + max(state.fewest + len(state.totals) for state in before) - fewest
        totals = np.full(min(size, most + 1 - fewest), np.inf)
        chosen = np.zeros(len(totals), dtype=np.int64)
        for start, cost, state in zip(starts, costs, before, strict=True):
            at = slice(state.fewest + 1 - fewest, state.fewest + 1 - fewest + len(state.totals))
            offer = (state.totals + (cost + self.paid[end]))[: max(0, len(totals) - at.start)]
            np.copyto(chosen[at], start, where=offer < totals[at])
            np.minimum(totals[at], offer, out=totals[at])
        kept = np.flatnonzero(totals + self.after[end] <= self.limit)
        if len(kept) == 0:
            return None
        part = slice(kept[0], kept[-1] + 1)
        return _States(fewest + int(kept[0]), totals[part], chosen[part])


def _traced(states: dict[int, _States], end: int, n_segments: int) -> tuple[int, ...] | None:
    """The boundaries read back from the last edge."""
    starts = []
    for count in range(n_segments, 0, -1):
        at = count - states[end].fewest if end in states else -1
        if not (0 <= at < len(states[end].totals) and np.isfinite(states[end].totals[at])):
            return None
        end = int(states[end].starts[at])
        starts.append(end)
    return tuple(starts[-2::-1])
