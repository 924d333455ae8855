"""Boundary edit distance and boundary similarity B (Fournier 2013).

In:  the boundaries of two segmentations over the same units.
Out: the edits that turn one into the other, and a similarity from 0 to 1 (equal).

A boundary of one side that the other side has close by is a near miss, one edit that costs
only its share of the span; a boundary without a counterpart is a full miss and costs one.  B is
one minus the cost of the edits per boundary matched, nearly matched or missed.  Unlike Pk it
needs no window, does not depend on the length of the text, and treats both sides alike.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.metrics import checked_boundaries
from embed_kcpd.given_numbers import is_number

NEAR_SPAN = 2
"""Fournier's n_t: positions a near miss may span, both ends counted, so 2 is one unit off."""


@dataclass(frozen=True, slots=True)
class BoundaryEdits:
    """What lies between two segmentations, position by position."""

    matches: tuple[int, ...]
    near_misses: tuple[tuple[int, int], ...]
    full_misses: tuple[int, ...]
    span: int

    @property
    def distance(self) -> float:
        """One per full miss; per near miss how far it is off, divided by the span."""
        off = sum(right - left for left, right in self.near_misses)
        return len(self.full_misses) + off / self.span

    @property
    def similarity(self) -> float:
        """Fournier's B; two uncut texts are alike."""
        n_pairs = len(self.matches) + len(self.near_misses) + len(self.full_misses)
        return 1.0 - self.distance / n_pairs if n_pairs else 1.0


def boundary_edits(
    first: Iterable[int], second: Iterable[int], n_units: int, span: int = NEAR_SPAN
) -> BoundaryEdits:
    """The edits between two segmentations: closest near misses first, from the left.

    >>> edits = boundary_edits([3, 8], [3, 7, 10], n_units=12)
    >>> edits.matches, edits.near_misses, edits.full_misses, edits.distance
    ((3,), ((7, 8),), (10,), 1.5)
    """
    if not (is_number(span, Integral) and span >= 1):
        raise InputError(f"a near miss spans a whole number of positions from 1 on, got {span!r}")
    ours, theirs = (set(checked_boundaries(each, n_units)) for each in (first, second))
    left, right = ours - theirs, theirs - ours
    near: list[tuple[int, int]] = []
    for off in range(1, span):
        for position in sorted(left | right):
            other = position + off
            if (position in left and other in right) or (position in right and other in left):
                near.append((position, other))
                left -= {position, other}
                right -= {position, other}
    matches = tuple(sorted(ours & theirs))
    return BoundaryEdits(matches, tuple(near), tuple(sorted(left | right)), span)


def boundary_similarity(
    first: Iterable[int], second: Iterable[int], n_units: int, span: int = NEAR_SPAN
) -> float:
    """Fournier's B.

    >>> boundary_similarity([3, 8], [3, 7], n_units=12)
    0.75
    """
    return boundary_edits(first, second, n_units, span).similarity
