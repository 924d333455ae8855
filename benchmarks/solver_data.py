"""The arrays on which the searches are timed.

Rows are unit vectors: a direction common to all (0.15), a topic (0.25) and noise (0.60), so
that the cosine is 0.40 inside a segment and 0.15 across.  Three regimes:

- easy: segments of a mean length, found or far from being found;
- near-critical: segments whose gain is just below the penalty, so that many starts nearly win;
- drift: the topic moves steadily through twenty directions, there is no true boundary.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

COMMON, TOPIC = 0.15, 0.25
CHUNK = 65_536
PENALTY_SCALE = 0.088


@dataclass(frozen=True, slots=True)
class Case:
    """What is measured, and how its vectors are made."""

    kernel: str
    n: int
    segment_length: int | None
    regime: str
    vectors: Callable[[], np.ndarray]


def direction(rng: np.random.Generator, dim: int, square: float) -> np.ndarray:
    drawn = rng.standard_normal(dim)
    return drawn * math.sqrt(square) / np.linalg.norm(drawn)


def noisy(rng: np.random.Generator, means: np.ndarray) -> np.ndarray:
    """Unit float32 rows around the means."""
    share = math.sqrt((1.0 - COMMON - TOPIC) / means.shape[1])
    rows = rng.standard_normal(means.shape, dtype=np.float32) * np.float32(share)
    rows += means.astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def segmented(n: int, dim: int, length: int, seed: int = 0) -> np.ndarray:
    """Segments of uniform length between half and one and a half times ``length``."""
    rng = np.random.default_rng(seed)
    rows, common, end = np.empty((n, dim), np.float32), direction(rng, dim, COMMON), 0
    while end < n:
        start = end
        end = min(n, start + int(rng.integers(max(1, length // 2), length + length // 2 + 1)))
        mean = common + direction(rng, dim, TOPIC)
        for at in range(start, end, CHUNK):
            stop = min(at + CHUNK, end)
            rows[at:stop] = noisy(rng, np.broadcast_to(mean, (stop - at, dim)))
    return rows


def drifting(n: int, dim: int, turns: int = 20, seed: int = 0) -> np.ndarray:
    """A topic that moves in a straight line from one random direction to the next."""
    rng = np.random.default_rng(seed)
    common = direction(rng, dim, COMMON)
    topics = np.stack([direction(rng, dim, TOPIC) for _ in range(turns + 2)])
    rows = np.empty((n, dim), np.float32)
    for at in range(0, n, CHUNK):
        place = np.arange(at, min(at + CHUNK, n)) * (turns / n)
        turn = place.astype(int)
        part = (place - turn)[:, None]
        rows[at : at + CHUNK] = noisy(
            rng, common + (1.0 - part) * topics[turn] + part * topics[turn + 1]
        )
    return rows


def real(n: int) -> np.ndarray:
    """Embeddings of the documents of wiki300, one after the other, by the default encoder."""
    from embed_kcpd.encoders import default_encoder
    from embed_kcpd.evaluation import datasets

    texts = [unit for document in datasets.load("wiki300") for unit in document.units][:n]
    return np.ascontiguousarray(default_encoder().encode(texts), dtype=np.float32)


def critical_length(n: int) -> int:
    """Segments that two neighbours nearly pay for: they gain a quarter of their length."""
    return round(3.0 * PENALTY_SCALE * math.sqrt(n * math.log(n)))


def synthetic_cases(kernel: str, n: int, dim: int) -> Iterator[Case]:
    for length in (10, 100, 1000):
        if length <= n:
            yield Case(kernel, n, length, "easy", lambda length=length: segmented(n, dim, length))
    if n >= 1000:
        length = critical_length(n)
        yield Case(kernel, n, length, "near-critical", lambda: segmented(n, dim, length))
        yield Case(kernel, n, None, "drift", lambda: drifting(n, dim))


def cases(most: int, real_units: int = 20_000) -> Iterator[Case]:
    """Short inputs first; the longest only where somebody can wait for them."""
    lengths = [n for n in (50, 100, 1000, 5000, 20_000, 100_000, 1_000_000) if n <= most]
    for n in lengths:
        yield from synthetic_cases("cosine", n, 384)
    for n in (1000, 5000, real_units):
        if n <= most:
            yield Case("cosine", n, None, "wiki300", lambda n=n: real(n))
    for n in lengths:
        if n <= 20_000:
            yield from synthetic_cases("rbf", n, 384)
    for n in lengths:
        if n <= 100_000:
            yield from synthetic_cases("cosine", n, 768)
    if most >= 100_000:
        yield Case("rbf", 100_000, 1000, "easy", lambda: segmented(100_000, 384, 1000))
