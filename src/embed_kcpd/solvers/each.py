"""Many price lists, one pass: an exact solution for each row of prices.

In:  a segment cost, an (m, n) array of prices, limits.
Out: one ``Segmentation`` per row, each the cheapest for its prices.

The cost of a segment does not depend on the prices, so every cost is computed once for all
rows.  A start s is dropped at t once it loses by more than ``slack`` in every row: for a
later end u, replacing [s, u) by [s, t) and [t, u) would be no dearer.  That argument needs
[t, u) to be allowed, so nothing is dropped under limits.
"""

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.costs import SegmentCost
from embed_kcpd.errors import InfeasibleError
from embed_kcpd.limits import UNLIMITED, Limits
from embed_kcpd.segmentation import Segmentation
from embed_kcpd.solvers.exact import described, trace


def cheapest_each(
    cost: SegmentCost, prices: FloatArray, limits: Limits = UNLIMITED
) -> tuple[Segmentation, ...]:
    """The cheapest segmentation for each row of ``prices``, an (m, n) array."""
    n, rows = cost.n_units, np.arange(len(prices))
    first, last = limits.windows(n)
    allowed = limits.open_starts(n)
    value = np.full((len(prices), n + 1), np.inf)
    value[:, 0] = 0.0
    previous = np.zeros((len(prices), n + 1), dtype=np.int64)
    drops = limits == UNLIMITED
    live = np.zeros(1, dtype=np.int64)
    for end in range(1, n + 1):
        starts = live[(live >= first[end]) & (live <= last[end])]
        if len(starts) and allowed[end]:
            totals = value[:, starts] + cost.column(starts, end)
            best = totals.argmin(axis=1)
            previous[:, end] = starts[best]
            value[:, end] = totals[rows, best] + (prices[:, end] if end < n else 0.0)
            if drops:
                live = live[(totals < value[:, end, None] + cost.slack).any(axis=0)]
        live = np.append(live[live >= first[end]], end)
    if not np.isfinite(value[:, n]).all():
        raise InfeasibleError("no segmentation satisfies the limits")
    return tuple(
        described(cost, paid, trace(starts)) for paid, starts in zip(prices, previous, strict=True)
    )
