"""What can be measured: anything that cuts a document.

A ``Method`` sees one document at a time, a ``Learner`` first looks at other documents of the
same set.  The bench hands documents over blind, unless a method declares that it is told the
number of segments or a learner that it learns from true boundaries; tables mark both.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from embed_kcpd.arrays import Vectors
from embed_kcpd.evaluation.document import Document


class Method(Protocol):
    """Cuts a document."""

    @property
    def name(self) -> str:
        """How the command line and the tables call it: lower case, hyphens."""
        ...

    @property
    def needs_vectors(self) -> bool:
        """Whether ``segment`` is given one vector per unit (else None)."""
        ...

    @property
    def needs_count(self) -> bool:
        """Whether it reads ``document.n_segments``; the document is blind otherwise."""
        ...

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        """The boundaries found: first unit of every segment but the first."""
        ...


@runtime_checkable
class Learner(Protocol):
    """Becomes a method by looking at documents other than those it will cut.

    The bench splits a set in two (even and odd positions), learns on each half and cuts the
    other, so that no document is cut by what was learned from it.  Learners read texts only.
    """

    @property
    def name(self) -> str: ...

    @property
    def needs_boundaries(self) -> bool:
        """Whether it learns from true boundaries; the documents are blind otherwise."""
        ...

    def learn(self, documents: Sequence[Document]) -> Method: ...
