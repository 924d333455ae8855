"""Every quantity of the theory for one case, as a list to print.

In:  a ``Setting``.
Out: name in words, the paper's symbol, where it is defined, the value.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from embed_kcpd.theory import quantities, sharper
from embed_kcpd.theory.setting import Setting


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number of the theory: its name in words, the paper's symbol, where it is defined."""

    name: str
    symbol: str
    source: str
    value: float


def quantities_of(case: Setting) -> tuple[Quantity, ...]:
    """Every number of the theorems for one case."""
    return tuple(Quantity(name, symbol, source, of(case)) for name, symbol, source, of in LISTED)


def _level(case: Setting) -> float:
    return quantities.deviation_level(case.n_units, case.memory, case.bound)


def _tail(case: Setting) -> float:
    """The tail bound of the whole sequence at lambda_T sqrt(T); the union bound adds these up."""
    deviation = _level(case) * math.sqrt(case.n_units)
    return quantities.segment_tail_bound(deviation, case.memory, case.bound, size=case.n_units)


def _correction(case: Setting) -> float:
    return quantities.signal_correction(case.memory, case.bound, min_size=case.min_size)


def _dominance(case: Setting) -> float:
    return case.margin(quantities.signal_dominance_margin)


def _stability(case: Setting) -> float:
    return quantities.stability_margin(case.n_units, case.memory, case.bound, penalty=case.penalty)


def _detectability(case: Setting) -> float:
    return quantities.detectability_margin(
        case.n_units,
        case.memory,
        case.bound,
        spacing=case.spacing,
        signal=case.signal,
        penalty=case.penalty,
    )


def _short_signal(case: Setting) -> float:
    return quantities.mixed_segment_signal(
        case.memory, case.bound, left=case.min_size, right=case.min_size, signal=case.signal
    )


def _spaced_signal(case: Setting) -> float:
    return quantities.spaced_segment_signal(
        case.memory, case.bound, spacing=case.spacing, signal=case.signal
    )


LISTED: tuple[tuple[str, str, str, Callable[[Setting], float]], ...] = (
    ("deviation level", "lambda_T", "Lemma 4.9", _level),
    ("tail bound at that level", "4 exp(-x^2/...)", "Prop. A.1", _tail),
    (
        "chance that a segment deviates",
        "2(T+1)/T^3",
        "Lemma 4.9",
        lambda case: quantities.uniform_failure_bound(case.n_units),
    ),
    ("penalty", "beta_T", "A5", lambda case: case.penalty),
    (
        "penalty lower bound",
        "beta_T >=",
        "A5",
        lambda case: quantities.penalty_lower_bound(case.n_units, case.memory, case.bound),
    ),
    ("shortest segment", "delta_T", "A6", lambda case: case.min_size),
    ("least spacing", "l_T", "A4", lambda case: case.spacing),
    ("least signal", "Delta_*^2", "A3", lambda case: case.signal),
    ("signal correction", "B_T", "A7'", _correction),
    ("signal-dominance margin", "A7' left - right", "A7'", _dominance),
    (
        "split of a stationary segment",
        "C_K",
        "Prop. 4.10",
        lambda case: quantities.homogeneous_split_bound(case.memory, case.bound),
    ),
    ("stability margin", "beta_T - 3 lambda_T sqrt(T) - C_K", "Prop. 4.10", _stability),
    (
        "detectability margin (c_0 = 1, C_m = 0)",
        "c_0 l_T Delta^2 - ...",
        "Lemma A.3",
        _detectability,
    ),
    ("mixed signal, delta_T each side", "rho Delta^2 - ...", "Lemma A.2", _short_signal),
    ("mixed signal, l_T / 2 each side", "Delta^2 l_T / 4 - ...", "Lemma A.2", _spaced_signal),
    (
        "oracle remainder",
        "2 lambda_T T",
        "Thm. 4.11",
        lambda case: quantities.oracle_remainder(case.n_units, case.memory, case.bound),
    ),
    (
        "largest penalty that can pay",
        "M T / 2",
        "ours",
        lambda case: sharper.useful_penalty_limit(case.n_units, case.bound),
    ),
    (
        "level for a constant diagonal",
        "2M sqrt((4m+3) log T)",
        "ours",
        lambda case: sharper.sharper_deviation_level(case.n_units, case.memory, case.bound),
    ),
)
