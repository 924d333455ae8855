"""What the paper's proofs give beyond what they state; none of this is in the paper.

In:  the same arguments as in ``quantities.py``.
Out: smaller constants and weaker conditions, each with its one-line reason.

The arguments are written out in ``docs/explanation/theory.md``.
Two facts carry most of them.  The gain of a cut, C(s, e) - C(s, t) - C(t, e), is
rho |mean left - mean right|^2 in the feature space: never negative, and in expectation at least
rho Delta^2 whatever the dependence.  And the kernel of a pair lies in an interval of length M,
which Janson's inequality rewards.
"""

import math

from embed_kcpd.theory.quantities import deviation_level


def sharper_deviation_level(n_units: int, memory: int, bound: float = 1.0) -> float:
    """2 M sqrt((4m + 3) log T), for kernels with 0 <= k <= M and a constant diagonal (RBF).

    The diagonal does not fluctuate, so only unordered pairs are left: n (n - 1) / 2 terms of
    range 2M in a graph of at most (4m + 3) n colours.

    >>> round(sharper_deviation_level(2000, 3), 2)
    21.36
    """
    return 2.0 * bound * math.sqrt((4 * memory + 3) * math.log(n_units))


def useful_penalty_limit(n_units: int, bound: float = 1.0) -> float:
    """M T / 2: from this penalty on, no data whatever can make a boundary worth its price.

    K boundaries gain at most M T K / (K + 1) together when 0 <= k <= M.

    >>> useful_penalty_limit(2000)
    1000.0
    """
    return bound * n_units / 2.0


def oracle_remainder_by_count(
    n_units: int, memory: int, bound: float = 1.0, *, estimated: int, rival: int
) -> float:
    """lambda_T sqrt(T) (sqrt(K + 1) + sqrt(K' + 1)): Theorem 4.11 before it rounds up.

    ``estimated`` and ``rival`` count the segments of the estimate and of the segmentation it is
    compared with.
    """
    level = deviation_level(n_units, memory, bound)
    return level * math.sqrt(n_units) * (math.sqrt(estimated) + math.sqrt(rival))


def localisation_margin(
    n_units: int,
    memory: int,
    bound: float = 1.0,
    *,
    min_size: float,
    signal: float,
    penalty: float,
) -> float:
    """delta Delta^2 / 2 - 3 beta - (2 + 2 sqrt 2) lambda_T sqrt(delta).

    Where it is positive, A1 to A3 and A6 alone put an estimated boundary less than delta from
    every true one, with probability at least 1 - 1/T: A7, A7' and the lemma that forbids
    overfull segments are not needed.
    """
    noise = (2.0 + 2.0 * math.sqrt(2.0)) * deviation_level(n_units, memory, bound)
    return min_size * signal / 2.0 - 3.0 * penalty - noise * math.sqrt(min_size)
