"""Exactly so many segments.

In:  a segment cost, a number of segments, prices, limits.
Out: the cheapest admissible ``Segmentation`` into that many.

Two exact ways.  The table holds the least total for every edge and every count: n * n * K / 2
steps and n * K numbers, beside the cost of every segment.  Where that is too much, a penalty is
searched that makes K the cheapest count, and only what that search leaves open is tabulated
(``count_by_penalty.py``).
"""

import math
from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers.exact import priced_segmentation
from embed_kcpd.solvers.feasible import infeasible, possible_counts
from embed_kcpd.solvers.search.engine import Engine

_TABLE_STEPS = 2e8
"""Steps up to which the table is filled (a quarter of a second)."""

_FASTER_IN_C = 200
"""How many times fewer steps the table may take where C searches by sums of rows."""


def cheapest_with_count(
    cost: SegmentCost,
    n_segments: int,
    prices: FloatArray | float = 0.0,
    limits: Limits = UNLIMITED,
) -> Segmentation:
    """The segmentation into exactly ``n_segments`` of least cost plus prices."""
    return count_with_penalty(cost, n_segments, prices, limits)[0]


def count_with_penalty(
    cost: SegmentCost,
    n_segments: int,
    prices: FloatArray | float = 0.0,
    limits: Limits = UNLIMITED,
) -> tuple[Segmentation, float]:
    """The same, and a penalty for each boundary at which no other number is much cheaper."""
    n = cost.n_units
    paid = np.broadcast_to(np.asarray(prices, dtype=np.float64), (n,))
    engine = Engine(cost, limits)
    possible = possible_counts(engine.windows)
    if possible is None:
        raise infeasible(limits, n)
    if n == 0 < n_segments:
        raise InfeasibleError(f"there are no units to cut into {_segments(n_segments)}")
    if not possible[0] <= n_segments <= possible[1]:
        raise InfeasibleError(
            f"{n} unit{'s' if n != 1 else ''} cannot be cut into {_segments(n_segments)} under "
            f"these limits; choose {_a_number(*possible)}"
        )
    if not _suits_table(engine, n_segments):
        from embed_kcpd.solvers.count_by_penalty import by_penalty

        boundaries, penalty = by_penalty(engine, paid, n_segments)
    else:
        boundaries, penalty = _by_table(engine, paid, n_segments)
    return priced_segmentation(cost, paid, boundaries), penalty


def _suits_table(engine: Engine, n_segments: int) -> bool:
    """Whether the table is the faster way."""
    cost, most = engine.cost, _TABLE_STEPS
    steps_per_cost = 1.0
    if isinstance(cost, LinearCost):
        steps_per_cost = cost.dim
        if engine.is_in_c:
            most /= _FASTER_IN_C
    elif isinstance(cost, RbfCost) and not cost.keeps_kernel:
        return False
    return 0.5 * cost.n_units**2 * (n_segments + steps_per_cost) <= most


def _segments(count: int) -> str:
    """
    >>> _segments(1), _segments(4)
    ('1 segment', '4 segments')
    """
    return f"{count} segment{'s' if count != 1 else ''}"


def _a_number(fewest: int, most: int) -> str:
    """
    >>> _a_number(2, 5), _a_number(1, 1)
    ('a number from 2 to 5', '1')
    """
    return str(most) if fewest == most else f"a number from {fewest} to {most}"


def _by_table(engine: Engine, prices: FloatArray, n_segments: int) -> tuple[tuple[int, ...], float]:
    """Boundaries and penalty by the table of all counts up to one more than ``n_segments``."""
    windows, cost = engine.windows, engine.cost
    n, n_rows = windows.n_units, n_segments + 2
    value = np.full((n_rows, n + 1), np.inf)
    value[0, 0] = 0.0
    previous = np.zeros((n_rows, n + 1), dtype=np.int32)
    rows = np.arange(n_rows - 1)
    paid = np.append(prices, 0.0)
    for end in range(1, n + 1):
        starts = np.arange(windows.first[end], windows.last[end] + 1)
        if len(starts) == 0 or not windows.allowed[end]:
            continue
        totals = value[:-1, starts[0] : starts[-1] + 1] + cost.column(starts, end)
        best = totals.argmin(axis=1)
        previous[1:, end] = starts[best]
        value[1:, end] = totals[rows, best] + paid[end]
    edges = [n]
    for count in range(n_segments, 0, -1):
        edges.append(int(previous[count, edges[-1]]))
    return tuple(edges[-2:0:-1]), _penalty_of(value[n_segments - 1 :, n].tolist())


def _penalty_of(totals: Sequence[float]) -> float:
    """Between what one boundary more would save and what one less would cost, from the least
    totals of one segment less, as many, and one more; infinite where there are none.

    >>> _penalty_of([9.0, 5.0, 3.0]), _penalty_of([math.inf, 5.0, 3.0])
    (3.0, 2.0)
    """
    less, same, more = totals
    known = [saved for saved in (less - same, same - more) if math.isfinite(saved)]
    return sum(known) / len(known) if known else 0.0
