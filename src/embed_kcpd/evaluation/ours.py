"""Our default, as the bench measures it.

In:  a document and one vector per unit.
Out: the boundaries that ``segment_units`` finds in it, with these vectors.
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from embed_kcpd.arrays import Vectors, shaped_vectors
from embed_kcpd.encoders.protocol import Encoder, half_weight_words, topic_sharpness
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.paper_method import words_of
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.granularity.text_scale.talk import with_talk_evidence
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast


@dataclass(frozen=True, slots=True)
class Default:
    """What ``segment_units`` does when nothing is asked for but perhaps the number of segments.

    It reads the units too: their words tell speech and prose.
    """

    needs_count: bool = False
    objective: Contrast = field(default_factory=Contrast)
    needs_vectors: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "embed-kcpd-count" if self.needs_count else "embed-kcpd"

    def suited_to(self, encoder: Encoder) -> "Default":
        """The same with what the encoder says of its vectors."""
        said = half_weight_words(encoder), topic_sharpness(encoder)
        return replace(self, objective=self.objective.suited_to(*said))

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if vectors is None or document.n_units == 0:
            return ()
        rows, words = shaped_vectors(vectors), words_of(document)
        problem = self.objective.problem(rows, words, UNLIMITED)
        problem = with_talk_evidence(problem, document.units)
        count = SegmentCount(document.n_segments) if self.needs_count else None
        return (count or TextScale()).decide(problem).segmentation.boundaries
