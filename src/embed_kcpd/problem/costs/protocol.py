"""What a segment costs, as the solvers see it.

In:  starts and ends of segments.
Out: C(start, end): how much the units of one segment differ among themselves.
"""

from typing import Protocol

from embed_kcpd.arrays import FloatArray, IntArray


class SegmentCost(Protocol):
    """The price of putting units ``start`` to ``end - 1`` into one segment."""

    @property
    def n_units(self) -> int: ...

    @property
    def slack(self) -> float:
        """The most that splitting one segment in two can add to the summed cost."""
        ...

    def column(self, starts: IntArray, end: int) -> FloatArray:
        """C(start, end) for each of ``starts``, all below ``end``."""
        ...
