"""The percentile rule of the semantic chunkers of LangChain and LlamaIndex.

In:  a document, and an encoder.
Out: boundaries where neighbouring windows of three units are unusually far apart.

Each unit is embedded together with its neighbours; a boundary is put after every unit whose
window lies farther from the next one than 95 % of the document's windows do.  So about one gap in
twenty becomes a boundary, whatever the text says: the share is the rule.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import Vectors, unit_rows
from embed_kcpd.encoders import Encoder
from embed_kcpd.evaluation.document import Document

PERCENTILE = 95.0
"""The default threshold of both chunkers."""

BUFFER = 1
"""Neighbours on each side that are embedded with a unit, the default of both."""


@dataclass(frozen=True, slots=True)
class PercentileRule:
    """Cut where the distance between windows is above a percentile of all such distances."""

    encoder: Encoder
    percentile: float = PERCENTILE
    buffer: int = BUFFER
    name: ClassVar[str] = "percentile"
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        if document.n_units < 2:
            return ()
        rows = unit_rows(self.encoder.encode(windows(document.units, self.buffer)))
        distances = 1.0 - np.einsum("td,td->t", rows[1:], rows[:-1])
        above = distances > np.percentile(distances, self.percentile)
        return tuple(int(gap) + 1 for gap in np.flatnonzero(above))


def windows(units: tuple[str, ...], buffer: int) -> list[str]:
    """Each unit joined with its neighbours.

    >>> windows(("a", "b", "c"), buffer=1)
    ['a b', 'a b c', 'b c']
    """
    last = len(units)
    return [" ".join(units[max(0, t - buffer) : min(last, t + buffer + 1)]) for t in range(last)]
