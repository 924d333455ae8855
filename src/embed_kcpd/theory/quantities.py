"""The numbers of the paper's theorems, one function each.

In:  n_units (T), memory (m), the kernel bound (M), and what each statement adds.
Out: the value the paper prints, in the units of the segment cost.

Nothing here is improved or corrected: what can be said beyond the paper is in ``sharper.py``.
A kernel is bounded when 0 <= k <= bound (Assumption A2); the RBF kernel has bound 1.  The
letters of the paper stand beside each name, with the statement they come from; A1 to A7 and A7'
are the paper's labels for its Assumptions 4.1 to 4.6, 4.8 and 4.7.
"""

import math

from embed_kcpd.granularity.paper import paper_growth


def dependence_factor(memory: int) -> int:
    """8m + 5: neighbours of one pair of units in the dependency graph (Proposition A.1).

    >>> dependence_factor(0), dependence_factor(3)
    (5, 29)
    """
    return 8 * memory + 5


def deviation_level(n_units: int, memory: int, bound: float = 1.0) -> float:
    """lambda_T = 4 sqrt(2) M sqrt((8m + 5) log T) of Assumption A7' and Lemma 4.9.

    With probability at least 1 - 1/T every segment cost lies within lambda_T sqrt(size) of
    its expectation.

    >>> round(deviation_level(2000, 3), 2)
    83.99
    """
    return 4.0 * math.sqrt(2.0) * bound * math.sqrt(dependence_factor(memory) * math.log(n_units))


def segment_tail_bound(deviation: float, memory: int, bound: float = 1.0, *, size: float) -> float:
    """4 exp(-x^2 / (8 (8m + 5) M^2 n)), Proposition A.1.

    The chance that the cost of one segment of n units deviates by more than x.  A value above
    one says nothing; it is not cut off here.

    >>> segment_tail_bound(0.0, memory=0, size=10)
    4.0
    """
    spread = 8.0 * dependence_factor(memory) * bound**2 * size
    return 4.0 * math.exp(-(deviation**2) / spread)


def uniform_failure_bound(n_units: int) -> float:
    """2 (T + 1) / T^3, proof of Lemma 4.9: the chance that some segment deviates too far.

    The lemma states the rounder 1 / T, which is larger from T = 3 on.

    >>> uniform_failure_bound(3) <= 1 / 3
    True
    """
    return 2.0 * (n_units + 1) / n_units**3


def homogeneous_split_bound(memory: int, bound: float = 1.0) -> float:
    """C_K = 2M (1 + 6m), proof of Proposition 4.10.

    The most population cost that splitting a stationary segment can change.

    >>> homogeneous_split_bound(1)
    14.0
    """
    return 2.0 * bound * (1 + 6 * memory)


def penalty_lower_bound(n_units: int, memory: int, bound: float = 1.0) -> float:
    """16 M sqrt(2 (8m + 5) T log T) + 2M (1 + 6m) of Assumption A5.

    It equals 4 lambda_T sqrt(T) + C_K.

    >>> round(penalty_lower_bound(2000, 0))
    6240
    """
    grown = 16.0 * bound * math.sqrt(2.0 * dependence_factor(memory)) * paper_growth(n_units)
    return grown + homogeneous_split_bound(memory, bound)


def minimum_size(n_units: int, factor: float = 1.0) -> float:
    """delta_T = factor sqrt(T log T) of Assumption A6.

    The shortest segment allowed, and the radius of localisation in Theorem 4.12.  The paper
    fixes the order of growth; the factor is free.

    >>> round(minimum_size(2000), 1)
    123.3
    """
    return factor * paper_growth(n_units)


def mixed_segment_correction(memory: int, bound: float = 1.0, *, size: float) -> float:
    """(4m + 2) M + (2 m^2 + 2m) M / n of Lemma A.2: what dependence may take from the signal.

    The lemma holds without it, by Jensen's inequality: the remainder is never negative.

    >>> mixed_segment_correction(memory=0, size=10), mixed_segment_correction(memory=1, size=4)
    (2.0, 7.0)
    """
    return (4 * memory + 2) * bound + (2 * memory**2 + 2 * memory) * bound / size


