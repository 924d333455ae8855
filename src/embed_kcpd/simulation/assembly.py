"""Assembly: sequences with known boundaries out of topic documents.

In:  a corpus, a length, a random generator.
Out: an evaluation ``Document``.

As in the paper: K = ceil(2 log T) change points drawn uniformly without replacement, no
minimum length, each segment a run of consecutive sentences of one topic document, chosen so
that neighbours differ.  A segment longer than its topic document starts over at its first
sentence.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from embed_kcpd.errors import OptionsError
from embed_kcpd.evaluation.document import Document
from embed_kcpd.simulation.placement import changing_topics, paper_boundary_count, random_boundaries


def assemble(
    topics: Mapping[str, Sequence[str]], n_units: int, rng: np.random.Generator, name: str = ""
) -> Document:
    """One sequence of ``n_units`` sentences; the same generator state gives the same sequence."""
    filled = {topic: texts for topic, texts in topics.items() if texts}
    if len(filled) < 2:
        raise OptionsError(f"neighbours must differ, so two topics are needed, got {len(filled)}")
    if n_units < 1:
        raise OptionsError(f"a sequence needs at least one sentence, got {n_units}")
    boundaries = random_boundaries(n_units, paper_boundary_count(n_units), rng)
    names = sorted(filled)
    drawn = changing_topics(len(boundaries) + 1, len(names), rng)
    units: list[str] = []
    for (start, end), topic in zip(pairwise((0, *boundaries, n_units)), drawn, strict=True):
        units += _run(filled[names[topic]], end - start, rng)
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
