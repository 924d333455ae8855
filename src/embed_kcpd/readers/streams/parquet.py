"""Parquet tables of posts, read with the ``parquet`` extra.

In:  a source.
Out: a document of one piece for each row; rows are read in batches.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from embed_kcpd.errors import InputError, MissingExtraError
from embed_kcpd.progress import progress
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.records import PlacedRecord, records_document

if TYPE_CHECKING:
    from pyarrow import RecordBatch

NAME = "parquet"
MARK = b"PAR1"
ROWS_AT_ONCE = 4096


def is_parquet(source: Source) -> bool:
    return source.data.startswith(MARK)


def read_parquet(source: Source) -> Document:
    """Every row as a post; what pyarrow cannot read is an ``InputError`` with its reason."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet") from None
    return records_document(source, NAME, _records(source))


def _records(source: Source) -> Iterator[PlacedRecord]:
    import pyarrow as pa
    from pyarrow import parquet

    row = 0
    try:
        table = parquet.ParquetFile(pa.BufferReader(source.data))
        with progress("Reading", table.metadata.num_rows) as advance:
            for batch in table.iter_batches(ROWS_AT_ONCE):
                for record in _without_nanoseconds(batch).to_pylist():
                    row += 1
                    yield PlacedRecord(record, None, f"row {row}")
                advance(batch.num_rows)
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        if isinstance(error, InputError):
            raise
        reason = " ".join(str(error).split())[:200]
        raise InputError(f"{source.name} cannot be read as Parquet: {reason}") from None


def _without_nanoseconds(batch: "RecordBatch") -> "RecordBatch":
    """Times in microseconds, which is what Python's have."""
    import pyarrow as pa

    for place, field in enumerate(batch.schema):
        if pa.types.is_timestamp(field.type) and field.type.unit == "ns":
            whole = batch.column(place).cast(pa.timestamp("us", field.type.tz), safe=False)
            batch = batch.set_column(place, field.name, whole)
    return batch
