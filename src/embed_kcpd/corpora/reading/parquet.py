"""A Parquet file to batches of documents.

In:  a path.
Out: batches as they are stored; one row group at a time is in memory.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from embed_kcpd.corpora.documents import Documents
from embed_kcpd.corpora.places import reason_of
from embed_kcpd.corpora.reading.lines import BrokenShardError
from embed_kcpd.corpora.schema import arrow
from embed_kcpd.errors import InputError

if TYPE_CHECKING:
    import pyarrow
    from pyarrow.parquet import ParquetFile


def opened_table(path: Path, name: str, documents: Documents) -> "ParquetFile":
    """The file, whose columns are known; an error names columns that it does not have."""
    arrow()
    from pyarrow import parquet

    try:
        table = parquet.ParquetFile(path, memory_map=False, pre_buffer=False)
    except (OSError, ValueError) as error:
        raise InputError(f"{name} is not a Parquet file: {reason_of(error)}") from None
    names = table.schema_arrow.names
    for column in documents.needed:
        if column not in names:
            known = ", ".join(names)
            raise InputError(f"{name} has no column {column}; its columns are: {known}")
    return table


def table_batches(
    table: "ParquetFile", name: str, documents: Documents, at_once: int
) -> Iterator[tuple["pyarrow.RecordBatch", float]]:
    """Batches of a file, and how much of it has been read."""
    columns = [documents.text, *documents.keep]
    if documents.id in table.schema_arrow.names:
        columns.append(documents.id)
    whole, done = max(1, table.metadata.num_rows), 0
    batches = table.iter_batches(at_once, columns=list(dict.fromkeys(columns)), use_threads=False)
    while True:
        try:
            batch = next(batches, None)
        except (OSError, ValueError) as error:
            raise BrokenShardError(f"breaks off: {name}: {reason_of(error)}") from error
        if batch is None:
            return
        done += batch.num_rows
        yield batch, done / whole


def kept_fields(table: "ParquetFile", names: Sequence[str]) -> "list[pyarrow.Field]":
    """The types of columns that are passed through."""
    return [table.schema_arrow.field(name) for name in names]