def signal_correction(memory: int, bound: float = 1.0, *, min_size: float) -> float:
    """B_T of Assumption A7': the correction of Lemma A.2 at the shortest segment delta_T."""
    return mixed_segment_correction(memory, bound, size=min_size)


def mixed_segment_signal(
    memory: int, bound: float = 1.0, *, left: float, right: float, signal: float
) -> float:
    """rho Delta_k^2 minus the correction, first inequality of Lemma A.2.

    At least this much population cost is gained by cutting a segment at its one true change,
    with ``left`` and ``right`` units around it and rho = left right / (left + right).

    >>> mixed_segment_signal(memory=0, left=50, right=50, signal=1.0)
    23.0
    """
    size = left + right
    return left * right / size * signal - mixed_segment_correction(memory, bound, size=size)


def spaced_segment_signal(
    memory: int, bound: float = 1.0, *, spacing: float, signal: float
) -> float:
    """Delta^2 l_T / 4 minus the correction, second inequality of Lemma A.2.

    It needs at least l_T / 2 units on each side of the change.
    """
    return signal * spacing / 4.0 - mixed_segment_correction(memory, bound, size=spacing)


def signal_dominance_margin(
    n_units: int,
    memory: int,
    bound: float = 1.0,
    *,
    min_size: float,
    signal: float,
    penalty: float,
) -> float:
    """delta_T Delta^2 / 2 - beta_T - 3 lambda_T sqrt(T) - B_T: Assumption A7' wants it positive."""
    noise = 3.0 * deviation_level(n_units, memory, bound) * math.sqrt(n_units)
    needed = penalty + noise + signal_correction(memory, bound, min_size=min_size)
    return min_size * signal / 2.0 - needed


def stability_margin(n_units: int, memory: int, bound: float = 1.0, *, penalty: float) -> float:
    """beta_T - 3 lambda_T sqrt(T) - C_K, proof of Proposition 4.10.

    Where it is positive a stationary block stays whole; at the lower bound of A5 it is
    lambda_T sqrt(T).  The proposition is printed for segments that end before the last unit of a
    block; it holds for the whole block.
    """
    noise = 3.0 * deviation_level(n_units, memory, bound) * math.sqrt(n_units)
    return penalty - noise - homogeneous_split_bound(memory, bound)


def detectability_margin(
    n_units: int,
    memory: int,
    bound: float = 1.0,
    *,
    spacing: float,
    signal: float,
    penalty: float,
    slope: float = 1.0,
    offset: float = 0.0,
    excess: float = 0.0,
) -> float:
    """c_0 l_T Delta^2 - C_m - (1 + delta) beta_T - 4 lambda_T sqrt(T), proof of Lemma A.3.

    ``slope`` is c_0 and ``offset`` C_m of Assumption A7, ``excess`` the lemma's delta.  The
    paper leaves the three open; the defaults are favourable ones.  With two changes or more no
    such constants exist: on the interval from one change to the next every cut gains a bounded
    amount, while A4 lets the spacing grow (``sharper.localisation_margin`` does without them).
    """
    noise = 4.0 * deviation_level(n_units, memory, bound) * math.sqrt(n_units)
    return slope * spacing * signal - offset - (1.0 + excess) * penalty - noise


def oracle_remainder(n_units: int, memory: int, bound: float = 1.0) -> float:
    """2 lambda_T T of Theorem 4.11: how far the estimate may lie above the best segmentation.

    Costs and penalties of an estimate never exceed 2 M T together, and this is more than 26 M T
    from T = 3 on, so the inequality as printed cannot fail (``sharper.oracle_remainder_by_count``).
    """
    return 2.0 * deviation_level(n_units, memory, bound) * n_units
