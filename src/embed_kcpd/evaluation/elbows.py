"""The paper's choice of C for a data set: the elbow of six documents, averaged.

In:  documents with vectors, a kernel.
Out: the curve of boundaries against C for each sampled document, and its elbow by several
     definitions, since the paper does not say which one it means.

The paper samples six documents, solves each for logarithmically spaced C from 0.01 to 1, takes
the elbow of the number of boundaries against C, and averages.  Here each document's whole
penalty path is computed once; a grid is read off that path where a definition wants one.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import fmean

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.errors import OptionsError
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.page_parts import markdown_table
from embed_kcpd.evaluation.paper_method import PAPER_MIN_SIZE, words_of
from embed_kcpd.granularity.elbow import (
    HIGHEST_SCALE,
    LOWEST_SCALE,
    Corner,
    elbow,
    on_grid,
    staircase,
)
from embed_kcpd.granularity.paper import paper_growth
from embed_kcpd.problem.kernels import Cosine, Kernel, Rbf
from embed_kcpd.problem.limits import Limits
from embed_kcpd.problem.objectives import Paper
from embed_kcpd.result.path import PenaltyPath
from embed_kcpd.solvers import penalty_path

SAMPLE = 6
GRIDS = (10, 20, 50)
"""Numbers of scales that the paper's "small" grid may have had."""

FEWEST_UNITS = 10
"""Shorter documents have no curve to speak of."""


@dataclass(frozen=True, slots=True)
class ScaleCurve:
    """Boundaries of one document against the scale C, exactly."""

    id: str
    growth: float
    path: PenaltyPath

    def corners(self) -> tuple[tuple[float, int], ...]:
        """(C, boundaries) at the corners of the staircase."""
        return self._points(staircase(self.path))

    def grid(self, points: int) -> tuple[tuple[float, int], ...]:
        """(C, boundaries) at evenly spaced logarithms of C."""
        return self._points(on_grid(self.path, points))

    def _points(self, corners: Sequence[Corner]) -> tuple[tuple[float, int], ...]:
        return tuple((corner.penalty / self.growth, corner.n_boundaries) for corner in corners)


Points = Sequence[tuple[float, int]]


@dataclass(frozen=True, slots=True)
class ElbowDefinition:
    """Which point of which curve is called the elbow."""

    name: str
    find: Callable[[Points], int]
    grid: int | None = None

    def scale(self, curve: ScaleCurve) -> float:
        points = curve.corners() if self.grid is None else curve.grid(self.grid)
        return points[self.find(points)][0]


@dataclass(frozen=True, slots=True)
class SetElbow:
    """The elbows of the sampled documents under one definition."""

    definition: str
    scales: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.scales)


def chord_on_log_axis(points: Points) -> int:
    """Farthest below the line from the first point to the last, C on a logarithmic axis."""
    scales, counts = zip(*points, strict=True)
    return elbow(scales, counts)


def chord_on_linear_axis(points: Points) -> int:
    """The same with C itself on the axis."""
    scales, counts = zip(*points, strict=True)
    # ``elbow`` compares logarithms; of exp(C) that is C.
    return elbow(np.exp(scales).tolist(), counts)


def greatest_bend(points: Points) -> int:
    """Greatest second difference of the counts: the most abrupt end of a fall.

    >>> greatest_bend([(0.01, 9), (0.1, 2), (0.5, 1), (1.0, 0)])
    1
    """
    counts = [count for _, count in points]
    bends = np.diff(counts, 2)
    return 1 + int(np.argmax(bends)) if len(bends) and bends.max() > 0 else len(counts) - 1


FINDERS: Mapping[str, Callable[[Points], int]] = {
    "chord, log C": chord_on_log_axis,
    "chord, C": chord_on_linear_axis,
    "greatest bend": greatest_bend,
}


def definitions(grid: int | None = None) -> tuple[ElbowDefinition, ...]:
    """Every definition on one grid, or on the exact path and on the grids of ``GRIDS``.

    Second differences need evenly spaced points, so the greatest bend is never exact.
    """
    if grid is not None:
        return tuple(
            ElbowDefinition(f"{name}, grid of {grid}", find, grid) for name, find in FINDERS.items()
        )
    exact = tuple(
        ElbowDefinition(f"{name}, exact path", FINDERS[name]) for name in list(FINDERS)[:2]
    )
    on_grids = [definition for points in GRIDS for definition in definitions(points)]
    return exact + tuple(
        definition
        for name in FINDERS
        for definition in on_grids
        if definition.name.startswith(name)
    )


def sampled(
    documents: Sequence[Document], seed: int = 0, n_documents: int = SAMPLE
) -> tuple[int, ...]:
    """Positions of the sampled documents; the same for the same seed."""
    long = [place for place, document in enumerate(documents) if document.n_units >= FEWEST_UNITS]
    if len(long) < n_documents:
        raise OptionsError(
            f"{n_documents} documents of {FEWEST_UNITS} units or more were asked for, "
            f"there are {len(long)}"
        )
    return tuple(random.Random(seed).sample(long, n_documents))


def scale_curve(document: Document, vectors: Vectors, kernel: Kernel) -> ScaleCurve:
    """The whole path of one document over the paper's range of C."""
    growth = paper_growth(document.n_units)
    limits = Limits(min_size=PAPER_MIN_SIZE)
    problem = Paper(kernel).problem(vectors, words_of(document), limits)
    lowest, highest = LOWEST_SCALE * growth, HIGHEST_SCALE * growth
    path = penalty_path(problem.cost, problem.evidence, limits, lowest, highest)
    return ScaleCurve(document.id, growth, path)


def set_elbows(
    curves: Sequence[ScaleCurve], chosen: Sequence[ElbowDefinition] | None = None
) -> tuple[SetElbow, ...]:
    """The averaged elbow under each definition."""
    return tuple(
        SetElbow(definition.name, tuple(definition.scale(curve) for curve in curves))
        for definition in (definitions() if chosen is None else chosen)
    )


Found = Mapping[tuple[str, str, str], Sequence[SetElbow]]
"""Elbows by encoder, set and kernel."""


def elbow_table(measured: Found) -> str:
    """Each definition's C by set, its mean over sets, and what the paper uses."""
    encoders = list(dict.fromkeys(encoder for encoder, _, _ in measured))
    sets = list(dict.fromkeys(name for _, name, _ in measured))
    kernels: tuple[Kernel, ...] = (Cosine(), Rbf())
    lines = []
    for encoder, kernel in product(encoders, kernels):
        by_set = [measured.get((encoder, name, kernel.name), ()) for name in sets]
        for of_sets in zip(*by_set, strict=True):
            values = [elbow.mean for elbow in of_sets]
            shown = [f"{value:.3f}" for value in (*values, fmean(values))]
            name = of_sets[0].definition
            lines.append([encoder, name, kernel.name, *shown, f"{kernel.paper_scale:g}"])
    return markdown_table(["encoder", "definition", "kernel", *sets, "mean", "the paper"], lines)


def elbows_as_values(measured: Found) -> list[dict[str, object]]:
    """The elbows as plain JSON values."""
    return [
        {
            "encoder": encoder,
            "set": set_name,
            "kernel": kernel,
            "definition": elbow.definition,
            "scale": round(elbow.mean, 6),
            "scales": [round(scale, 6) for scale in elbow.scales],
        }
        for (encoder, set_name, kernel), elbows in measured.items()
        for elbow in elbows
    ]
