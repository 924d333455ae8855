"""Our default, as the bench measures it.

In:  a document and one vector per unit.
Out: the boundaries that ``segment_vectors`` finds in them.
"""

from dataclasses import dataclass
from typing import ClassVar

from embed_kcpd.arrays import Vectors
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.paper_method import cut
from embed_kcpd.granularity.defaults import with_defaults


@dataclass(frozen=True, slots=True)
class Default:
    """What ``segment_vectors`` does when nothing is asked for, told the words of each unit."""

    name: ClassVar[str] = "embed-kcpd"
    needs_vectors: ClassVar[bool] = True
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if vectors is None or document.n_units == 0:
            return ()
        return cut(document, vectors, *with_defaults(None, None))
