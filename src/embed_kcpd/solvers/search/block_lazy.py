"""The block-lazy search: exact, and most segments are never looked at.

In:  a frontier (what is known about the costs so far), prices, windows.
Out: for each edge its value and its best start, for every price list at once.

Edges are settled block by block.  One evaluated total bounds all later ones from below, at
the price of one number that all starts share, so before a block is settled the frontier
names the few starts that could win somewhere in it; only these are evaluated there.
docs/explanation/solver.md proves the bounds.
"""

from typing import Protocol

import numpy as np

from embed_kcpd.arrays import BoolArray, FloatArray, IntArray
from embed_kcpd.solvers.search.recursion import Stretch, settle_stretch
from embed_kcpd.solvers.windows import Windows

_OFFERS = 2**20
"""Totals evaluated at a time (8 MB)."""


class Frontier(Protocol):
    """What is known about all starts before the open block ``start`` to ``end``."""

    oldest: int
    """Starts before it are forgotten and must not be asked for."""

    slack: float
    margin: float
    """Above all rounding in the bounds: widens what is evaluated, never what is accepted."""

    bridge: FloatArray
    """How much any earlier start's cost grows at least from ``start`` to each edge after it."""

    own: FloatArray
    """The cost from ``start`` to each edge after it."""

    def open(self, start: int, end: int) -> None: ...

    def inside(self) -> FloatArray:
        """Costs between all edges of the block: row ``end``, column ``start``."""
        ...

    def contenders(self, ceilings: FloatArray) -> tuple[IntArray, BoolArray]:
        """Earlier starts that may go below a list's ceiling at some edge, and for which lists."""
        ...

    def columns(self, starts: IntArray) -> FloatArray:
        """Costs from ``starts``, all before the block, to each edge after ``start``, by row."""
        ...

    def close(self, value: FloatArray) -> None:
        """Take the block's own edges among the starts."""
        ...

    def drop(self, value: FloatArray, ready: int) -> None:
        """Forget, for ends from ``ready`` on, starts that a boundary at ``end`` beats."""
        ...

    def forget(self, before: int) -> None:
        """Forget all starts before an edge."""
        ...


class Search:
    """``value`` and ``previous`` of every edge settled so far, one row per price list."""

    def __init__(self, prices: FloatArray, windows: Windows, frontier: Frontier) -> None:
        self.windows, self.frontier = windows, frontier
        self.paid = np.where(windows.allowed, np.pad(prices, ((0, 0), (0, 1))), np.inf)
        self.value = np.full(self.paid.shape, np.inf)
        self.value[:, 0] = 0.0
        self.previous = np.zeros(self.paid.shape, dtype=np.int64)

    def run(self, block: int) -> None:
        """Settle every edge, ``block`` at a time."""
        for start in range(0, self.windows.n_units, block):
            self.settle(start, min(start + block, self.windows.n_units))

    def settle(self, start: int, end: int) -> None:
        """Fill a block and keep what later blocks need to know of it."""
        self.fill(start, end)
        self.frontier.close(self.value)
        self.frontier.drop(self.value, self.windows.ready(end))
        self.frontier.forget(int(self.windows.first[end]))

    def fill(self, start: int, end: int) -> None:
        """Values and best starts of the edges after ``start`` up to ``end``."""
        self.frontier.open(start, end)
        offers = self._offers(start, end)
        value, paid = self.value[:, start : end + 1], self.paid[:, start : end + 1]
        after = offers.best + paid
        after[:, 0] = value[:, 0]
        cheapest_so_far = np.minimum.accumulate(after, axis=1)[:, :-1]
        if (offers.best[:, 1:] <= cheapest_so_far - self.frontier.margin).all():
            # A cost is never negative, so no start inside the block beats the offers.
            value[:, 1:] = after[:, 1:]
            self.previous[:, start + 1 : end + 1] = offers.starts[:, 1:]
            return
        low, high, ready = self.windows.within(start, end)
        inside = self.frontier.inside()
        stretch = Stretch(start, inside, paid, low, high, ready, self.frontier.slack)
        starts = settle_stretch(stretch, value, offers.best, offers.starts)
        self.previous[:, start + 1 : end + 1] = starts[:, 1:]

    def _offers(self, start: int, end: int) -> "_Offers":
        """The best totals from starts before the block."""
        offers = _Offers(
            start,
            self.windows.first[start : end + 1],
            self.windows.last[start : end + 1],
            len(self.value),
        )
        served = offers.first[1:] < start
        if not served.any():
            return offers
        seeds = np.unique(self.previous[:, start])
        seeds = seeds[seeds >= self.frontier.oldest]
        self._evaluate(seeds, np.ones((len(self.value), len(seeds)), dtype=np.bool_), offers)
        own = self.value[:, start, None] + self.frontier.own
        ceilings = np.minimum(offers.best[:, 1:], np.where(offers.last[1:] >= start, own, np.inf))
        starts, wanted = self.frontier.contenders(np.where(served, ceilings, -np.inf))
        size = max(1, _OFFERS // (end - start))
        for at in range(0, len(starts), size):
            part = slice(at, at + size)
            self._evaluate(starts[part], wanted[:, part], offers)
        return offers

    def _evaluate(self, starts: IntArray, wanted: BoolArray, offers: "_Offers") -> None:
        """Offer ``starts`` to every edge of the block, for the lists that want them."""
        if len(starts) == 0:
            return
        costs = self.frontier.columns(starts)
        first, last = offers.first[1:, None], offers.last[1:, None]
        if first[-1] > starts[0] or last[0] < starts[-1]:
            costs = np.where((starts >= first) & (starts <= last), costs, np.inf)
        for index, mine in enumerate(wanted):
            at = mine.nonzero()[0]
            if len(at):
                offers.take(index, starts[at], costs[:, at] + self.value[index, starts[at]])


class _Offers:
    """The best total at each edge of a block and the start that gives it, for every list."""

    def __init__(self, start: int, first: IntArray, last: IntArray, lists: int) -> None:
        self.start, self.first, self.last = start, first, last
        self.best = np.full((lists, len(first)), np.inf)
        self.starts = np.zeros((lists, len(first)), dtype=np.int64)

    def take(self, index: int, starts: IntArray, totals: FloatArray) -> None:
        """Keep what is better in ``totals`` of a list: one row per edge, one column per start."""
        picks = totals.argmin(axis=1)
        least = totals[np.arange(len(totals)), picks]
        np.copyto(self.starts[index, 1:], starts[picks], where=least < self.best[index, 1:])
        np.minimum(self.best[index, 1:], least, out=self.best[index, 1:])
