"""How probable a boundary is at every place: the type.

In:  probabilities, one for each unit.
Out: a frozen value; ``annotations/confidence`` makes one.
"""

from dataclasses import dataclass, field

from embed_kcpd.arrays import FloatArray

_NOTHING = 1e-12
"""Probability that no longer widens an interval."""


@dataclass(frozen=True, slots=True)
class Posterior:
    """Probabilities of boundaries; arrays have one entry per unit, entry 0 is zero.

    ``at[t]`` is the probability that unit t starts a segment, ``near[t]`` that some unit
    within one of t does, ``none`` that the text has no boundary at all.
    """

    at: FloatArray = field(repr=False)
    near: FloatArray = field(repr=False)
    none: float

    def interval(self, boundary: int, share: float = 0.9) -> tuple[int, int]:
        """The first and last unit of the range around ``boundary`` that holds its probability.

        The range grows on its more probable side until it expects ``share`` of a boundary,
        or until nothing is left on either side.

        >>> import numpy as np
        >>> at = np.array([0, 0, 0.1, 0.8, 0.1, 0])
        >>> Posterior(at, at, 0.0).interval(3, share=0.85)
        (2, 3)
        """
        low = high = boundary
        held = float(self.at[boundary])
        while held < share:
            left = float(self.at[low - 1]) if low > 1 else 0.0
            right = float(self.at[high + 1]) if high + 1 < len(self.at) else 0.0
            if max(left, right) <= _NOTHING:
                break
            low, high = (low - 1, high) if left >= right else (low, high + 1)
            held += max(left, right)
        return low, high
