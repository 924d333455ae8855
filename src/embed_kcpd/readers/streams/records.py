"""Records with named fields to a document of posts.

In:  the records of a file in order, each with its place.
Out: the document; which fields are text and time is decided by the first records.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.columns import (
    Columns,
    Record,
    chosen_columns,
    value_at,
    written_date,
)
from embed_kcpd.readers.streams.posts import Post, stream_document
from embed_kcpd.text.places import SourceSpan

SAMPLE = 200
"""Records by which columns are chosen."""


@dataclass(frozen=True, slots=True)
class PlacedRecord:
    """A record, where it stands in the file, and how a message calls that place."""

    record: Record
    span: SourceSpan | None
    where: str


def records_document(source: Source, format_name: str, records: Iterator[PlacedRecord]) -> Document:
    """The document of all records."""
    sample = list(islice(records, SAMPLE))
    if not sample:
        return stream_document(source, format_name, ())
    fields = [each.record for each in sample]
    columns, notes = chosen_columns(fields, source.options, source.name)
    authors: dict[str, str] = {}
    posts = (_post(each, columns, source.name, authors) for each in chain(sample, records))
    return stream_document(source, format_name, posts, notes=notes)


def _post(placed: PlacedRecord, columns: Columns, name: str, authors: dict[str, str]) -> Post:
    """The post in a record; posts of the same author share one string for the name."""
    record = placed.record
    text = value_at(record, columns.text)
    if text is not None and not isinstance(text, str):
        raise InputError(
            f"{name}, {placed.where}: {columns.text!r} should be a text, "
            f"but it is {type(text).__name__} {str(text)[:40]}"
        )
    author = _plain(value_at(record, columns.author))
    return Post(
        text=text or "",
        written_date=written_date(record, columns),
        span=placed.span,
        author=None if author is None else authors.setdefault(author, author),
        name=_plain(value_at(record, columns.name)),
    )


def _plain(value: object) -> str | None:
    """A name, also where it is written as a number."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, bool) or not isinstance(value, int) or value.bit_length() > 64:
        return None
    return str(value)
