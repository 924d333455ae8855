"""What is known about starts when kernel values have to be computed.

In:  an ``RbfCost``, the number of price lists, the size of a block.
Out: a ``Frontier``: the starts that may win in a block.

The sum of kernel values over [s, a) is kept for every start s that is still in the game, so
all totals at the start of a block are exact.  A block needs the kernel values between its
rows and all rows since the oldest start: one matrix product, reduced chunk by chunk.
"""

import numpy as np

from embed_kcpd.arrays import BoolArray, FloatArray, IntArray
from embed_kcpd.problem.costs.gram import GramCost
from embed_kcpd.problem.costs.rbf import RbfCost

_CHUNK = 256
"""Rows of kernel values that are computed and summed while they are in the cache."""


class RbfFrontier:
    """Sums of kernel values from every start since ``oldest`` to the open block."""

    slack = 0.0

    def __init__(self, cost: RbfCost, lists: int, block: int) -> None:
        n = cost.n_units
        self.cost, self.block = cost, block
        self.margin = 1e-9 * max(1.0, n)
        self.oldest = 0
        self._start = self._end = 0
        self._sums = np.zeros(n + 1)
        self._value = np.full((lists, n + 1), np.inf)
        self._waiting: list[tuple[int, IntArray, IntArray]] = []
        self._store = np.empty((0, block))

    def open(self, start: int, end: int) -> None:
        while self._waiting and self._waiting[0][0] <= start + 1:
            self._kill(*self._waiting.pop(0)[1:])
        self._start, self._end = start, end
        stretch = slice(start, end)
        self._gram = GramCost(self.cost.kernel(stretch, stretch))
        self._inside = self._gram.matrix()
        self.own = self.bridge = self._inside[1:, 0]
        self._compute_kernel()

    def _compute_kernel(self) -> None:
        """Kernel values between the window and the block, with their sums by row and by chunk."""
        width, size = self._start - self.oldest, self._end - self._start
        if len(self._store) < width:
            self._store = np.empty((max(width, 2 * len(self._store)), self.block))
        self._kernel = self._store.reshape(-1)[: width * size].reshape(width, size)
        self._by_row = np.empty(width)
        chunks = -(-width // _CHUNK)
        by_chunk = np.zeros((chunks + 1, size))
        for chunk in range(chunks):
            part = slice(chunk * _CHUNK, min((chunk + 1) * _CHUNK, width))
            rows = slice(self.oldest + part.start, self.oldest + part.stop)
            values = self.cost.kernel(rows, slice(self._start, self._end), self._kernel[part])
            values.sum(axis=1, out=self._by_row[part])
            values.sum(axis=0, out=by_chunk[chunk])
        self._after = np.cumsum(by_chunk[::-1], axis=0)[::-1]

    def inside(self) -> FloatArray:
        return self._inside

    def _totals(self, edge: int) -> FloatArray:
        """Exact totals of every start since the oldest at ``edge``, where the sums now end."""
        sizes = edge - np.arange(self.oldest, edge)
        live = slice(self.oldest, edge)
        return self._value[:, live] + (sizes - self._sums[live] / sizes)

    def contenders(self, ceilings: FloatArray) -> tuple[IntArray, BoolArray]:
        limits = (ceilings - self.bridge).max(axis=1) + self.margin
        wanted = self._totals(self._start) < limits[:, None]
        at = wanted.any(axis=0).nonzero()[0]
        return self.oldest + at, wanted[:, at]

    def columns(self, starts: IntArray) -> FloatArray:
        size = self._end - self._start
        crossing = np.empty((len(starts), size))
        chunks = (starts - self.oldest) // _CHUNK
        for chunk in np.unique(chunks):
            mine = chunks == chunk
            at = starts[mine] - self.oldest
            values = self._kernel[at[0] : (chunk + 1) * _CHUNK]
            behind = np.cumsum(values[::-1], axis=0)[::-1]
            crossing[mine] = self._after[chunk + 1] + behind[at - at[0]]
        edges = np.arange(1, size + 1)
        sums = self._sums[starts] + 2.0 * np.cumsum(crossing, axis=1).T
        sums += self._gram.total(edges)[:, None]
        sizes = edges[:, None] + (self._start - starts)
        costs: FloatArray = sizes - sums / sizes
        return costs

    def close(self, value: FloatArray) -> None:
        start, end = self._start, self._end
        starts = np.arange(end - start)
        live = slice(self.oldest, start)
        self._sums[live] += 2.0 * np.cumsum(self._by_row[::-1])[::-1] + self._gram.total(
            end - start
        )
        sizes = end - start - starts
        self._sums[start:end] = sizes * (sizes - self._inside[-1, :-1])
        self._value[:, start:end] = value[:, start:end]

    def drop(self, value: FloatArray, ready: int) -> None:
        beaten = self._totals(self._end) >= value[:, self._end, None] + self.margin
        lists, at = beaten.nonzero()
        if ready <= self._end + 1:
            self._kill(lists, self.oldest + at)
        else:
            self._waiting.append((ready, lists, self.oldest + at))

    def _kill(self, lists: IntArray, starts: IntArray) -> None:
        self._value[lists, starts] = np.inf
        self.forget(self.oldest)

    def forget(self, before: int) -> None:
        oldest = max(before, self.oldest)
        held = np.isfinite(self._value[:, oldest : self._end]).any(axis=0)
        self.oldest = oldest + int(held.argmax()) if held.any() else self._end
