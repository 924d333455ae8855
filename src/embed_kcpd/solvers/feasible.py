"""Can the limits be met at all, and if not, which units are in the way?

In:  limits and a number of units.
Out: the numbers of segments that are possible, or an error that names the units and a remedy.
"""

import math
from bisect import bisect_left
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from embed_kcpd.errors import InfeasibleError
from embed_kcpd.problem.limits import Budget, Limits
from embed_kcpd.solvers.windows import Windows


def possible_counts(windows: Windows) -> tuple[int, int] | None:
    """The fewest and the most segments; every number between them is possible too.

    Take a segmentation into few segments and one into many: somewhere a segment of the first
    holds one of the second, [b, c) inside [a, d).  Then [a, c) and [b, d) are admissible, for
    they hold no less than [b, c) and no more than [a, d), and crossing over there moves one
    segment from the one to the other (the path-swapping argument for Monge costs).
    """
    least = -int(windows.last[0])
    if windows.n_units > 0 and _has_least_size_only(windows, least):
        return 1, windows.n_units // least
    fewest = _extreme(windows, lambda new, old: new <= old)
    most = _extreme(windows, lambda new, old: new >= old)
    return None if fewest is None or most is None else (fewest, most)


def _has_least_size_only(windows: Windows, least: int) -> bool:
    """Whether nothing is asked of a segment but to have ``least`` units, which the text has."""
    is_plain = windows.allowed.all() and not windows.first.any() and least <= windows.n_units
    return bool(is_plain and (windows.last == np.arange(-least, windows.n_units + 1 - least)).all())


def _extreme(windows: Windows, beats: Callable[[int, int], bool]) -> int | None:
    """Segments needed to reach the end when each step takes the best start in its window."""
    first, last, allowed = windows.first.tolist(), windows.last.tolist(), windows.allowed.tolist()
    counts: list[int | None] = [0]
    held, opened = deque[tuple[int, int]](), 0
    for end in range(1, windows.n_units + 1):
        while opened <= last[end]:
            count = counts[opened]
            if count is not None:
                while held and beats(count, held[-1][1]):
                    held.pop()
                held.append((opened, count))
            opened += 1
        while held and held[0][0] < first[end]:
            held.popleft()
        counts.append(held[0][1] + 1 if held and allowed[end] else None)
    return counts[-1]


def infeasible(limits: Limits, n_units: int) -> InfeasibleError:
    """What stands in the way of every segmentation, for limits that admit none."""
    blocked = _inseparable(limits, n_units) or _too_little(limits, n_units)
    return InfeasibleError(blocked or _unfitting(limits, n_units), _too_large(limits))


def _too_large(limits: Limits) -> int | None:
    """The first unit that is too much for a segment by itself."""
    for budget in limits.budgets:
        excess = np.asarray(budget.sizes) > budget.most + _room(budget)
        if excess.any():
            return int(np.argmax(excess))
    return None


def _inseparable(limits: Limits, n_units: int) -> str | None:
    """Units that no boundary may part and that are too much for one segment."""
    edges = [unit for unit in range(n_units + 1) if unit not in limits.forbidden]
    for start, end in pairwise(edges):
        if limits.max_size is not None and end - start > limits.max_size:
            return (
                f"{_units(start, end)} may not be parted, but are {end - start} units, more than "
                f"max_size={limits.max_size}; raise max_size to {end - start} or allow a boundary"
            )
        for budget in limits.budgets:
            held = _held(budget, start, end)
            if held > budget.most + _room(budget):
                most = f"more than the maximum of {budget.most:g}; raise the maximum to {held:g}"
                if end - start == 1:
                    return f"unit {start} alone holds {held:g} {budget.measure}, {most} or split it"
                return (
                    f"{_units(start, end)} may not be parted, but hold {held:g} "
                    f"{budget.measure}, {most} or allow a boundary"
                )
    return None


