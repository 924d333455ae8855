"""How long segments are, in a segmentation and over a data set.

In:  boundaries, or documents with their true boundaries.
Out: counts, means and extremes: what the paper's data-set table is made from.
"""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.jsonl import records
from embed_kcpd.evaluation.metrics import checked_boundaries


@dataclass(frozen=True, slots=True)
class LengthStatistics:
    """Segments of one or more segmentations, by their number of units."""

    segments: int
    mean: float
    sd: float
    least: int
    median: float
    most: int


@dataclass(frozen=True, slots=True)
class SetStatistics:
    """What a data set looks like.

    Units per segment come twice: pooled over all segments, and averaged within each document
    first.  The two differ where documents differ.
    """

    documents: int
    segments: float
    units_pooled: float
    units_by_document: float
    shortest: int
    longest: int


def segment_lengths(boundaries: Sequence[int], n_units: int) -> tuple[int, ...]:
    """Units of each segment.

    >>> segment_lengths([2, 3], n_units=7)
    (2, 1, 4)
    """
    edges = (0, *checked_boundaries(boundaries, n_units), n_units)
    return tuple(end - start for start, end in pairwise(edges)) * bool(n_units)


def length_statistics(lengths: Sequence[int]) -> LengthStatistics:
    """Mean, population standard deviation, median and extremes of segment lengths."""
    if not lengths:
        return LengthStatistics(0, 0.0, 0.0, 0, 0.0, 0)
    return LengthStatistics(
        len(lengths),
        statistics.fmean(lengths),
        statistics.pstdev(lengths),
        min(lengths),
        statistics.median(lengths),
        max(lengths),
    )


def set_statistics(documents: Sequence[Document]) -> SetStatistics:
    """One line of a data-set table."""
    counted = [
        (document.n_units, document.n_segments) for document in documents if document.n_units
    ]
    return _summary(counted)


def heading_statistics(path: Path) -> SetStatistics:
    """The same, counting every heading of a file with ``boundaries_raw``, also of empty sections.

    Wiki-50 as the paper counts it: headings that follow each other directly are all segments.
    """
    counted = []
    for line, record in records(path):
        units, raw = record.get("sentences"), record.get("boundaries_raw")
        if not (isinstance(units, list) and isinstance(raw, list)):
            raise InputError(f"{path}:{line} needs 'sentences' and 'boundaries_raw', two lists")
        counted.append((len(units), len(raw) + 1))
    return _summary(counted)


def _summary(counted: Sequence[tuple[int, int]]) -> SetStatistics:
    """Statistics of documents given as (units, segments)."""
    if not counted:
        return SetStatistics(0, 0.0, 0.0, 0.0, 0, 0)
    units, segments = zip(*counted, strict=True)
    return SetStatistics(
        len(counted),
        statistics.fmean(segments),
        sum(units) / sum(segments),
        statistics.fmean(n / k for n, k in counted),
        min(units),
        max(units),
    )
