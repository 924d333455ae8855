"""How much the result depends on C: segments found and errors at many scales.

In:  documents with vectors, a kernel, scales.
Out: mean number of segments, Pk and WindowDiff at each C.

The cost of a segment does not depend on C, so each document is searched once for all scales.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.evaluation.bench import score
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.paper_method import PAPER_MIN_SIZE, words_of
from embed_kcpd.granularity.elbow import HIGHEST_SCALE, LOWEST_SCALE
from embed_kcpd.granularity.paper import paper_growth
from embed_kcpd.problem.kernels import Kernel
from embed_kcpd.problem.limits import Limits
from embed_kcpd.problem.objectives import Paper
from embed_kcpd.solvers.exact import boundaries_each

RANGES = {"cosine": (0.08, 0.10), "rbf": (0.05, 0.07)}
"""The ranges of C in the paper's figure."""

POINTS = 11
GRID = 33
"""Scales over the whole range in which the paper looks for its elbow."""


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """Mean segments and errors in percent against the scale C."""

    set: str
    kernel: str
    true_segments: float
    scales: tuple[float, ...]
    segments: tuple[float, ...]
    pk: tuple[float, ...]
    wd: tuple[float, ...]

    @property
    def best(self) -> float:
        """The scale of least Pk; of several the largest, which finds fewest boundaries."""
        return max(
            scale for scale, pk in zip(self.scales, self.pk, strict=True) if pk == self.least
        )

    @property
    def least(self) -> float:
        return min(self.pk)


def paper_range(kernel: Kernel) -> tuple[float, ...]:
    """Evenly spaced scales over the range of the paper's figure."""
    return tuple(np.linspace(*RANGES[kernel.name], POINTS).round(6).tolist())


def whole_range(*also: float) -> tuple[float, ...]:
    """Scales from 0.01 to 1, evenly spaced on a logarithmic axis, and those given, in order."""
    grid = np.geomspace(LOWEST_SCALE, HIGHEST_SCALE, GRID).round(6).tolist()
    return tuple(sorted({*grid, *also}))


def sensitivity(
    set_name: str,
    documents: Sequence[Document],
    vectors: Sequence[Vectors],
    kernel: Kernel,
    scales: Sequence[float],
    *,
    on_progress: Callable[[int], None] | None = None,
) -> Sensitivity:
    """Mean segments and errors over the documents of a set at each scale."""
    cuts = []
    for document, rows in zip(documents, vectors, strict=True):
        cuts.append(cuts_each(document, rows, kernel, scales))
        if on_progress is not None:
            on_progress(1)
    scores = [score(documents, at_scale) for at_scale in zip(*cuts, strict=True)]
    true_segments = fmean(document.n_segments for document in documents)
    return Sensitivity(
        set_name,
        kernel.name,
        true_segments,
        tuple(scales),
        tuple(true_segments + fmean(each.extra_boundaries) for each in scores),
        tuple(100 * fmean(each.pk) for each in scores),
        tuple(100 * fmean(each.wd) for each in scores),
    )


def cuts_each(
    document: Document, vectors: Vectors, kernel: Kernel, scales: Sequence[float]
) -> list[tuple[int, ...]]:
    """The boundaries that the paper's method finds in one document at each scale."""
    if document.n_units < 2 * PAPER_MIN_SIZE:
        return [()] * len(scales)
    limits = Limits(min_size=PAPER_MIN_SIZE)
    problem = Paper(kernel).problem(vectors, words_of(document), limits)
    growth = paper_growth(document.n_units)
    prices = (problem.evidence + scale * growth for scale in scales)
    return boundaries_each(problem.cost, prices, limits)
