"""What each chunk repeats of those before it.

In:  a split text and the edges of its chunks, in units.
Out: for each chunk the first unit that it holds: as many whole units are repeated as fit.

The tokens of single units tell about how many fit.  This is then counted, for all chunks together:
one unit narrower at a time, or wider by steps that double while they fit and halve afterwards.  A
unit counts as one token at least: together many may count as one word, as parts of a file in
base64 do, and chunks would repeat ever more of the text.
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
    return _widened(split, chunks, firsts, sorted(may_widen))


def _widened(
    split: Split, chunks: Sequence[tuple[int, int]], firsts: Sequence[int], which: Sequence[int]
) -> list[int]:
    """The same units, or earlier ones where more of them fit."""
    widest = list(firsts)
    least = {k: max(0, chunks[k][0] - split.settings.overlap) for k in which}
    steps = {k: 1 for k in which if widest[k] > least[k]}
    growing = set(steps)
    while steps:
        spans = [(widest[k] - step, *chunks[k]) for k, step in steps.items()]
        for (k, step), fits in zip(list(steps.items()), _fit(split, spans), strict=True):
            if fits:
                widest[k] -= step
            else:
                growing.discard(k)
            following = 2 * step if k in growing else (step + 1) // 2 if step > 1 else 0
            steps[k] = min(following, widest[k] - least[k])
        steps = {k: step for k, step in steps.items() if step}
    return widest


def _estimates(split: Split, edges: Sequence[int]) -> list[int]:
    """The same, if the tokens of a text were those of its units."""
    before = np.concatenate(([0.0], np.cumsum(split.tokens)))
    starts, ends = np.array(edges[:-1], dtype=int), np.array(edges[1:], dtype=int)
    least = np.maximum(
        before[starts] - split.settings.overlap, before[ends] - split.settings.max_tokens
    )
    firsts = np.minimum(np.searchsorted(before, least), starts)
    firsts = np.maximum(firsts, starts - split.settings.overlap)
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
