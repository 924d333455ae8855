"""Assembly: sequences with known boundaries out of topic documents.

In:  a corpus, a length, a random generator.
Out: an evaluation ``Document``.

As in the paper: K = ceil(2 log T) change points drawn uniformly without replacement, no
minimum length, each segment a run of consecutive sentences of one topic document, chosen so
that neighbours differ.  A segment longer than its topic document starts over at its first
sentence.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from embed_kcpd.errors import OptionsError
from embed_kcpd.evaluation.datasets import Document


def n_change_points(n_units: int) -> int:
    """``ceil(2 log T)``, as far as T units have gaps.

    >>> [n_change_points(t) for t in (2, 100, 2000)]
    [1, 10, 16]
    """
    return min(math.ceil(2 * math.log(n_units)), n_units - 1) if n_units > 1 else 0


def assemble(
    topics: Mapping[str, Sequence[str]], n_units: int, rng: np.random.Generator, name: str = ""
) -> Document:
    """One sequence of ``n_units`` sentences; the same generator state gives the same sequence."""
    filled = {topic: texts for topic, texts in topics.items() if texts}
    if len(filled) < 2:
        raise OptionsError(f"neighbours must differ, so two topics are needed, got {len(filled)}")
    if n_units < 1:
        raise OptionsError(f"a sequence needs at least one sentence, got {n_units}")
    count = n_change_points(n_units)
    places = rng.choice(np.arange(1, n_units), size=count, replace=False) if count else ()
    boundaries = tuple(sorted(int(place) for place in places))
    units: list[str] = []
    topic = ""
    for start, end in zip((0, *boundaries), (*boundaries, n_units), strict=True):
        topic = str(rng.choice([other for other in sorted(filled) if other != topic]))
        units += _run(filled[topic], end - start, rng)
    return Document(name or f"T={n_units}", tuple(units), boundaries)


def _run(texts: Sequence[str], size: int, rng: np.random.Generator) -> list[str]:
    """Consecutive sentences from a random place that leaves room for them, if there is one."""
    first = int(rng.integers(0, max(1, len(texts) - size + 1)))
    return [texts[(first + step) % len(texts)] for step in range(size)]


def replicates(
    topics: Mapping[str, Sequence[str]], n_units: int, count: int, seed: int
) -> tuple[Document, ...]:
    """``count`` sequences of one length, each with its own stream of the seed."""
    streams = np.random.SeedSequence([seed, n_units]).spawn(count)
    return tuple(
        assemble(topics, n_units, np.random.default_rng(stream), f"T={n_units}/{k}")
        for k, stream in enumerate(streams)
    )
