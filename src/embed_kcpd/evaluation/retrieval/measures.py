"""What a ranking of chunks retrieves of the characters that answer a question.

In:  a ranking of spans, the ranges of the answer, the characters that count.
Out: recall, precision and intersection over union at k chunks; recall within a token budget;
     the precision that no ranking could beat.

Characters that are white space do not count.  A budget is used to the last token: the chunk that
exceeds it is cut off in proportion.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import IntArray


@dataclass(frozen=True, slots=True)
class Span:
    """A chunk as the measures see it: where it lies, and what it costs to read."""

    corpus: int
    start: int
    end: int
    n_tokens: int


class Characters:
    """Counts of the characters of one text that are not white space, and of wanted ones."""

    def __init__(self, text: str) -> None:
        self.visible = np.array([not letter.isspace() for letter in text], dtype=np.bool_)
        self.counts = running(self.visible)

    def wanted(self, ranges: Sequence[tuple[int, int]]) -> IntArray:
        """Running count of visible characters inside the ranges; they may overlap."""
        inside = np.zeros(len(self.visible), dtype=np.bool_)
        for start, end in ranges:
            inside[start:end] = True
        return running(inside & self.visible)


def running(mask: npt.NDArray[np.bool_]) -> IntArray:
    """How many are true before each place."""
    return np.append(0, np.cumsum(mask)).astype(np.int64)


@dataclass(frozen=True, slots=True)
class AtRank:
    """Measures of the first k chunks."""

    recall: float
    precision: float
    overlap: float
    """Intersection over union."""


def at_rank(
    ranking: Sequence[Span], k: int, corpus: int, wanted: IntArray, counts: Sequence[IntArray]
) -> AtRank:
    """Measures of the first ``k`` chunks; ``counts`` has the visible characters of each text."""
    found = read = 0
    for span in ranking[:k]:
        read += int(counts[span.corpus][span.end] - counts[span.corpus][span.start])
        if span.corpus == corpus:
            found += int(wanted[span.end] - wanted[span.start])
    total = int(wanted[-1])
    return AtRank(
        found / total if total else 1.0,
        found / read if read else 0.0,
        found / (total + read - found) if total + read - found else 0.0,
    )


def recall_within(ranking: Sequence[Span], budget: int, corpus: int, wanted: IntArray) -> float:
    """Share of the answer in the first ``budget`` tokens of the ranking."""
    found, left = 0, budget
    for span in ranking:
        share = min(1.0, left / span.n_tokens) if span.n_tokens else 1.0
        if span.corpus == corpus:
            found += int(wanted[span.start + int((span.end - span.start) * share)])
            found -= int(wanted[span.start])
        left -= span.n_tokens
        if left <= 0:
            break
    return found / int(wanted[-1]) if wanted[-1] else 1.0


def best_precision(spans: Sequence[Span], corpus: int, wanted: IntArray, counts: IntArray) -> float:
    """Precision if exactly the chunks that hold a part of the answer were retrieved (omega)."""
    holding = [
        span for span in spans if span.corpus == corpus and wanted[span.end] > wanted[span.start]
    ]
    read = sum(int(counts[span.end] - counts[span.start]) for span in holding)
    return int(wanted[-1]) / read if read else 0.0
