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

ROWS_READ = 16
"""Rows that are read together."""


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
    table: "ParquetFile", name: str, documents: Documents, most_rows: int, most_bytes: int
) -> Iterator[tuple["pyarrow.RecordBatch", float]]:
    """Batches of a file, each ended by the rows that make it so long or so large, and how much of
    it has been read."""
    whole, done = max(1, table.metadata.num_rows), 0
    waiting: list[pyarrow.RecordBatch] = []
    rows = size = 0
    failure: Exception | None = None
    try:
        for batch in _few_rows(table, documents):
            waiting.append(batch)
            rows, size = rows + batch.num_rows, size + batch.nbytes
            if rows >= most_rows or size >= most_bytes:
                done += rows
                yield _joined(waiting), done / whole
                waiting, rows, size = [], 0, 0
    except (OSError, ValueError) as error:
        failure = error
    if rows:
        yield _joined(waiting), (done + rows) / whole
    if failure is not None:
        raise BrokenShardError(f"breaks off: {name}: {reason_of(failure)}") from failure


def _few_rows(table: "ParquetFile", documents: Documents) -> "Iterator[pyarrow.RecordBatch]":
    """The columns that are wanted, few rows at a time: what comes before a break is read."""
    columns = [documents.text, *documents.keep]
    if documents.id in table.schema_arrow.names:
        columns.append(documents.id)
    found: Iterator[pyarrow.RecordBatch] = table.iter_batches(
        ROWS_READ, columns=list(dict.fromkeys(columns)), use_threads=False
    )
    return found


def _joined(batches: "list[pyarrow.RecordBatch]") -> "pyarrow.RecordBatch":
    [joined] = arrow().Table.from_batches(batches).combine_chunks().to_batches()
    return joined


def kept_fields(table: "ParquetFile", names: Sequence[str]) -> "list[pyarrow.Field]":
    """The types of columns that are passed through."""
    return [table.schema_arrow.field(name) for name in names]
