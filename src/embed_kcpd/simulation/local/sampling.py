"""Drawing the next token.

In:  the scores of all tokens, those written lately, a random generator.
Out: one token.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import Vectors

REPEAT_PENALTY = 1.1
"""A small model runs in circles unless what it just wrote is made less likely."""

LIKELIEST = 40
MASS = 0.95
"""Drawn among the likeliest tokens alone, and of these among those that hold this probability."""


def draw(
    scores: Vectors, written: Sequence[int], temperature: float, rng: np.random.Generator
) -> int:
    """A token by its probability; at temperature 0 the likeliest."""
    scores = scores.copy()
    seen = np.unique(np.asarray(written, dtype=np.int64))
    penalised = scores[seen]
    scores[seen] = np.where(penalised > 0, penalised / REPEAT_PENALTY, penalised * REPEAT_PENALTY)
    count = min(LIKELIEST, len(scores))
    best = np.argpartition(scores, -count)[-count:]
    best = best[np.argsort(-scores[best], kind="stable")]
    if temperature == 0:
        return int(best[0])
    weights = np.exp((scores[best] - scores[best[0]]) / temperature, dtype=np.float64)
    before = np.cumsum(weights) - weights
    weights[before >= MASS * weights.sum()] = 0.0
    return int(best[rng.choice(count, p=weights / weights.sum())])
