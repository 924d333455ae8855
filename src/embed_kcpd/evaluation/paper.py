"""The paper's experiment: its sets, its protocol, its page.

In:  the data folder, rows of the bench.
Out: documents as the paper scored them, and the generated parts of
     ``docs/results/reproduction.md``.

The paper does not say so, but its Elements figures are those of the 112 documents of at least
five units: over all 118 no cell comes out, over these all eight do, standard deviations
included.  No other set has a document that short.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from embed_kcpd.evaluation.datasets import FILES, data_folder, load
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.lengths import heading_statistics, set_statistics
from embed_kcpd.evaluation.reported import reported_sets
from embed_kcpd.evaluation.rows import Row
from embed_kcpd.evaluation.tables import CHOI, LEGEND, OTHERS, result_table, set_table

PAPER_SETS = (*CHOI, *OTHERS, "cities")
"""The sets of the paper's tables, and Cities, the sister set of Elements."""

FEWEST_UNITS = 5


def load_as_paper(name: str, folder: Path | None = None) -> tuple[Document, ...]:
    """The documents of a set that the paper's figures are means over."""
    return tuple(document for document in load(name, folder) if document.n_units >= FEWEST_UNITS)


def page_parts(rows: Sequence[Row], folder: Path | None = None) -> Mapping[str, str]:
    """The generated parts of the page, by name; the set table only where all sets are."""
    parts = {
        "legend": LEGEND,
        "choi": result_table(rows, CHOI),
        "others": result_table(rows, OTHERS),
        "cities": result_table(rows, ("cities",)),
    }
    root = data_folder() if folder is None else folder
    if all((root / FILES[name]).exists() for name in PAPER_SETS):
        parts["sets"] = sets_part(root)
    return parts


def sets_part(folder: Path) -> str:
    """The data-set table; Wiki-50 also as the paper counts it, empty sections included."""
    measured = {}
    for name in PAPER_SETS:
        measured[name] = set_statistics(load(name, folder))
        if name == "wiki50":
            measured["wiki50 with empty sections"] = heading_statistics(folder / FILES[name])
    return set_table(measured, reported_sets())
