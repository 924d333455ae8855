"""The whole penalty path: every segmentation that is cheapest for some penalty.

In:  a segment cost, the prices that lie in the text, limits, a range of penalties or of counts.
Out: a ``PenaltyPath``.

CROPS (Haynes, Eckley and Fearnhead 2017): solve at both ends of the range; where the lines
of two neighbouring solutions cross, nothing is cheaper or a new solution is found, which
becomes a neighbour of both.  All open crossings are solved in one pass.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from numbers import Integral, Real
from typing import Protocol

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.errors import OptionsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.problem.costs.protocol import CostsAlong, SegmentCost
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.progress import Advance, progress
from embed_kcpd.result.path import PathStep, PenaltyPath
from embed_kcpd.solvers.count import cheapest_with_count
from embed_kcpd.solvers.count_by_penalty import dearest, rounding
from embed_kcpd.solvers.feasible import infeasible
from embed_kcpd.solvers.lines import Line, SharedSegmentations, line_of
from embed_kcpd.solvers.search.engine import Engine, traced_edges
from embed_kcpd.solvers.search.kept import KeptCosts, can_keep

_TIE = 1e-9
"""Relative difference of objectives below which two segmentations are equally cheap."""

_SQUARE_UNITS = 2500
"""Units up to which NumPy keeps all segment costs between the rounds (50 MB)."""

_LISTS = 96
"""Penalties solved in one pass where costs are not kept."""


def penalty_path(
    cost: SegmentCost,
    prices: FloatArray | float = 0.0,
    limits: Limits = UNLIMITED,
    lowest: float = 0.0,
    highest: float = float("inf"),
    *,
    fewest: int = 1,
    most: int | None = None,
) -> PenaltyPath:
    """All segmentations that are cheapest when each boundary pays its price plus a penalty.

    ``fewest`` and ``most`` ask only for steps with so many segments; if no step has a number
    between them, the path is the one step before.
    """
    largest = max(1, cost.n_units) if most is None else most
    _check_range(lowest, highest, fewest, largest)
    base = np.broadcast_to(np.asarray(prices, dtype=np.float64), (cost.n_units,))
    hull = Hull.of(cost, limits, base)
    lines = hull.between(min(highest, max(lowest, hull.dearest)), lowest, fewest, largest)
    edges = hull.penalties(lines, lowest, highest)
    shared = SharedSegmentations(cost.n_units, base)
    steps = [
        PathStep(shared.of(line), low, high)
        for line, low, high in zip(lines, edges[1:], edges[:-1], strict=True)
        if fewest <= line.n_segments <= largest
    ]
    solve_count = partial(cheapest_with_count, cost, prices=base, limits=limits)
    if steps:
        return PenaltyPath(tuple(steps), solve_count)
    before = max((line.n_segments for line in lines if line.n_segments < fewest), default=None)
    nearest = lines[0].n_segments if before is None else before
    return penalty_path(cost, prices, limits, lowest, highest, fewest=nearest, most=nearest)


def _check_range(lowest: float, highest: float, fewest: int, most: int) -> None:
    for penalty in (lowest, highest):
        if not isinstance(penalty, Real):
            raise OptionsError(f"a penalty must be a number from 0 on, got {penalty!r}")
    for count in (fewest, most):
        if not is_number(count, Integral):
            raise OptionsError(f"a number of segments must be a whole number, got {count!r}")
    if not 0.0 <= lowest <= highest:
        raise OptionsError(f"no penalty lies between {lowest:g} and {highest:g}")
    if not 1 <= fewest <= most:
        raise OptionsError(f"no number of segments lies between {fewest} and {most}")


class _Solver(Protocol):
    """The edges of what is cheapest at each of several penalties, and the costs along edges."""

    def solve(self, penalties: FloatArray) -> list[IntArray]: ...

    def along(self, lists: Sequence[IntArray]) -> list[CostsAlong]: ...


def _solver(engine: Engine, base: FloatArray) -> _Solver:
    if can_keep(engine.cost):
        return _KeptSolver(engine, base)
    return _SearchingSolver(engine, base)


class _KeptSolver:
    """All costs are kept: a penalty costs one walk over them."""

    def __init__(self, engine: Engine, base: FloatArray) -> None:
        self._engine, self._base = engine, base
        self._kept = KeptCosts.of(engine.cost, engine.windows)

    def solve(self, penalties: FloatArray) -> list[IntArray]:
        starts = self._kept.starts(np.append(self._base, 0.0), penalties)
        if (starts[:, -1] < 0).any():
            raise infeasible(self._engine.limits, self._engine.cost.n_units)
        return [traced_edges(row) for row in starts]

    def along(self, lists: Sequence[IntArray]) -> list[CostsAlong]:
        return [self._kept.along(edges) for edges in lists]


class _SearchingSolver:
    """The engine is asked for a few penalties at a time.

    Like penalties go together: their starts are dropped at about the same time.
    """

    def __init__(self, engine: Engine, base: FloatArray) -> None:
        self._engine, self._base = engine, base

    def solve(self, penalties: FloatArray) -> list[IntArray]:
        engine, order = self._engine, np.argsort(penalties)
        solutions: dict[int, IntArray] = {}
        is_short = engine.cost.n_units <= engine.short
        for part in np.array_split(order, 1 + (len(order) - 1) // _LISTS):
            wanted = self._base + penalties[part, None]
            starts = engine.solve(wanted).previous if is_short else engine.starts(wanted)
            solutions.update(zip(part.tolist(), map(traced_edges, starts), strict=True))
        return [solutions[at] for at in range(len(penalties))]

    def along(self, lists: Sequence[IntArray]) -> list[CostsAlong]:
        if self._engine.cost.n_units <= self._engine.short:
            return [self._engine.costs_along(edges) for edges in lists]
        return self._engine.cost.along(lists)


@dataclass(frozen=True, slots=True, eq=False)
class Gap:
    """Two lines, and penalties at which they are the cheapest: ``fine`` at ``low``, ``coarse`` at
    ``high``.  Lines between them may not be known yet."""

    coarse: Line
    fine: Line
    low: float
    high: float

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of segments on both sides."""
        return self.coarse.n_segments, self.fine.n_segments

    @property
    def crossing(self) -> float:
        """The penalty at which both cost the same."""
        return _crossing(self.coarse, self.fine)

    def is_open(self, fewest: int, most: int) -> bool:
        """Whether a step that is asked for may lie between two lines, or end where they cross."""
        is_asked_for = self.fine.n_segments >= fewest and self.coarse.n_segments <= most
        return is_asked_for and self.fine.n_segments > self.coarse.n_segments + 1

    def holds(self, count: int) -> bool:
        """Whether a line of so many segments is on one side, or may be between them."""
        return self.coarse.n_segments <= count <= self.fine.n_segments

    def n_between(self, fewest: int, most: int) -> int:
        """How many of the numbers that are asked for lie between the two, for a progress bar."""
        return max(0, min(self.fine.n_segments, most) - max(self.coarse.n_segments, fewest))


