"""The recursion itself, one end after the other, over a matrix of costs.

In:  costs between the edges of a stretch, the best offers from before it, prices, windows.
Out: for each end its value, and which start gave it.

``value[t]`` is what everything up to edge t costs, with the price of a boundary at t; then
``total(t) = min over s of value[s] + cost(s, t)`` and ``value[t] = total(t) + price(t)``.
All arrays have one row per price list: the costs are the same, so one pass serves them all.
"""

from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray

_CHECK = 32
"""Ends between two looks for starts that can never win again."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Edges ``start`` to ``start + n``: what the recursion has to know about them.

    ``inside[t, s]`` is the cost between two edges, counted from ``start``; ``paid`` the price
    of a boundary at each edge, infinite where none may be; ``low`` and ``high`` the first and
    last admissible start of each end; ``ready[t]`` the first end that t may start a segment for.
    """

    start: int
    inside: FloatArray
    paid: FloatArray
    low: IntArray
    high: IntArray
    ready: IntArray
    slack: float


def settle_stretch(
    stretch: Stretch, value: FloatArray, offers: FloatArray, offered: IntArray
) -> IntArray:
    """The best start of every edge but the first; fills ``value[:, 1:]``.

    ``offers[:, t]`` is the best total from starts before the stretch, given by ``offered``.
    Column 0 of the work array holds the offer, so one argmin decides between both.

    A start that loses at t by more than the slack can never win for an end that t may serve
    (docs/explanation/solver.md): the window's left edge moves over such starts as soon as t is
    ready.
    """
    if len(value) == 1:
        return _settle_list(stretch, value[0], offers[0], offered)
    lists, n = len(value), len(stretch.inside) - 1
    rows = np.arange(lists)
    picks = np.zeros((lists, n + 1), dtype=np.int64)
    lows = np.zeros(n + 1, dtype=np.int64)
    work = np.empty((lists, n + 2))
    floor, waiting = 0, list[tuple[int, int]]()
    inside, paid = stretch.inside, stretch.paid
    low, high = stretch.low.tolist(), stretch.high.tolist()
    for t in range(1, n + 1):
        while waiting and waiting[0][0] <= t:
            floor = max(floor, waiting.pop(0)[1])
        begin = max(low[t], floor)
        stop = max(high[t] + 1, begin)
        held = work[:, : stop - begin + 1]
        held[:, 0] = offers[:, t]
        np.add(value[:, begin:stop], inside[t, begin:stop], out=held[:, 1:])
        pick = held.argmin(axis=1)
        picks[:, t], lows[t] = pick, begin
        value[:, t] = held[rows, pick] + paid[:, t]
        if t % _CHECK == 0 and stop > begin:
            alive = np.any(held[:, 1:] < value[:, t, None] + stretch.slack, axis=0)
            keep = begin + int(alive.argmax()) if alive.any() else stop
            waiting.append((int(stretch.ready[t]), keep))
    return np.where(picks == 0, offered, stretch.start + lows + picks - 1)


def _settle_list(
    stretch: Stretch, value: FloatArray, offers: FloatArray, offered: IntArray
) -> IntArray:
    """The same for a single price list, with numbers in place of columns: twice as fast."""
    n = len(stretch.inside) - 1
    starts, work = offered[0].tolist(), np.empty(n + 1)
    floor, waiting = 0, list[tuple[int, int]]()
    inside, paid, offer = stretch.inside, stretch.paid[0].tolist(), offers.tolist()
    low, high = stretch.low.tolist(), stretch.high.tolist()
    for t in range(1, n + 1):
        while waiting and waiting[0][0] <= t:
            floor = max(floor, waiting.pop(0)[1])
        begin, stop, total = max(low[t], floor), high[t] + 1, offer[t]
        if stop > begin:
            held = work[: stop - begin]
            np.add(value[begin:stop], inside[t, begin:stop], out=held)
            at = int(held.argmin())
            if held[at] < total:
                total, starts[t] = held[at], stretch.start + begin + at
        value[t] = total + paid[t]
        if t % _CHECK == 0 and stop > begin:
            alive = held < value[t] + stretch.slack
            keep = begin + int(alive.argmax()) if alive.any() else stop
            waiting.append((int(stretch.ready[t]), keep))
    return np.array([starts], dtype=np.int64)
