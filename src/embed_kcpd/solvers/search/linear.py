"""What is known about starts when the cost is a weighted spread of rows.

In:  a ``LinearCost``, the number of price lists, the size of a block.
Out: a ``Frontier``: the starts that may win in a block, found by bounds.

Let s lie in a block that ends at h, let C0 be the cost without the ridge, and let ``mass``,
``mean`` be those of the rows in [s, h) together with the ridge, a phantom row at zero.  Then

``total_s(t) = total_s(h) + C0(h, t) + harmonic(mass, mass[h, t)) |mean - mean[h, t)|**2``

exactly.  The first term is one number per start, the second one number per block, and the
third changes little while t moves: its distance is measured once, and from then on
``mean[h, t)`` has moved by a step that all starts of the block share (docs/explanation/solver.md).
"""

from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import BoolArray, FloatArray, IntArray
from embed_kcpd.problem.costs.linear import LinearCost, scatter, squared
from embed_kcpd.solvers.search.block_bounds import BlockBounds, Since

_CACHE = 2**23
"""Numbers in rebuilt running sums that are kept (64 MB)."""

_ROUNDING = 1e-15
"""What a product of sums may be off by, relative to their squared lengths."""

_TINY = 1e-100


class LinearFrontier:
    """Bounds for each start and each block; sums of rows are kept at block edges only."""

    oldest = 0

    def __init__(self, cost: LinearCost, lists: int, block: int) -> None:
        self.cost, self.block, self.slack = cost, block, cost.slack
        self._chain, self._height = 0.0, 0.0  # summed C0 of closed blocks; largest value so far
        self._live = np.zeros(0, dtype=np.int64)
        self._blocks = BlockBounds(lists, block, cost.dim)
        self._rebuilt: dict[int, FloatArray] = {}
        self._evaluated: list[tuple[IntArray, FloatArray]] = []
        self._waiting: list[tuple[int, IntArray, IntArray, IntArray, IntArray]] = []
        self.reserve(-(-cost.n_units // block))

    def reserve(self, blocks: int) -> None:
        """Make room for that many blocks, and for more when units keep coming."""
        self._blocks.reserve(blocks)

    def open(self, start: int, end: int) -> None:
        cost = self.cost
        self._start, self._end = start, end
        self._running = cost.running(start, end)
        self._lengths = squared(self._running)
        squares = cost.squares[start + 1 : end + 1] - cost.squares[start]
        mass = cost.mass[start + 1 : end + 1] - cost.mass[start]
        self.bridge = scatter(squares, self._lengths[1:], mass)
        self.own = scatter(squares, self._lengths[1:], mass + cost.ridge)
        self.margin = 1e-8 * float(cost.squares[end]) + 1e-12 * self._height
        self._evaluated.clear()
        while self._waiting and self._waiting[0][0] <= start + 1:
            self._kill(*self._waiting.pop(0)[1:])

    def inside(self) -> FloatArray:
        return self.cost.between(self._running, slice(self._start, self._end + 1))

    def contenders(self, ceilings: FloatArray) -> tuple[IntArray, BoolArray]:
        """Starts that may go below a list's ceiling at some edge, and for which lists."""
        limits = (ceilings - self.bridge).max(axis=1) - self._chain + self.margin
        failing = self._blocks.known[self._live] < limits
        hit, failing = _some(self._live, failing)
        if len(hit) == 0:
            return hit, np.zeros((len(ceilings), 0), dtype=np.bool_)
        since = self._since(hit)
        self._test_blocks(hit, failing, since.grown, self._moved(since, hit), ceilings)
        keep = np.any(failing, axis=1)
        hit, failing, since = hit[keep], failing[keep], since.some(keep)
        self._measure(hit, since)
        moved = self._moved_now(since)
        self._test_blocks(hit, failing, since.grown, moved, ceilings)
        return self._test_starts(hit, failing, since.grown, moved, ceilings)

    def _since(self, blocks: IntArray) -> Since:
        """Sums, masses and C0 from each block's end to the edges of the open block."""
        cost, edges = self.cost, slice(self._start + 1, self._end + 1)
        ends = (blocks + 1) * self.block
        sums = self._blocks.sums[self._start // self.block] - self._blocks.sums[blocks + 1]
        mass = cost.mass[edges] - cost.mass[ends, None]
        cross, length = sums @ self._running[1:].T, squared(sums)
        energy = 2.0 * cross + (length[:, None] + self._lengths[1:])
        grown = scatter(cost.squares[edges] - cost.squares[ends, None], energy, mass)
        here: FloatArray = cost.mass[self._start] - cost.mass[ends]
        share = np.where(here > 0.0, 1.0 / np.where(here > 0.0, here, 1.0), 0.0)
        np.maximum(mass, _TINY, out=mass)
        return Since(sums, length, here, share, mass, cross, energy, grown)

    def _moved(self, since: Since, blocks: IntArray) -> FloatArray:
        """How far the mean since each block's end is from where it was measured."""
        means = self._blocks.mean[blocks]
        along: FloatArray = means @ self._running[1:].T
        along += np.einsum("bd,bd->b", since.sums, means)[:, None]
        return self._apart(since, along, squared(means)[:, None])

    def _moved_now(self, since: Since) -> FloatArray:
        """The same for blocks measured at the open block's start."""
        share, length = since.share[:, None], since.length[:, None]
        return self._apart(since, (length + since.cross) * share, length * share**2)

    def _apart(self, since: Since, along: FloatArray, length: FloatArray) -> FloatArray:
        """Distances of means, not below the truth whatever the rounding."""
        rounding = _ROUNDING * (since.length[:, None] + self._lengths[1:])
        apart: FloatArray = (since.energy + rounding) / since.mass
        apart -= 2.0 * along
        apart /= since.mass
        apart += length
        return np.sqrt(np.maximum(apart, 0.0))

    def _test_blocks(
        self,
        blocks: IntArray,
        failing: BoolArray,
        grown: FloatArray,
        moved: FloatArray,
        ceilings: FloatArray,
    ) -> None:
        """Clear ``failing`` where the bound of a whole block stays above a list's ceiling."""
        fall = 2.0 * moved * self._blocks.steep[blocks, None]
        chain = self._chain + self.bridge[-1]
        # Only whole blocks make links of the chain.
        is_whole = self._end - self._start == self.block
        for index, ceiling in enumerate(ceilings + self.margin):
            at = failing[:, index].nonzero()[0]
            if len(at) == 0:
                continue
            which = blocks[at]
            bound = self._blocks.floor[which, index, None] - fall[at]
            np.maximum(bound, self._blocks.least[which, index, None], out=bound)
            bound += grown[at]
            failing[at, index] = (bound < ceiling).any(axis=1)
            if is_whole:
                known = np.maximum(self._blocks.known[which, index], bound[:, -1] - chain)
                self._blocks.known[which, index] = known

    def _test_starts(
        self,
        blocks: IntArray,
        failing: BoolArray,
        grown: FloatArray,
        moved: FloatArray,
        ceilings: FloatArray,
    ) -> tuple[IntArray, BoolArray]:
        """The same for each start of the failing blocks."""
        far = np.maximum(self._blocks.far[blocks] - moved.max(axis=1)[:, None], 0.0)
        third = self._blocks.pull[blocks] * far * far
        near = np.zeros((len(ceilings), len(blocks), self.block), dtype=np.bool_)
        for index, ceiling in enumerate(ceilings + self.margin):
            at = failing[:, index].nonzero()[0]
            if len(at) == 0:
                continue
            room = (ceiling - grown[at]).max(axis=1)
            near[index, at] = self._blocks.total[blocks[at], index] + third[at] < room[:, None]
        at, inner = near.any(axis=0).nonzero()
        return blocks[at] * self.block + inner, near[:, at, inner]

    def _measure(self, blocks: IntArray, since: Since) -> None:
        """Measure the third term of the blocks' starts at the open block's start."""
        means = since.sums * since.share[:, None]
        along = np.empty((len(blocks), self.block))
        for row, block, mean in zip(along, blocks.tolist(), means, strict=True):
            sums = self._running_of(block) @ mean
            np.subtract(sums[-1], sums[:-1], out=row)
        own = self._blocks.mass[blocks]
        apart = self._blocks.length[blocks] - 2.0 * along / own
        apart += (since.length * since.share**2)[:, None]
        self._blocks.mean[blocks] = means
        self._blocks.far[blocks] = np.sqrt(np.maximum(apart, 0.0))
        self._blocks.pull[blocks] = own * since.here[:, None] / (own + since.here[:, None])
        self._blocks.settle(blocks)

    def columns(self, starts: IntArray) -> FloatArray:
        cost, edges = self.cost, slice(self._start + 1, self._end + 1)
        sums = self._sums_from(starts)
        energy = self._running[1:] @ (2.0 * sums.T)
        energy += squared(sums)
        energy += self._lengths[1:, None]
        mass = cost.mass[edges, None] - cost.mass[starts] + cost.ridge
        costs = scatter(cost.squares[edges, None] - cost.squares[starts], energy, mass)
        self._evaluated.append((starts, costs[-1]))
        return costs

    def _sums_from(self, starts: IntArray) -> FloatArray:
        """Weighted sums of the rows from each of the rising ``starts`` to the open block."""
        sums = np.empty((len(starts), self._blocks.sums.shape[1]))
        here = self._blocks.sums[self._start // self.block]
        blocks = starts // self.block
        cuts = [0, *((blocks[1:] != blocks[:-1]).nonzero()[0] + 1).tolist(), len(starts)]
        for begin, stop in pairwise(cuts):
            block = int(blocks[begin])
            running = self._running_of(block)[starts[begin:stop] - block * self.block]
            np.subtract(here - self._blocks.sums[block], running, out=sums[begin:stop])
        return sums

    def _running_of(self, block: int) -> FloatArray:
        """Running sums of a closed block, from the cache or summed again."""
        running = self._rebuilt.pop(block, None)
        if running is None:
            running = self.cost.running(block * self.block, (block + 1) * self.block)
        self._rebuilt[block] = running
        if len(self._rebuilt) > 4 and len(self._rebuilt) * running.size > _CACHE:
            del self._rebuilt[next(iter(self._rebuilt))]
        return running

    def close(self, value: FloatArray) -> None:
        cost, start, end = self.cost, self._start, self._end
        block, size = start // self.block, end - start
        self._chain += float(self.bridge[-1])
        settled = value[:, start : end + 1]
        self._height = max(
            self._height, float(np.abs(settled[np.isfinite(settled)]).max(initial=0.0))
        )
        self._blocks.sums[block + 1] = self._blocks.sums[block] + self._running[-1]
        if size < self.block:
            return  # the last block: nothing starts after it
        mass = cost.mass[end] - cost.mass[start:end] + cost.ridge
        energy = squared(self._running[-1] - self._running[:-1])
        costs = scatter(cost.squares[end] - cost.squares[start:end], energy, mass)
        self._blocks.total[block] = value[:, start:end] + costs
        self._blocks.mass[block] = np.maximum(mass, _TINY)
        self._blocks.length[block] = energy / self._blocks.mass[block] ** 2
        self._rebuilt[block] = self._running
        self._blocks.settle(np.array([block]))
        self._blocks.known[block] = self._blocks.least[block] - self._chain
        self._live = np.append(self._live, block)

    def drop(self, value: FloatArray, ready: int) -> None:
        limits = value[:, self._end] + self.slack + self.margin
        at, lists = (self._blocks.known[self._live] + self._chain >= limits).nonzero()
        starts = [np.zeros(0, dtype=np.int64)]
        start_lists = [np.zeros(0, dtype=np.int64)]
        for evaluated, costs in self._evaluated:
            which, beaten = (value[:, evaluated] + costs >= limits[:, None]).nonzero()
            starts.append(evaluated[beaten])
            start_lists.append(which)
        dead = (self._live[at], lists, np.concatenate(starts), np.concatenate(start_lists))
        if ready <= self._end + 1:
            self._kill(*dead)
        else:
            self._waiting.append((ready, *dead))

    def _kill(
        self, blocks: IntArray, lists: IntArray, starts: IntArray, start_lists: IntArray
    ) -> None:
        """Starts, or whole blocks, that can never win again for a list."""
        self._blocks.kill(blocks, lists, starts, start_lists)
        self._live = self._live[np.isfinite(self._blocks.least[self._live]).any(axis=1)]

    def forget(self, before: int) -> None:
        self._live = self._live[(self._live + 1) * self.block > before]


def _some(blocks: IntArray, failing: BoolArray) -> tuple[IntArray, BoolArray]:
    """The blocks that fail for some list."""
    keep = failing.any(axis=1)
    return blocks[keep], failing[keep]
