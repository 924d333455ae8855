"""The paper's method, and the least costly segmentation into a given number of segments.

In:  a document and one vector per unit.
Out: the boundaries of the road: objective, granularity, solver, and nothing of what is said of
     boundaries later, so that a row is measured again only where one of these has changed.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from embed_kcpd.arrays import FloatArray, Vectors, shaped_vectors
from embed_kcpd.evaluation.document import Document
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.granularity.paper import PaperRule
from embed_kcpd.granularity.protocol import Granularity
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.problem.objectives import Objective
from embed_kcpd.text.words import count_words

PAPER_MIN_SIZE = 2
"""The default of ruptures, with which the paper's numbers come out."""


@dataclass(frozen=True, slots=True)
class PaperMethod:
    """The paper's objective and its penalty ``scale * sqrt(n log n)``."""

    name: str
    objective: Objective
    granularity: Granularity = field(default_factory=PaperRule)
    min_size: int = PAPER_MIN_SIZE
    needs_vectors: ClassVar[bool] = True
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if vectors is None or document.n_units < 2 * self.min_size:
            return ()
        limits = Limits(min_size=self.min_size)
        return cut(document, vectors, self.objective, self.granularity, limits)


@dataclass(frozen=True, slots=True)
class OracleCount:
    """The least costly segmentation into the true number of segments.

    ``min_size`` gives way where the true segments are too many for it.
    """

    name: str
    objective: Objective
    min_size: int = 1
    needs_vectors: ClassVar[bool] = True
    needs_count: ClassVar[bool] = True

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if vectors is None or document.n_segments < 2:
            return ()
        least = min(self.min_size, document.n_units // document.n_segments)
        count = SegmentCount(document.n_segments)
        return cut(document, vectors, self.objective, count, Limits(min_size=least))


def cut(
    document: Document,
    vectors: Vectors,
    objective: Objective,
    granularity: Granularity,
    limits: Limits = UNLIMITED,
) -> tuple[int, ...]:
    """The boundaries that ``segment_vectors`` finds with these settings."""
    problem = objective.problem(shaped_vectors(vectors), words_of(document), limits)
    return granularity.decide(problem).segmentation.boundaries


def words_of(document: Document) -> FloatArray:
    """Words of each unit, counted as the road counts them."""
    return count_words(document.units)
