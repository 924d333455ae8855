"""Which assumptions of the paper hold for given numbers, by how much, and from which n on.

In:  n, memory, kernel bound, least signal, least spacing; optionally penalty and min_size.
Out: an ``AssumptionReport``: every quantity, and a verdict on every assumption.

A1 and A2 are properties of data and kernel and are taken as given; A4 is a limit and is shown
as a ratio.  The rest are inequalities between numbers.  Every criterion compares something that
grows like n, or like sqrt(n log n) with a fixed factor, with something that grows no faster, so
that from n = 3 on it turns true at most once: halving finds the smallest n.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from embed_kcpd.granularity.paper import paper_growth
from embed_kcpd.theory import quantities, sharper
from embed_kcpd.theory.listing import Quantity, quantities_of
from embed_kcpd.theory.setting import FIRST_N, LARGEST_N, Setting, smallest_n


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one assumption holds.

    ``margin`` is what is left over (negative: missing); ``holds`` is None where numbers alone
    cannot say; ``smallest_n`` is None where no n will do, and ``reason`` says why.
    """

    name: str
    claim: str
    holds: bool | None
    margin: float | None
    smallest_n: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class AssumptionReport:
    """Everything the theory says about one case."""

    setting: Setting
    quantities: tuple[Quantity, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def smallest_n(self) -> int | None:
        """The smallest n at which everything that numbers can decide holds together."""
        firsts = [verdict.smallest_n for verdict in self._decided]
        known = [first for first in firsts if first is not None]
        return max(known) if len(known) == len(firsts) else None

    @property
    def _decided(self) -> list[Verdict]:
        """The verdicts on the paper's own assumptions that are more than 'given' or a limit."""
        return [
            verdict
            for verdict in self.verdicts
            if verdict.name.startswith("A") and verdict.holds is not None
        ]


def check_assumptions(case: Setting) -> AssumptionReport:
    """Check the paper's assumptions for one case.

    >>> from embed_kcpd.theory.setting import setting
    >>> report = check_assumptions(setting(2000, 3))
    >>> [verdict.name for verdict in report.verdicts if verdict.holds is False]
    ["A7'", 'a boundary can pay', 'localisation without A7']
    """
    return AssumptionReport(case, quantities_of(case), verdicts_of(case))


def verdicts_of(case: Setting) -> tuple[Verdict, ...]:
    """The verdict on every assumption for one case."""
    return (
        _given("A1", "units more than m apart are independent, blocks stationary"),
        _given("A2", "0 <= k <= M, characteristic (cosine is neither)"),
        Verdict("A3", "Delta_*^2 > 0", True, case.signal, FIRST_N, ""),
        _spacing(case),
        _penalty(case),
        _admissible(case),
        _dominance(case),
        _mixed(case),
        _useful(case),
        _repaired(case),
    )


def _given(name: str, claim: str) -> Verdict:
    return Verdict(name, claim, None, None, None, "taken as given")


def _judged(
    name: str, claim: str, case: Setting, margin: Callable[[Setting], float], never: str = ""
) -> Verdict:
    """A verdict from a margin that must be positive, at this n and at the smallest n.

    ``never`` is the reason if there is one why no n will do.
    """
    here = margin(case)
    first = None if never else smallest_n(lambda n: margin(case.at(n)) > 0)
    reason = never or (f"not up to n = {LARGEST_N:.0e}" if first is None else "")
    return Verdict(name, claim, here > 0, here, first, reason)


def _too_small(what: str, factor: float | None, needed: float) -> str:
    """Why a factor of sqrt(n log n) can never win against another one, or nothing."""
    if factor is None or factor > needed:
        return ""
    return f"{what} / sqrt(T log T) is {factor:.3g} and would have to exceed {needed:.4g}"


def _spacing(case: Setting) -> Verdict:
    ratio = case.spacing / paper_growth(case.n_units)
    reason = f"a limit; here l_T is {ratio:.3g} times sqrt(T log T)"
    return Verdict("A4", "l_T / sqrt(T log T) -> infinity", None, None, None, reason)


def _penalty(case: Setting) -> Verdict:
    def margin(at: Setting) -> float:
        return at.penalty - quantities.penalty_lower_bound(at.n_units, at.memory, at.bound)

    claim = "beta_T >= 16 M sqrt(2(8m+5) T log T) + 2M(1+6m)"
    if case.penalty_scale is None:
        return Verdict("A5", claim, True, 0.0, FIRST_N, "the penalty is set to this bound")
    never = _too_small("beta_T", case.penalty_scale, bound_scale(case))
    return _judged("A5", claim, case, margin, never)


def bound_scale(case: Setting) -> float:
    """The factor of sqrt(T log T) in the lower bound of A5; it is 4 lambda_T / sqrt(log T)."""
    return 16.0 * case.bound * math.sqrt(2.0 * quantities.dependence_factor(case.memory))


def _admissible(case: Setting) -> Verdict:
    claim = "delta_T <= l_T / 3"
    if case.size_factor is None:
        return Verdict("A6", claim, True, 0.0, FIRST_N, "delta_T is set to l_T / 3")
    return _judged("A6", claim, case, lambda at: at.spacing / 3.0 - at.min_size)


def _dominance(case: Setting) -> Verdict:
    def margin(at: Setting) -> float:
        return at.margin(quantities.signal_dominance_margin)

    price = bound_scale(case)
    scale = price if case.penalty_scale is None else case.penalty_scale
    never = _too_small("delta_T", case.size_factor, 2.0 * (scale + 0.75 * price) / case.signal)
    claim = "delta_T Delta^2 / 2 > beta_T + 3 lambda_T sqrt(T) + B_T"
    return _judged("A7'", claim, case, margin, never)


def _mixed(case: Setting) -> Verdict:
    claim = "the best cut between two changes gains c_0 g Delta^2 - C_m"
    if case.spacing_share > 1.0 / 3.0:
        reason = "empty: blocks this long leave room for one change only"
        return Verdict("A7", claim, True, None, FIRST_N, reason)
    reason = (
        "with two changes it contradicts A4: on the interval from one change to the next every "
        "cut gains a bounded amount"
    )
    return Verdict("A7", claim, False, None, None, reason)


def _useful(case: Setting) -> Verdict:
    def margin(at: Setting) -> float:
        return sharper.useful_penalty_limit(at.n_units, at.bound) - at.penalty

    return _judged("a boundary can pay", "beta_T < M T / 2 (ours)", case, margin)


def _repaired(case: Setting) -> Verdict:
    def margin(at: Setting) -> float:
        return at.margin(sharper.localisation_margin)

    claim = "delta Delta^2 / 2 > 3 beta + (2 + 2 sqrt 2) lambda_T sqrt(delta) (ours)"
    scale = bound_scale(case) if case.penalty_scale is None else case.penalty_scale
    never = _too_small("delta_T", case.size_factor, 6.0 * scale / case.signal)
    return _judged("localisation without A7", claim, case, margin, never)
