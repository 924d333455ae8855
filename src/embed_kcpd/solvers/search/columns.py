"""The recursion for a cost that gives columns and nothing else.

In:  a segment cost, prices, windows.
Out: for each edge its value and its best start, for every price list at once.

One column of costs is asked for at each end, over the starts that can still win: a start
that loses at an end t by more than the slack never wins where t may start a segment
(docs/explanation/solver.md).  Memory is a few numbers for each unit, whatever the cost.
"""

from collections import deque

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.solvers.windows import Windows


class ColumnSearch:
    """``value`` and ``previous`` of every edge, one row per price list."""

    def __init__(self, cost: SegmentCost, prices: FloatArray, windows: Windows) -> None:
        self.cost, self.windows = cost, windows
        self.paid = np.where(windows.allowed, np.pad(prices, ((0, 0), (0, 1))), np.inf)
        self.value = np.full(self.paid.shape, np.inf)
        self.value[:, 0] = 0.0
        self.previous = np.zeros(self.paid.shape, dtype=np.int64)
        self._live, self._opened = np.zeros(0, dtype=np.int64), 0
        self._beaten = deque[tuple[int, IntArray]]()

    def run(self) -> None:
        """Fill every edge."""
        for end in range(1, self.windows.n_units + 1):
            self._refresh(end)
            if len(self._live) and self.windows.allowed[end]:
                self._fill(end)

    def _refresh(self, end: int) -> None:
        """The starts that ``end`` may have and that can still win."""
        first, last = int(self.windows.first[end]), int(self.windows.last[end])
        fresh = np.arange(self._opened, last + 1)
        self._opened = max(self._opened, last + 1)
        reached = np.isfinite(self.value[:, fresh]).any(axis=0)
        self._live = np.concatenate([self._live, fresh[reached]])
        while self._beaten and self._beaten[0][0] <= end:
            self._live = np.setdiff1d(self._live, self._beaten.popleft()[1], assume_unique=True)
        self._live = self._live[np.searchsorted(self._live, first) :]

    def _fill(self, end: int) -> None:
        """The best start of ``end`` for each list, and which starts it beats for good."""
        totals = self.value[:, self._live] + self.cost.column(self._live, end)
        picks = totals.argmin(axis=1)
        self.previous[:, end] = self._live[picks]
        self.value[:, end] = totals[np.arange(len(totals)), picks] + self.paid[:, end]
        beaten = np.all(totals >= self.value[:, end, None] + self.cost.slack, axis=0)
        if beaten.any():
            self._beaten.append((self.windows.ready(end), self._live[beaten]))
