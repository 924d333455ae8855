"""A document with known boundaries.

In:  its units, and where a person put boundaries.
Out: the ``Document`` that methods cut and metrics judge.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.metrics import checked_boundaries


@dataclass(frozen=True, slots=True)
class Document:
    """Units in order, and the first unit of every true segment but the first."""

    id: str
    units: tuple[str, ...]
    boundaries: tuple[int, ...]

    def __post_init__(self) -> None:
        if isinstance(self.units, str):
            raise InputError(f"the units of document {self.id!r} must be a list of texts, not one")
        # Methods that learn keep what they learned by document, so lists become tuples.
        units = tuple(self.units) if isinstance(self.units, Iterable) else (self.units,)
        if not all(isinstance(unit, str) for unit in units):
            raise InputError(f"the units of document {self.id!r} must be a list of texts")
        object.__setattr__(self, "units", units)
        object.__setattr__(self, "boundaries", checked_boundaries(self.boundaries, len(units)))

    @property
    def n_units(self) -> int:
        return len(self.units)

    @property
    def n_segments(self) -> int:
        return len(self.boundaries) + 1 if self.units else 0

    def blind(self) -> "Document":
        """The same text without its boundaries: what a method may see."""
        return Document(self.id, self.units, ())
