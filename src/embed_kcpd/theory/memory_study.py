"""The memory of named data sets and of files, side by side.

In:  names of data sets, files of documents (JSONL) or of plain text, an encoder.
Out: an estimate for each, and a table of them.

A data set brings its true segments.  A plain text has none: the segments found in it by the
default method stand in for them, which hides any memory that looks like a change of topic.
"""

from collections.abc import Mapping
from pathlib import Path

from embed_kcpd.encoders import Encoder
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.bench import embed
from embed_kcpd.evaluation.datasets import FILES, load, read_documents
from embed_kcpd.evaluation.jsonl import read_text
from embed_kcpd.pipeline import segment
from embed_kcpd.settings import Settings
from embed_kcpd.theory.experiments.study import Cell, Study, shown
from embed_kcpd.theory.memory import CutVectors, MemoryEstimate, Range

NAME = "memory"
COLUMNS = (
    "source",
    "documents",
    "segments",
    "units each, at least",
    "longest lag",
    "c_infinity",
    "r_1",
    "r_2",
    "r_3",
    "effective m",
    "equivalent m",
)
SHOWN_LAGS = 3


def cut_vectors(
    source: str, encoder: Encoder, folder: Path | None = None
) -> tuple[CutVectors, ...]:
    """The documents of a data set, of a JSONL file, or the one document of a text.

    ``folder`` holds the data sets (``EMBED_KCPD_DATA`` if it is not given).
    """
    path = Path(source)
    if source not in FILES and not path.is_file():
        raise InputError(
            f"{source} is neither a file nor a data set; the sets are {', '.join(FILES)}"
        )
    if source not in FILES and not {".jsonl", ".gz"} & set(path.suffixes):
        text = segment(read_text(path), Settings(encoder=encoder))
        return (CutVectors(text.vectors, text.boundaries),)
    documents = load(source, folder) if source in FILES else read_documents(path)
    vectors = embed(documents, encoder)
    return tuple(
        CutVectors(rows, document.boundaries)
        for document, rows in zip(documents, vectors, strict=True)
    )


def memory_study(estimates: Mapping[str, MemoryEstimate], command: str) -> Study:
    """One row for each source."""
    threshold = next(iter(estimates.values())).threshold
    notes = (
        "r_l: mean kernel of units l apart minus c_infinity, over 1 - c_infinity, inside "
        "segments, with 95% of 2,000 resamples of documents, or of segments where one document is "
        "used; one segment has no interval. Effective m: lags from the first "
        f"on with r_l of {threshold:g} or more (>= where the longest lag looked at is still "
        "above). Equivalent m: twice the sum of all r_l.",
    )
    rows = tuple(_row(source, estimate) for source, estimate in estimates.items())
    return Study(NAME, "Dependence by lag inside segments", command, COLUMNS, rows, notes)


def _row(source: str, estimate: MemoryEstimate) -> tuple[Cell, ...]:
    lags = [_interval(correlation) for correlation in estimate.correlations[:SHOWN_LAGS]]
    sign = ">= " if estimate.is_cut_off else ""
    return (
        source,
        estimate.documents,
        estimate.segments,
        estimate.shortest,
        estimate.reach,
        estimate.background,
        *lags,
        *[None] * (SHOWN_LAGS - len(lags)),
        sign + _interval(estimate.effective),
        _interval(estimate.equivalent),
    )


def _interval(interval: Range) -> str:
    value, low, high = (
        "" if number is None else shown(round(number, 3) + 0.0)
        for number in (interval.value, interval.low, interval.high)
    )
    return f"{value} ({low} to {high})" if low else f"{value} (no interval)"
