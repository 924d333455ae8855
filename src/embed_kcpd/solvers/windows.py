"""Which starts each end may have, as the solvers read it.

In:  limits and a number of units.
Out: for every edge its first and last admissible start, and whether it may be a boundary.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from embed_kcpd.arrays import BoolArray, IntArray
from embed_kcpd.problem.limits import UNLIMITED, Limits

_REMEMBERED = 10_000
"""Units up to which the windows of a text without limits are kept for the next one."""


@dataclass(frozen=True, slots=True)
class Windows:
    """A segment may be ``[s, e)`` if ``first[e] <= s <= last[e]`` and both edges are ``allowed``.

    ``first`` and ``last`` never fall, because every limit is on something additive.  So if s
    may start a segment that ends at e, every allowed edge t between s and ``last[e]`` may too.
    """

    first: IntArray
    last: IntArray
    allowed: BoolArray

    @classmethod
    def of(cls, limits: Limits, n_units: int) -> "Windows":
        if limits is UNLIMITED and n_units <= _REMEMBERED:
            return _open_windows(n_units)
        return cls(*limits.windows(n_units), limits.open_starts(n_units))

    def arrays(self) -> tuple[IntArray, IntArray, BoolArray]:
        """What functions in C take."""
        return (
            np.ascontiguousarray(self.first, dtype=np.int64),
            np.ascontiguousarray(self.last, dtype=np.int64),
            np.ascontiguousarray(self.allowed, dtype=np.bool_),
        )

    @property
    def n_units(self) -> int:
        return len(self.first) - 1

    def ready(self, edge: int) -> int:
        """The first end for which a segment that starts at ``edge`` is long enough."""
        return int(np.searchsorted(self.last, edge))

    def within(self, start: int, end: int) -> tuple[IntArray, IntArray, IntArray]:
        """First, last and ready of the edges ``start`` to ``end``, counted from ``start``."""
        edges = np.arange(end - start + 1)
        low = np.maximum(self.first[start : end + 1] - start, 0)
        high = np.minimum(self.last[start : end + 1] - start, edges - 1)
        return low, high, np.searchsorted(self.last, edges + start) - start


@lru_cache(maxsize=16)
def _open_windows(n_units: int) -> Windows:
    """The windows of so many units without any limit; nobody may write to them."""
    windows = Windows(*UNLIMITED.windows(n_units), UNLIMITED.open_starts(n_units))
    for array in windows.arrays():
        array.flags.writeable = False
    return windows
