"""Where a sequence changes, and to which topic.

In:  how many units, boundaries and topics, and a random generator.
Out: boundaries and topics, drawn as in the paper.
"""

import math

import numpy as np

from embed_kcpd.errors import OptionsError


def paper_boundary_count(n_units: int) -> int:
    """K = ceil(2 log T), at most one before every unit but the first.

    >>> paper_boundary_count(2000), paper_boundary_count(2)
    (16, 1)
    """
    return min(max(0, n_units - 1), math.ceil(2.0 * math.log(max(1, n_units))))


def random_boundaries(n_units: int, count: int, rng: np.random.Generator) -> tuple[int, ...]:
    """``count`` different boundaries, every set of them equally likely."""
    if not 0 <= count < max(1, n_units):
        raise OptionsError(f"{n_units} units cannot have {count} boundaries")
    chosen = rng.choice(np.arange(1, n_units), size=count, replace=False)
    return tuple(sorted(int(unit) for unit in chosen))


def changing_topics(count: int, n_topics: int, rng: np.random.Generator) -> tuple[int, ...]:
    """``count`` topics, each drawn uniformly among those its predecessor is not."""
    steps = rng.integers(1, n_topics, size=count)
    steps[:1] = rng.integers(0, n_topics, size=min(1, count))
    return tuple(int(topic) for topic in np.cumsum(steps) % n_topics)
