"""What a segment may be: sizes, forced and forbidden boundaries.

In:  limits in units and in any additive measure (characters, tokens, seconds).
Out: for every end of a segment, the range of starts it may have.

All measures are non-negative and additive, so the admissible starts of one end form an
interval ``first[end] <= start <= last[end]``, and both edges move right with ``end``.
Every solver reads the limits through ``windows`` and nowhere else.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from numbers import Integral

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import IntArray
from embed_kcpd.errors import LimitsError, TooFewUnitsError
from embed_kcpd.given_numbers import is_number


@dataclass(frozen=True, slots=True)
class Budget:
    """Least and most of an additive measure that one segment may hold.

    ``sizes`` holds one non-negative number per unit, for instance its tokens.
    """

    sizes: tuple[float, ...]
    least: float = 0.0
    most: float = float("inf")
    measure: str = "tokens"

    def __post_init__(self) -> None:
        try:
            values = np.asarray(self.sizes, dtype=np.float64)
        except (TypeError, ValueError):
            values = np.full(1, np.nan)
        if values.ndim != 1 or not (np.isfinite(values).all() and (values >= 0).all()):
            raise LimitsError(f"{self.measure} per unit must be finite numbers from 0 on")
        if not 0 <= self.least <= self.most:
            raise LimitsError(
                f"a segment cannot hold at least {self.least:g} and at most {self.most:g} "
                f"{self.measure}"
            )


@dataclass(frozen=True, slots=True)
class Limits:
    """Everything a segmentation must respect; the default allows all of them.

    ``forced`` units must start a segment, ``forbidden`` units must not.
    """

    min_size: int = 1
    max_size: int | None = None
    budgets: tuple[Budget, ...] = ()
    forced: frozenset[int] = field(default_factory=frozenset)
    forbidden: frozenset[int] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        for name in ("min_size", "max_size"):
            value = getattr(self, name)
            if value is not None and not is_number(value, Integral):
                raise LimitsError(f"{name} must be a whole number of units, got {value!r}")
        if self.min_size < 1:
            raise LimitsError(f"min_size must be at least 1, got {self.min_size}")
        if self.max_size is not None and self.max_size < self.min_size:
            raise LimitsError(f"max_size={self.max_size} is below min_size={self.min_size}")
        for name in ("forced", "forbidden"):
            object.__setattr__(self, name, _unit_numbers(getattr(self, name), name))
        both = sorted(self.forced & self.forbidden)
        if both:
            raise LimitsError(f"a boundary at unit {both[0]} is both forced and forbidden")

    def check(self, n_units: int) -> None:
        """Raise if these limits cannot belong to a text of ``n_units`` units."""
        if 0 < n_units < self.min_size:
            raise TooFewUnitsError(n_units, self.min_size)
        for budget in self.budgets:
            if len(budget.sizes) != n_units:
                raise LimitsError(
                    f"{len(budget.sizes)} sizes in {budget.measure} were given for {n_units} units"
                )
        for unit in self.forced | self.forbidden:
            if not 0 < unit < n_units:
                inside = f"lies outside 1 to {n_units - 1}" if n_units > 1 else "is not possible"
                raise LimitsError(f"a boundary at unit {unit} of {n_units} {inside}")

    def mirrored(self, n_units: int) -> "Limits":
        """The limits of the same units in reverse order."""
        return replace(
            self,
            budgets=tuple(replace(b, sizes=b.sizes[::-1]) for b in self.budgets),
            forced=frozenset(n_units - unit for unit in self.forced),
            forbidden=frozenset(n_units - unit for unit in self.forbidden),
        )

    def between(self, start: int, end: int) -> "Limits":
        """The limits of units ``start`` to ``end - 1`` alone."""
        if not (self.budgets or self.forced or self.forbidden):
            return self
        return replace(
            self,
            budgets=tuple(replace(b, sizes=b.sizes[start:end]) for b in self.budgets),
            forced=frozenset(unit - start for unit in self.forced if start < unit < end),
            forbidden=frozenset(unit - start for unit in self.forbidden if start < unit < end),
        )

    def windows(self, n_units: int) -> tuple[IntArray, IntArray]:
        """First and last admissible start of a segment ending before each ``end`` in 0..n.

        An end with ``first > last`` cannot close a segment.

        >>> first, last = Limits(min_size=2, max_size=3).windows(5)
        >>> first.tolist(), last.tolist()
        ([0, 0, 0, 0, 1, 2], [-2, -1, 0, 1, 2, 3])
        """
        self.check(n_units)
        ends = np.arange(n_units + 1)
        first = np.zeros(n_units + 1, dtype=np.int64)
        # Sizes beyond the text are all alike, and may be beyond 64 bits.
        last = ends - min(self.min_size, n_units + 1)
        if self.max_size is not None:
            first = np.maximum(first, ends - min(self.max_size, n_units + 1))
        for budget in self.budgets:
            total = np.concatenate([[0.0], np.cumsum(budget.sizes)])
            room = 1e-9 * max(1.0, float(total[-1]))
            first = np.maximum(first, np.searchsorted(total, total - budget.most - room))
            last = np.minimum(
                last, np.searchsorted(total, total - budget.least + room, "right") - 1
            )
        if self.forced:
            wall = np.zeros(n_units + 1, dtype=np.int64)
            wall[sorted(unit + 1 for unit in self.forced)] = sorted(self.forced)
            first = np.maximum(first, np.maximum.accumulate(wall))
        return first, last

    def open_starts(self, n_units: int) -> npt.NDArray[np.bool_]:
        """Which units may start a segment."""
        allowed = np.ones(n_units + 1, dtype=np.bool_)
        if self.forbidden:
            allowed[sorted(self.forbidden)] = False
        return allowed


def _unit_numbers(given: Iterable[int], name: str) -> frozenset[int]:
    """The units as a set, whatever holds them.

    >>> sorted(_unit_numbers([3, 5, 3], "forced"))
    [3, 5]
    """
    try:
        units = frozenset(given)
    except TypeError:
        units = None
    if units is None or not all(is_number(unit, Integral) for unit in units):
        raise LimitsError(f"{name} must hold whole numbers of units, got {given!r}")
    return units


UNLIMITED = Limits()
