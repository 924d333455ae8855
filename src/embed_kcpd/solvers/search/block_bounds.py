"""What ``linear.py`` keeps about the blocks it has closed.

In:  how many price lists there are, and how many units a block has.
Out: arrays with one entry for each block or each of its starts, which grow with the text.
"""

from dataclasses import dataclass, fields

import numpy as np

from embed_kcpd.arrays import BoolArray, FloatArray, IntArray


class BlockBounds:
    """Bounds for each block and each start in it.

    For each start: ``total``, its total at its block's end; ``mass``, ``length`` and the
    measured distance ``far`` of its mean; ``pull``, the harmonic mass that multiplies it.
    For each block: ``least`` of the totals; ``floor``, the least of the totals with their
    measured third term; ``known``, the bound chained over all blocks since; ``steep``, how fast
    the third term may fall; ``mean``, where it was measured.  ``sums`` are sums of rows at the
    edges of blocks.
    """

    def __init__(self, lists: int, block: int, dim: int) -> None:
        self._block = block
        self.sums = np.zeros((1, dim))
        self.total = np.zeros((0, lists, block))
        self.mass = np.zeros((0, block))
        self.length = np.zeros((0, block))
        self.pull = np.zeros((0, block))
        self.far = np.zeros((0, block))
        self.least = np.zeros((0, lists))
        self.floor = np.zeros((0, lists))
        self.known = np.zeros((0, lists))
        self.steep = np.zeros(0)
        self.mean = np.zeros((0, dim))

    def reserve(self, blocks: int) -> None:
        """Make room for that many blocks, at least doubling what there is."""
        more = max(blocks, 2 * len(self.steep)) - len(self.steep)
        if blocks <= len(self.steep):
            return
        for name, array in vars(self).items():
            if isinstance(array, np.ndarray):
                fresh = np.zeros((more, *array.shape[1:]))
                setattr(self, name, np.concatenate([array, fresh]))

    def settle(self, blocks: IntArray) -> None:
        """The blocks' own numbers from those of their starts."""
        slope = self.pull[blocks] * self.far[blocks]
        third = (slope * self.far[blocks])[:, None]
        total = self.total[blocks]
        self.steep[blocks] = slope.max(axis=1)
        self.least[blocks] = total.min(axis=2)
        self.floor[blocks] = (total + third).min(axis=2)

    def kill(
        self, blocks: IntArray, lists: IntArray, starts: IntArray, start_lists: IntArray
    ) -> None:
        """Forget starts, or whole blocks, that can never win again for a list."""
        for bounds in (self.total, self.least, self.floor, self.known):
            bounds[blocks, lists] = np.inf
        self.total[starts // self._block, start_lists, starts % self._block] = np.inf
        if len(starts):
            self.settle(np.unique(starts // self._block))


@dataclass(frozen=True, slots=True)
class Since:
    """From the ends of some blocks to the open block: one row per block.

    ``sums``, their ``length`` squared, and ``here``, their mass, up to the block's start, with
    ``share`` one over that mass (zero for the block that ends there);
    ``mass``, ``energy`` and ``grown`` = C0 up to each of its edges; ``cross`` the products of
    ``sums`` with the sums inside the block.
    """

    sums: FloatArray
    length: FloatArray
    here: FloatArray
    share: FloatArray
    mass: FloatArray
    cross: FloatArray
    energy: FloatArray
    grown: FloatArray

    def some(self, keep: BoolArray) -> "Since":
        return Since(*(getattr(self, field.name)[keep] for field in fields(self)))
