"""The numbers a statement of the paper is checked for, and how they grow with the text.

In:  n, memory, kernel bound, least signal, least spacing, penalty, shortest segment.
Out: the same at any other n, which is what a search for the smallest n needs.

Whatever is not given takes the value most favourable to the theory.  As n grows the spacing
keeps its share of the text, and a given penalty or shortest segment keeps its factor in front
of sqrt(n log n), the growth that Assumptions A5 and A6 prescribe.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Protocol

from embed_kcpd.errors import OptionsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.granularity.paper import paper_growth
from embed_kcpd.theory.quantities import penalty_lower_bound

FIRST_N = 3
"""The lemma of uniform deviation is stated from three units on."""

LARGEST_N = 10**18
"""Where a search for the smallest n gives up."""


class Margin(Protocol):
    """A difference that an assumption wants positive, at a given signal and penalty."""

    def __call__(
        self,
        n_units: int,
        memory: int,
        bound: float = 1.0,
        *,
        min_size: float,
        signal: float,
        penalty: float,
    ) -> float: ...


@dataclass(frozen=True, slots=True)
class Setting:
    """One case of the theory: T, m, M, Delta^2 and l_T, with the rules for beta_T and delta_T.

    ``penalty_scale`` and ``size_factor`` stand in front of sqrt(n log n).  Without them the
    penalty is the lower bound of A5 and the shortest segment a third of the spacing, the
    largest that A6 allows.
    """

    n_units: int
    memory: int
    bound: float
    signal: float
    spacing_share: float
    penalty_scale: float | None = None
    size_factor: float | None = None

    @property
    def spacing(self) -> float:
        return self.spacing_share * self.n_units

    @property
    def penalty(self) -> float:
        if self.penalty_scale is None:
            return penalty_lower_bound(self.n_units, self.memory, self.bound)
        return self.penalty_scale * paper_growth(self.n_units)

    @property
    def min_size(self) -> float:
        if self.size_factor is None:
            return self.spacing / 3.0
        return self.size_factor * paper_growth(self.n_units)

    def margin(self, function: Margin) -> float:
        """What this margin is in this case."""
        return function(
            self.n_units,
            self.memory,
            self.bound,
            min_size=self.min_size,
            signal=self.signal,
            penalty=self.penalty,
        )

    def at(self, n_units: int) -> "Setting":
        """The same case for a text of another length."""
        return replace(self, n_units=n_units)


def setting(
    n_units: int,
    memory: int,
    bound: float = 1.0,
    *,
    signal: float | None = None,
    spacing: float | None = None,
    penalty: float | None = None,
    min_size: float | None = None,
) -> Setting:
    """The case of these numbers; an impossible one is an error that says why.

    >>> case = setting(1000, 0)
    >>> case.signal, case.spacing
    (2.0, 500.0)
    """
    _check_numbers(signal=signal, spacing=spacing, penalty=penalty, min_size=min_size)
    _check(n_units, memory, bound)
    largest = 2.0 * bound
    chosen = largest if signal is None else signal
    if not 0 < chosen <= largest:
        raise OptionsError(
            f"the signal must lie above 0 and at most at {largest:g}, twice the kernel bound "
            f"(two mean embeddings cannot be further apart), got {chosen:g}"
        )
    widest = n_units / 2.0
    space = widest if spacing is None else spacing
    if not 0 < space <= widest:
        raise OptionsError(
            f"the spacing must lie above 0 and at most at n / 2 = {widest:g}, since one change "
            f"makes two blocks, got {space:g}"
        )
    for name, value in (("penalty", penalty), ("min_size", min_size)):
        if value is not None and not value > 0:
            raise OptionsError(f"the {name} must be above 0, got {value:g}")
    growth = paper_growth(n_units)
    scale = None if penalty is None else penalty / growth
    factor = None if min_size is None else min_size / growth
    return Setting(n_units, memory, bound, chosen, space / n_units, scale, factor)


def smallest_n(holds: Callable[[int], bool]) -> int | None:
    """The first n from three on at which a claim holds that, once true, stays true.

    Doubling finds a true one, halving the first; None if there is none up to 10^18.

    >>> smallest_n(lambda n: n * n > 500)
    23
    """
    high = FIRST_N
    while not holds(high):
        high *= 2
        if high > LARGEST_N:
            return None
    low = max(FIRST_N - 1, high // 2)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _check_numbers(**given: float | None) -> None:
    for name, value in given.items():
        if value is not None and not is_number(value):
            raise OptionsError(f"the {name} must be a number, got {value!r}")


def _check(n_units: int, memory: int, bound: float) -> None:
    if not (is_number(n_units, Integral) and is_number(memory, Integral)):
        raise OptionsError(f"n and the memory must be whole numbers, got {n_units!r}, {memory!r}")
    if n_units < FIRST_N:
        raise OptionsError(f"the theory starts at n = {FIRST_N}, got n = {n_units}")
    if memory < 0:
        raise OptionsError(f"the memory must be 0 or more, got {memory}")
    if not (is_number(bound) and bound > 0):
        raise OptionsError(f"the kernel bound must be a number above 0, got {bound!r}")
