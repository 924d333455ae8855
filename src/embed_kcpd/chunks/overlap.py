"""What each chunk repeats of those before it.

In:  a split text and the edges of its chunks, in units.
Out: for each chunk the first unit that it holds: as many whole units are repeated as fit.

The tokens of single units tell about how many fit.  This is then counted, for all chunks together,
one unit narrower or wider at a time.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from embed_kcpd.chunks.splitting import Split


def overlap_starts(split: Split, edges: Sequence[int]) -> list[int]:
    """The first unit of each chunk, together with the units that it repeats."""
    chunks = list(pairwise(edges))
    firsts = _estimates(split, edges)
    too_wide = [k for k, (start, _) in enumerate(chunks) if firsts[k] < start]
    may_widen = set(range(len(chunks)))
    while too_wide:
        spans = [(firsts[k], *chunks[k]) for k in too_wide]
        too_wide = [k for k, fits in zip(too_wide, _fit(split, spans), strict=True) if not fits]
        may_widen -= set(too_wide)
        for k in too_wide:
            firsts[k] += 1
        too_wide = [k for k in too_wide if firsts[k] < chunks[k][0]]
    wider = [k for k in sorted(may_widen) if firsts[k] > 0]
    while wider:
        spans = [(firsts[k] - 1, *chunks[k]) for k in wider]
        wider = [k for k, fits in zip(wider, _fit(split, spans), strict=True) if fits]
        for k in wider:
            firsts[k] -= 1
        wider = [k for k in wider if firsts[k] > 0]
    return firsts


def _estimates(split: Split, edges: Sequence[int]) -> list[int]:
    """The same, if the tokens of a text were those of its units."""
    before = np.concatenate(([0.0], np.cumsum(split.tokens)))
    starts, ends = np.array(edges[:-1], dtype=int), np.array(edges[1:], dtype=int)
    least = np.maximum(
        before[starts] - split.settings.overlap, before[ends] - split.settings.max_tokens
    )
    firsts = np.minimum(np.searchsorted(before, least), starts)
    return [int(first) for first in firsts]


def _fit(split: Split, spans: Sequence[tuple[int, int, int]]) -> list[bool]:
    """Whether a chunk from ``start`` to ``end`` can repeat everything from ``first`` on."""
    units, chosen = split.fitted, split.settings
    texts = [
        split.text[units[first].unit.start : stop]
        for first, start, end in spans
        for stop in (units[start].unit.start, units[end - 1].unit.end)
    ]
    counts = iter(split.counter.count(texts))
    return [
        repeated <= chosen.overlap and whole <= chosen.max_tokens
        for repeated, whole in zip(counts, counts, strict=True)
    ]
