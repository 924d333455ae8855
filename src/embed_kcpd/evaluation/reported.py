"""What the paper prints: reported numbers, kept apart from everything measured here.

In:  ``reported.json`` beside this file, the only place these values are written.
Out: the reported cell of a method on a set, with its flaws marked.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class ReportedCell:
    """Pk and WindowDiff in percent, as printed; ``quoted`` from a method's own paper."""

    pk: float
    wd: float | None = None
    pk_sd: float | None = None
    wd_sd: float | None = None
    quoted: bool = False

    @property
    def is_possible(self) -> bool:
        """At the same window, WindowDiff cannot be below Pk."""
        return self.wd is None or self.wd >= self.pk


@dataclass(frozen=True, slots=True)
class ReportedRow:
    """One line of the paper's tables."""

    method: str
    label: str
    encoder: str | None
    cells: Mapping[str, ReportedCell]


@dataclass(frozen=True, slots=True)
class ReportedSet:
    """One line of the paper's data-set table: counts, segments per document, units per segment."""

    documents: int
    segments: float
    units: float


@cache
def reported_rows() -> tuple[ReportedRow, ...]:
    """Every line of the result tables, in the paper's order."""
    return tuple(
        ReportedRow(
            row["method"],
            row["label"],
            row["encoder"],
            {name: ReportedCell(**cell) for name, cell in row["cells"].items()},
        )
        for row in _content()["rows"]
    )


@cache
def reported_sets() -> Mapping[str, ReportedSet]:
    """The data-set table."""
    return {name: ReportedSet(**line) for name, line in _content()["sets"].items()}


def reported_cell(method: str, encoder: str | None, set_name: str) -> ReportedCell | None:
    """What the paper prints for a method on a set, or None.

    An encoder is known by its family, so ``minilm-fp32`` and ``minilm`` read the same line.

    >>> reported_cell("kcpd-cosine", "minilm-fp32", "choi-3-11").pk
    5.7
    """
    for row in reported_rows():
        if row.method == method and (row.encoder is None or row.encoder == family(encoder)):
            return row.cells.get(set_name)
    return None


def family(encoder: str | None) -> str | None:
    """The model behind an encoder's name, as the paper distinguishes them.

    >>> family("sentence-transformers:/models/all-mpnet-base-v2"), family("other")
    ('mpnet', 'other')
    """
    families = ("minilm", "mpnet", "roberta", "text-embedding-3-small")
    return next((known for known in families if encoder and known in encoder.lower()), encoder)


@cache
def _content() -> dict[str, Any]:
    text = resources.files("embed_kcpd.evaluation").joinpath("reported.json").read_text("utf-8")
    content: dict[str, Any] = json.loads(text)
    return content
