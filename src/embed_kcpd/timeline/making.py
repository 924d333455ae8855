"""A document of dated posts to a timeline.

In:  a document whose pieces have dates, and settings.
Out: a ``Timeline``.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, check_document
from embed_kcpd.readers.formats import FORMATS
from embed_kcpd.readers.segmenting import segment_document
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.settings import DEFAULT_SETTINGS, Settings
from embed_kcpd.text.places import Place
from embed_kcpd.timeline.timeline import SHARE, Change, Period, Timeline

CENTRAL = 3
"""Posts of a period that are called its most typical."""


def timeline(
    document: Document,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    vectors: npt.ArrayLike | None = None,
) -> Timeline:
    """Cut a stream of dated posts where its subject changes, and say when that was.

    ``read(path)`` of ``embed_kcpd.readers`` gives the document.  ``vectors`` are your own
    embeddings, one row for each post.
    """
    check_document(document)
    if not any(piece.place.date for piece in document.pieces):
        raise InputError(
            f"{document.name} is read as {document.format} and has no dates, "
            f"which a timeline needs; {_advice(document)}"
        )
    result = segment_document(document, settings, vectors=vectors)
    dates = filled_dates(result.places)
    directions = _directions(result)
    return Timeline(
        name=document.title or Path(document.name).name,
        periods=tuple(
            Period(
                start_unit=segment.start_unit,
                end_unit=segment.end_unit,
                start=dates[segment.start_unit],
                end=dates[segment.end_unit - 1],
                title=segment.title,
                keywords=segment.keywords,
                central=_central(directions, segment.start_unit, segment.end_unit),
            )
            for segment in result.segments
        ),
        changes=tuple(_changes(result, dates)),
        dates=dates,
        result=result,
    )


def filled_dates(places: Sequence[Place]) -> tuple[datetime, ...]:
    """The date of each post; one without has that of the post before, or of the first that has.

    >>> from datetime import datetime
    >>> filled_dates([Place(), Place(date=datetime(2026, 1, 1)), Place()])[0].year
    2026
    """
    latest = next(place.date for place in places if place.date is not None)
    dates = []
    for place in places:
        latest = place.date or latest
        dates.append(latest)
    return tuple(dates)


def _advice(document: Document) -> str:
    """What to do about posts without dates; only tables have columns to choose from."""
    if any(each.name == document.format and "time_column" in each.options for each in FORMATS):
        return "name their column with --time-column"
    return "give dated posts: a table with a column of dates, a chat, mails or a feed"


def _changes(result: SegmentedText, dates: Sequence[datetime]) -> list[Change]:
    posterior = result.segmentation.confidence
    if posterior is None:
        return [Change(unit, dates[unit]) for unit in result.boundaries]
    changes = []
    for unit, probability in zip(result.boundaries, result.probabilities, strict=True):
        first, last = posterior.interval(unit, SHARE)
        changes.append(Change(unit, dates[unit], probability, dates[first], dates[last]))
    return changes


def _directions(result: SegmentedText) -> FloatArray:
    """Unit vectors of the posts, without what all of them have in common."""
    rows = np.asarray(result.vectors, dtype=np.float64)
    rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    rows = rows - rows.mean(axis=0)
    directions: FloatArray = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return directions


def _central(directions: FloatArray, start: int, end: int) -> tuple[int, ...]:
    """The posts nearest to the middle of their period."""
    near = directions[start:end] @ directions[start:end].sum(axis=0)
    best = np.argsort(-near, kind="stable")[:CENTRAL]
    return tuple(int(start + place) for place in best)
