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
from embed_kcpd.errors import OptionsError
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.result.path import PathStep, PenaltyPath
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers.count import cheapest_with_count
from embed_kcpd.solvers.count_by_penalty import dearest
from embed_kcpd.solvers.exact import _assembled, priced_segmentation
from embed_kcpd.solvers.search.engine import Engine, traced

_TIE = 1e-9
"""Relative difference of objectives below which two segmentations are equally cheap."""


_NOTHING = 1e-10
"""Width of an interval of penalties that is only rounding."""

_SHORT = 2500
"""Units up to which all segment costs are kept between the rounds (50 MB)."""

_LISTS = 96
"""Penalties solved in one pass."""


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
    base = np.broadcast_to(np.asarray(prices, dtype=np.float64), (cost.n_units,))
    engine = Engine(cost, limits, short=_SHORT)
    solve = partial(_solve, engine, base)
    coarse, fine = solve([min(highest, max(lowest, dearest(engine, base))), lowest])
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
    while len(rising) > 1 and _crossing(rising[-2], rising[-1]) <= lowest + _NOTHING:
        rising.pop()  # equally cheap at the lowest penalty, and nowhere else
    crossings = np.array([_crossing(*pair) for pair in pairwise(rising)])
    inner = np.minimum.accumulate(np.clip(crossings, lowest, highest))
    edges = [highest, *inner.tolist(), lowest]
    steps = tuple(map(PathStep, rising, edges[1:], edges[:-1]))
    return PenaltyPath(steps, partial(cheapest_with_count, cost, prices=base, limits=limits))


def _solve(engine: Engine, base: FloatArray, penalties: list[float]) -> list[Segmentation]:
    """The optimum at each penalty, as it is without the penalty.

    Lists of like penalties go together: their starts are dropped at about the same time.
    """
    order = np.argsort(penalties)
    found: dict[int, Segmentation] = {}
    known: dict[tuple[int, ...], Segmentation] = {}
    for part in np.array_split(order, 1 + (len(order) - 1) // _LISTS):
        wanted = base + np.array(penalties)[part, None]
        is_short = engine.cost.n_units <= _SHORT
        starts = engine.solve(wanted).previous if is_short else engine.starts(wanted)
        for index, at in enumerate(part.tolist()):
            boundaries = traced(starts[index])
            if boundaries not in known:
                known[boundaries] = _described(engine, base, boundaries)
            found[at] = known[boundaries]
    return [found[at] for at in range(len(penalties))]


def _described(engine: Engine, base: FloatArray, boundaries: tuple[int, ...]) -> Segmentation:
    """The segmentation with its costs, read from those that a short text keeps."""
    n = engine.cost.n_units
    if not 0 < n <= _SHORT:
        return priced_segmentation(engine.cost, base, boundaries)
    edges = np.array([0, *boundaries, n])
    return _assembled(n, boundaries, base, *engine.costs_along(edges))


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
