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
from embed_kcpd.given_kinds import is_iterable
from embed_kcpd.given_numbers import is_number, is_number_or_infinity


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
        if not isinstance(self.measure, str):
            raise LimitsError(f"measure must be a name such as 'tokens', got {self.measure!r:.60}")
        try:
            values = np.asarray(self.sizes, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            values = np.full(1, np.nan)
        if values.ndim != 1 or not (np.isfinite(values).all() and (values >= 0).all()):
            raise LimitsError(f"{self.measure} per unit must be finite numbers from 0 on")
        if not isinstance(self.sizes, tuple):  # a list or an array cannot be compared or hashed
            object.__setattr__(self, "sizes", tuple(values.tolist()))
        check_amounts(self.least, self.most, self.measure)


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
        check_sizes(self.min_size, self.max_size)
        object.__setattr__(self, "budgets", _as_budgets(self.budgets))
        forced, forbidden = unit_numbers(self.forced, self.forbidden)
        object.__setattr__(self, "forced", forced)
        object.__setattr__(self, "forbidden", forbidden)

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


def check_sizes(min_size: int, max_size: int | None) -> None:
    """Raise unless a segment can have this many units."""
    for name, value in (("min_size", min_size), ("max_size", max_size)):
        if not (is_number(value, Integral) or (value is None and name == "max_size")):
            raise LimitsError(f"{name} must be a whole number of units, got {value!r}")
    if min_size < 1:
        raise LimitsError(f"min_size must be at least 1, got {min_size}")
    if max_size is not None and max_size < min_size:
        raise LimitsError(f"max_size={max_size} is below min_size={min_size}")


def check_amounts(least: float, most: float, measure: str) -> None:
    """Raise unless a segment can hold at least and at most so much."""
    for name, value in (("least", least), ("most", most)):
        if not is_number_or_infinity(value):
            raise LimitsError(
                f"the {name} of a segment in {measure} must be a number: {value!r:.60}"
            )
    if not 0 <= least <= most:
        raise LimitsError(
            f"a segment cannot hold at least {least:g} and at most {most:g} {measure}"
        )


def unit_numbers(
    forced: Iterable[int], forbidden: Iterable[int]
) -> tuple[frozenset[int], frozenset[int]]:
    """The units as two sets that share none, whatever holds them.

    >>> unit_numbers([3, 3], np.array([5]))
    (frozenset({3}), frozenset({5}))
    """
    sets = _as_set(forced, "forced"), _as_set(forbidden, "forbidden")
    both = sorted(sets[0] & sets[1])
    if both:
        raise LimitsError(f"a boundary at unit {both[0]} is both forced and forbidden")
    return sets


def _as_set(given: Iterable[int], name: str) -> frozenset[int]:
    try:
        units = frozenset(given)
    except TypeError:
        units = None
    if units is None or not all(is_number(unit, Integral) for unit in units):
        raise LimitsError(f"{name} must hold whole numbers of units, got {given!r}")
    return frozenset(map(int, units))


def _as_budgets(given: Iterable[Budget]) -> tuple[Budget, ...]:
    budgets = tuple(given) if is_iterable(given) else None
    if budgets is None or not all(isinstance(budget, Budget) for budget in budgets):
        raise LimitsError(f"budgets must be a list of Budget(...), got {given!r:.60}")
    return budgets


UNLIMITED = Limits()
