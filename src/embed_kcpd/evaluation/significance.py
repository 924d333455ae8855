"""Is one method better than another on these documents, or is it chance?

In:  the errors of two methods, document by document.
Out: the mean difference, an interval around it, and how often chance makes one as large.

Documents differ in how hard they are, so errors are compared on the same document.  The interval
comes from documents drawn again with replacement.  For ``p`` the sign of each difference is
drawn: if neither method were better, each would be as likely as its opposite.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.errors import InputError

SHARE = 0.95
"""Of the means over documents drawn again that lie in the interval."""

DRAWS = 10_000


@dataclass(frozen=True, slots=True)
class Difference:
    """First minus second, mean over documents; ``p`` is two-sided."""

    mean: float
    low: float
    high: float
    p: float


def paired_difference(
    first: Sequence[float], second: Sequence[float], *, draws: int = DRAWS, seed: int = 0
) -> Difference:
    """How much larger the first errors are than the second, the same for the same seed.

    >>> paired_difference([0.5, 0.4, 0.6], [0.5, 0.4, 0.6])
    Difference(mean=0.0, low=0.0, high=0.0, p=1.0)
    """
    if len(first) != len(second) or len(first) == 0:
        raise InputError(
            f"errors of the same documents are compared, at least one; got {len(first)} and "
            f"{len(second)}"
        )
    differences = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    n, rng = len(differences), np.random.default_rng(seed)
    mean = float(differences.mean())
    means, n_as_far = np.empty(draws), 0
    for draw in range(draws):
        means[draw] = differences[rng.integers(0, n, n)].mean()
        turned = float((differences * rng.choice((-1.0, 1.0), n)).mean())
        n_as_far += abs(turned) >= abs(mean) - 1e-12  # as far, rounding aside
    low, high = np.quantile(means, [(1 - SHARE) / 2, (1 + SHARE) / 2])
    return Difference(mean, float(low), float(high), (n_as_far + 1) / (draws + 1))
