"""Our own methods, as the bench measures them.

In:  a document and one vector per unit.
Out: the boundaries that the road finds.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.granularity.paper import PaperRule
from embed_kcpd.granularity.protocol import Granularity
from embed_kcpd.pipeline import segment_vectors
from embed_kcpd.problem.limits import Limits
from embed_kcpd.problem.objectives import Objective
from embed_kcpd.settings import Settings
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
        return segment_vectors(
            vectors,
            Settings(
                confidence=False,
                objective=self.objective,
                granularity=self.granularity,
                limits=Limits(min_size=self.min_size),
            ),
        ).boundaries


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
        return segment_vectors(
            vectors,
            Settings(
                confidence=False,
                objective=self.objective,
                granularity=SegmentCount(document.n_segments),
                limits=Limits(min_size=least),
            ),
            words=words_of(document),
        ).boundaries


@dataclass(frozen=True, slots=True)
class Default:
    """What ``segment`` does when nothing is asked for."""

    name: ClassVar[str] = "embed-kcpd"
    needs_vectors: ClassVar[bool] = True
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if vectors is None or document.n_units == 0:
            return ()
        return segment_vectors(
            vectors, Settings(confidence=False), words=words_of(document)
        ).boundaries


def words_of(document: Document) -> FloatArray:
    """Words of each unit, counted as the road counts them."""
    return count_words(document.units)
