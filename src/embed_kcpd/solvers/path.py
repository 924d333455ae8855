"""The whole penalty path: every segmentation that is cheapest for some penalty.

In:  a segment cost, the prices that lie in the text, limits, a range of penalties.
Out: a ``PenaltyPath``.

CROPS (Haynes, Eckley and Fearnhead 2017): solve at both ends of the range; where the lines
of two neighbouring solutions cross, nothing is cheaper or a new solution is found, which
becomes a neighbour of both.  All open crossings are solved in one pass.
"""

from functools import partial
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.costs import SegmentCost
from embed_kcpd.errors import OptionsError
from embed_kcpd.limits import UNLIMITED, Limits
from embed_kcpd.path import Level, PenaltyPath
from embed_kcpd.segmentation import Segmentation
from embed_kcpd.solvers.count import cheapest_with_count
from embed_kcpd.solvers.exact import cheapest_each, described

_TIE = 1e-9
"""Relative difference of objectives below which two segmentations are equally cheap."""


def penalty_path(
    cost: SegmentCost,
    prices: FloatArray | float = 0.0,
    limits: Limits = UNLIMITED,
    lowest: float = 0.0,
    highest: float = float("inf"),
) -> PenaltyPath:
    """All segmentations that are cheapest when each boundary pays its price plus a penalty."""
    if not 0.0 <= lowest <= highest:
        raise OptionsError(f"no penalty lies between {lowest:g} and {highest:g}")
    n = cost.n_units
    base = np.broadcast_to(np.asarray(prices, dtype=np.float64), (n,))
    ceiling = min(highest, _dearest(cost, base))

    def solve(penalties: list[float]) -> list[Segmentation]:
        found = cheapest_each(cost, base + np.array(penalties)[:, None], limits)
        return [described(cost, base, one.boundaries) for one in found]

    coarse, fine = solve([ceiling, lowest]) if lowest < ceiling else solve([ceiling]) * 2
    known = {_count(coarse): coarse, _count(fine): fine}
    open_pairs = [(coarse, fine)]
    while open_pairs := [pair for pair in open_pairs if _count(pair[1]) > _count(pair[0]) + 1]:
        penalties = [_crossing(*pair) for pair in open_pairs]
        halves = []
        for pair, penalty, middle in zip(open_pairs, penalties, solve(penalties), strict=True):
            if _is_cheaper(middle, pair[0], penalty):
                known[_count(middle)] = middle
                halves += [(pair[0], middle), (middle, pair[1])]
        open_pairs = halves
    rising = [known[count] for count in sorted(known)]
    crossings = np.array([_crossing(*pair) for pair in pairwise(rising)])
    inner = np.minimum.accumulate(np.clip(crossings, lowest, highest))
    edges = [highest, *inner.tolist(), lowest]
    levels = tuple(map(Level, rising, edges[1:], edges[:-1]))
    return PenaltyPath(levels, partial(cheapest_with_count, cost, prices=base, limits=limits))


def _count(one: Segmentation) -> int:
    return len(one.boundaries)


def _crossing(coarse: Segmentation, fine: Segmentation) -> float:
    """The penalty at which both cost the same."""
    return (coarse.objective - fine.objective) / (_count(fine) - _count(coarse))


def _is_cheaper(middle: Segmentation, coarse: Segmentation, penalty: float) -> bool:
    """Whether ``middle`` beats ``coarse`` at the penalty where its neighbours cross."""
    there = coarse.objective + penalty * _count(coarse)
    gain = there - (middle.objective + penalty * _count(middle))
    return gain > _TIE * max(1.0, abs(there))


def _dearest(cost: SegmentCost, prices: FloatArray) -> float:
    """A penalty above which one boundary less is always worth it."""
    if cost.n_units == 0:
        return 0.0
    whole = float(cost.column(np.zeros(1, dtype=np.int64), cost.n_units)[0])
    return abs(whole) + cost.slack * cost.n_units + 2.0 * float(np.abs(prices).sum()) + 1.0
