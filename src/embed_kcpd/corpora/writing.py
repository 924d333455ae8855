"""Results of one shard to a file, with the same bytes for the same results.

In:  batches of results, and the format of the output.
Out: Parquet in row groups of 1,000 rows, or JSON lines; compressed as the name says.
"""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from embed_kcpd.corpora.schema import arrow

if TYPE_CHECKING:
    import pyarrow

GROUP_ROWS = 1_000
GROUP_BYTES = 64_000_000
"""A row group ends after so many rows, or with the batch that makes it this large."""


def write_parquet(
    file: BinaryIO, batches: "Iterable[pyarrow.RecordBatch]", schema: "pyarrow.Schema"
) -> None:
    """A Parquet file; every setting that changes its bytes is fixed here."""
    arrow()
    from pyarrow import parquet

    with parquet.ParquetWriter(
        file,
        schema,
        version="2.6",
        compression="zstd",
        compression_level=3,
        use_dictionary=True,
        data_page_version="1.0",
        write_statistics=True,
    ) as writer:
        for table in _groups(batches, schema):
            writer.write_table(table, row_group_size=table.num_rows)


def write_json_lines(file: BinaryIO, batches: "Iterable[pyarrow.RecordBatch]", name: str) -> None:
    """JSON lines, packed as the name of the file says."""
    with _compressed(file, name) as send:
        for batch in batches:
            for row in batch.to_pylist():
                line = json.dumps(row, ensure_ascii=False, allow_nan=False, default=_plain)
                send(line.encode() + b"\n")


def _groups(
    batches: "Iterable[pyarrow.RecordBatch]", schema: "pyarrow.Schema"
) -> "Iterator[pyarrow.Table]":
    pa = arrow()
    waiting, rows, size = [], 0, 0
    for batch in batches:
        waiting.append(batch)
        rows, size = rows + batch.num_rows, size + batch.nbytes
        if rows >= GROUP_ROWS or size >= GROUP_BYTES:
            yield pa.Table.from_batches(waiting, schema)
            waiting, rows, size = [], 0, 0
    if waiting:
        yield pa.Table.from_batches(waiting, schema)


@contextmanager
def _compressed(file: BinaryIO, name: str) -> Iterator[Callable[[bytes], object]]:
    """How bytes are written into a file of this name; nothing in it depends on the time."""
    if name.endswith(".gz"):
        with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
            yield packed.write
    elif name.endswith(".zst"):
        pa = arrow()
        with pa.CompressedOutputStream(pa.PythonFile(_KeptOpen(file), "w"), "zstd") as packed:
            yield packed.write
    else:
        yield file.write


class _KeptOpen:
    """A file whose writer cannot close it."""

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        self.write, self.flush = file.write, file.flush

    def close(self) -> None:
        """The owner of the file closes it."""


def _plain(value: object) -> str:
    """A value that JSON has no form for: bytes as text, dates and the like as they print."""
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)
