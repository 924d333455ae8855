"""The arrays on which the searches are timed.

Rows are unit vectors: a direction common to all (0.15), a topic (0.25) and noise (0.60), so
that the cosine is 0.40 inside a segment and 0.15 across.  The penalty is the paper's, except
in the first and the last of five regimes:

- found: segments of ten units under a penalty of one, nearly all of which are found: there
  ruptures prunes best;
- easy: segments of a mean length, found or far from being found;
- near-critical: segments whose gain is just below the penalty, so that many starts nearly win;
- drift: the topic moves steadily through twenty directions, there is no true boundary;
- nothing near: the easy one at a penalty that nothing can pay, so that no start comes near the
  best one: what remains is what every search here has to do.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

COMMON, TOPIC = 0.15, 0.25
CHUNK = 65_536
PENALTY_SCALES = {"cosine": 0.088, "rbf": 0.06}
FOUND_PENALTIES = {"cosine": 1.0, "rbf": 0.7}


@dataclass(frozen=True, slots=True)
class Case:
    """What is measured, and how its vectors are made."""

    kernel: str
    n: int
    segment_length: int | None
    regime: str
    penalty: float
    vectors: Callable[[], np.ndarray]


def paper_penalty(kernel: str, n: int) -> float:
    return PENALTY_SCALES[kernel] * math.sqrt(n * math.log(n))


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


REAL_UNITS = 5000


@cache
def real() -> np.ndarray:
    """Embeddings of the documents of wiki300, one after the other, by the default encoder."""
    from embed_kcpd.encoders import default_encoder
    from embed_kcpd.evaluation import datasets

    texts = [unit for document in datasets.load("wiki300") for unit in document.units]
    return np.ascontiguousarray(default_encoder().encode(texts[:REAL_UNITS]), dtype=np.float32)


def critical_length(n: int) -> int:
    """Segments that two neighbours nearly pay for: they gain a quarter of their length."""
    return round(3.0 * paper_penalty("cosine", n))


def found_cases(kernel: str, n: int, dim: int) -> Iterator[Case]:
    """In float32, as encoders give them, and in float64."""
    for numbers in (np.float32, np.float64):
        yield Case(
            *(kernel, n, 10, "found", FOUND_PENALTIES[kernel]),
            lambda numbers=numbers: segmented(n, dim, 10).astype(numbers),
        )


def paper_cases(kernel: str, n: int, dim: int) -> Iterator[Case]:
    """Every regime; of the longest input, which takes a while to make, one."""
    penalty = paper_penalty(kernel, n)
    for length in (10, 100, 1000) if n < LENGTHS[-1] else (1000,):
        if length <= n:
            made = partial(segmented, n, dim, length)
            yield Case(kernel, n, length, "easy", penalty, made)
            if n == LENGTHS[-1]:
                yield Case(kernel, n, length, "nothing near", float(n), made)
    if 1000 <= n < LENGTHS[-1]:
        length = critical_length(n)
        made = partial(segmented, n, dim, length)
        yield Case(kernel, n, length, "near-critical", penalty, made)
    if 1000 <= n < LENGTHS[-1]:
        yield Case(kernel, n, None, "drift", penalty, partial(drifting, n, dim))


LENGTHS = (50, 100, 1000, 5000, 20_000, 100_000, 1_000_000)


def cases(most: int) -> Iterator[Case]:
    """Short inputs first; the longest only where somebody can wait for them."""
    lengths = [n for n in LENGTHS if n <= most]
    for kernel, longest in (("cosine", 1_000_000), ("rbf", 20_000)):
        for n in lengths:
            if n <= min(20_000, longest):
                yield from found_cases(kernel, n, 384)
        for n in lengths:
            if n <= longest:
                yield from paper_cases(kernel, n, 384)
    for n in (1000, REAL_UNITS):
        if n <= most:
            penalty = paper_penalty("cosine", n)
            yield Case("cosine", n, None, "wiki300", penalty, lambda n=n: real()[:n])
    for n in (1000, 20_000):
        if n <= most:
            yield from paper_cases("cosine", n, 768)
    if most >= 100_000:
        made = partial(segmented, 100_000, 384, 1000)
        yield Case("rbf", 100_000, 1000, "easy", paper_penalty("rbf", 100_000), made)