def _too_little(limits: Limits, n_units: int) -> str | None:
    """Units between two forced boundaries that are too little for one segment."""
    for start, end in pairwise([0, *sorted(limits.forced), n_units]):
        one = end == start + 1
        lie, are, hold = ("lies", "is", "holds") if one else ("lie", "are", "hold")
        where = f"{_units(start, end)} {lie} between forced boundaries and"
        remedy = "or drop one of these boundaries"
        if not limits.forced:
            where = "unit 0 alone" if one else f"all {n_units} units together"
            remedy = "or pass a longer text"
        if end - start < limits.min_size:
            return (
                f"{where} {are} fewer than min_size={limits.min_size}; "
                f"lower min_size to {end - start} {remedy}"
            )
        for budget in limits.budgets:
            held = _held(budget, start, end)
            if held < budget.least - _room(budget):
                return (
                    f"{where} {hold} {held:g} {budget.measure}, less than the minimum of "
                    f"{budget.least:g}; lower the minimum to {held:g} {remedy}"
                )
    return None


def _unfitting(limits: Limits, n_units: int) -> str:
    """The first units that no segments tile, with each single change that would help."""
    for start, end in pairwise([0, *sorted(limits.forced), n_units]):
        part = limits.between(start, end)
        if _fits(part, end - start):
            continue
        remedies = _remedies(part, end - start)
        return (
            f"{_units(start, end)} cannot be cut into segments that keep both the minimum and "
            f"the maximum; {' or '.join(remedies) or 'loosen more than one limit'}"
        )
    return "no segmentation satisfies the limits; loosen one of them"


def _fits(limits: Limits, n_units: int) -> bool:
    return possible_counts(Windows.of(limits, n_units)) is not None


def _remedies(limits: Limits, n_units: int) -> list[str]:
    """Every single limit that can be loosened to make the units fit, and how far."""

    def smallest(low: int, high: int, changed: Callable[[int], Limits]) -> int | None:
        """The smallest number whose limits fit; they fit from there on."""
        if low > high or not _fits(changed(high), n_units):
            return None
        return low + bisect_left(
            range(low, high), True, key=lambda number: _fits(changed(number), n_units)
        )

    numbers = {
        "raise max_size to": smallest(
            limits.max_size or n_units, n_units, lambda most: replace(limits, max_size=most)
        ),
        "lower min_size to": smallest(
            -limits.min_size, -1, lambda least: replace(limits, min_size=-least)
        ),
    }
    for budget in limits.budgets:
        total = math.ceil(sum(budget.sizes))
        numbers[f"raise the maximum of {budget.measure} to"] = smallest(
            math.ceil(min(budget.most, total)), total, partial(_with_most, limits, budget)
        )
        numbers[f"lower the minimum of {budget.measure} to"] = smallest(
            -math.floor(budget.least), 0, partial(_with_least, limits, budget)
        )
    return [f"{text} {abs(number)}" for text, number in numbers.items() if number is not None]


def _with_most(limits: Limits, budget: Budget, most: int) -> Limits:
    return _exchanged(limits, budget, replace(budget, most=max(budget.most, float(most))))


def _with_least(limits: Limits, budget: Budget, negative: int) -> Limits:
    return _exchanged(limits, budget, replace(budget, least=min(budget.least, float(-negative))))


def _exchanged(limits: Limits, old: Budget, new: Budget) -> Limits:
    budgets = tuple(new if budget is old else budget for budget in limits.budgets)
    return replace(limits, budgets=budgets)


def _held(budget: Budget, start: int, end: int) -> float:
    return float(np.sum(budget.sizes[start:end]))


def _room(budget: Budget) -> float:
    """The rounding that ``Limits.windows`` forgives."""
    return 1e-9 * max(1.0, float(np.sum(budget.sizes)))


def _units(start: int, end: int) -> str:
    return f"unit {start}" if end == start + 1 else f"units {start} to {end - 1}"