class Hull:
    """The lower envelope of the lines of all segmentations, as far as it is known."""

    def __init__(self, solver: _Solver, engine: Engine, base: FloatArray) -> None:
        self._solver, self._engine, self._base = solver, engine, base
        self.n_units = engine.cost.n_units
        self._rounding = rounding(engine)
        self._known: dict[int, Line] = {}

    @classmethod
    def of(cls, cost: SegmentCost, limits: Limits, base: FloatArray) -> "Hull":
        engine = Engine(cost, limits, short=_SQUARE_UNITS)
        return cls(_solver(engine, base), engine, base)

    @property
    def dearest(self) -> float:
        """A penalty from which on the fewest segments are the cheapest."""
        return dearest(self._engine, self._base)

    @property
    def lines(self) -> list[Line]:
        """What is known, the fewest segments first."""
        return [self._known[count] for count in sorted(self._known)]

    def n_lines(self, most: int) -> int:
        """How many of them have up to so many segments."""
        return sum(count <= most for count in self._known)

    def counts(self, most: int) -> tuple[int, int]:
        """The least and the greatest number of segments up to ``most``."""
        known = [count for count in self._known if count <= most]
        return min(known), max(known)

    def between(self, high: float, low: float, fewest: int, most: int) -> list[Line]:
        """Lines of the envelope from penalty ``high`` down to ``low``, the fewest segments first.

        Between neighbours whose numbers of segments lie outside the range, some are left out.
        """
        gaps = [self.whole(high, low)]
        with progress("finding every granularity", gaps[0].n_between(fewest, most)) as advance:
            while gaps := [gap for gap in gaps if gap.is_open(fewest, most)]:
                gaps = self.halves(gaps, advance)
        return self.lines

    def whole(self, high: float, low: float) -> Gap:
        """All that lies between two penalties."""
        coarse, fine = self._lines([high, low], [(), ()])
        self._known = {line.n_segments: line for line in (coarse, fine)}
        return Gap(coarse, fine, low, high)

    def halves(self, gaps: Sequence[Gap], advance: Advance) -> list[Gap]:
        """The gaps on both sides of each middle that is cheaper than the pair it came from."""
        middles = self._lines(
            [gap.crossing for gap in gaps], [(gap.coarse, gap.fine) for gap in gaps]
        )
        halves = []
        for gap, middle in zip(gaps, middles, strict=True):
            coarse, fine, crossing = gap.coarse, gap.fine, gap.crossing
            is_between = coarse.n_segments < middle.n_segments < fine.n_segments
            if is_between and self._is_cheaper(middle, coarse, crossing):
                self._known[middle.n_segments] = middle
                halves.append(Gap(coarse, middle, crossing, gap.high))
                halves.append(Gap(middle, fine, gap.low, crossing))
            else:
                advance(fine.n_segments - coarse.n_segments)
        return halves

    def _lines(self, penalties: list[float], known: Sequence[tuple[Line, ...]]) -> list[Line]:
        """The optimum at each penalty; most of its segments are those of its ``known`` lines."""
        if self.n_units == 0:
            return [Line(np.zeros(2, dtype=np.int64), np.zeros(1), np.zeros(0), 0.0)] * len(known)
        solutions = self._solver.solve(np.array(penalties))
        return [
            line_of(edges, near, self._solver.along, self._base)
            for edges, near in zip(solutions, known, strict=True)
        ]

    def _is_cheaper(self, middle: Line, coarse: Line, penalty: float) -> bool:
        """Whether ``middle`` beats ``coarse`` at the penalty where its neighbours cross."""
        there = coarse.at(penalty)
        return there - middle.at(penalty) > _TIE * abs(there) + self._rounding

    def penalties(self, lines: list[Line], lowest: float, highest: float) -> list[float]:
        """Where neighbours cross, from ``highest`` to ``lowest``; lines that win nowhere go."""
        while len(lines) > 1 and _crossing(*lines[-2:]) <= lowest + self._rounding:
            lines.pop()  # equally cheap at the lowest penalty, and nowhere else
        crossings = np.array([_crossing(*pair) for pair in pairwise(lines)])
        inner = np.minimum.accumulate(np.clip(crossings, lowest, highest))
        return [highest, *inner.tolist(), lowest]


def _crossing(coarse: Line, fine: Line) -> float:
    """The penalty at which both cost the same."""
    return (coarse.objective - fine.objective) / (fine.n_segments - coarse.n_segments)
