"""A shard to batches of documents, in the order in which it holds them.

In:  a shard, and where its documents are in it.
Out: ``opened_shard(shard, documents)``: batches of ``schema.document_schema``, the types of the
     columns that are passed through, the digest of the content.

Where a shard breaks off, the documents before that are given, then one row that says so.  A
shard without any readable document is an ``InputError``.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from embed_kcpd.corpora.documents import RECOGNISED, Documents
from embed_kcpd.corpora.places import reason_of
from embed_kcpd.corpora.reading.json_lines import check_keys, line_rows
from embed_kcpd.corpora.reading.lines import BrokenShardError
from embed_kcpd.corpora.reading.local_copies import digest, local_copies
from embed_kcpd.corpora.reading.parquet import kept_fields, opened_table, table_batches
from embed_kcpd.corpora.reading.single_files import file_rows
from embed_kcpd.corpora.schema import arrow, document_schema
from embed_kcpd.corpora.shards import Shard, ShardKind
from embed_kcpd.corpora.together import Row
from embed_kcpd.errors import InputError, OptionsError

if TYPE_CHECKING:
    import pyarrow

ROWS_AT_ONCE = 256
BYTES_AT_ONCE = 500_000
"""Documents of one batch: after so many rows, or so many bytes of text.  Their units are encoded
together.  Progress is told, and a dead driver noticed, once for each batch: about ten seconds of a
core."""


@dataclass(frozen=True, slots=True)
class ReadBatch:
    """Documents, and how much of the shard has been read with them, from 0 to 1."""

    batch: "pyarrow.RecordBatch"
    share: float


@dataclass(frozen=True)
class ShardContent:
    """A shard that is open.

    ``format`` is the format of its documents: files of one document each are recognised unless
    somebody names their format.
    """

    batches: Iterator[ReadBatch]
    kept: "list[pyarrow.Field]"
    format: str | None
    digest: str


@contextmanager
def opened_shard(shard: Shard, documents: Documents) -> Iterator[ShardContent]:
    """The content of a shard, for as long as the context lasts."""
    with local_copies(shard) as paths:
        try:
            yield _content(shard, paths, documents)
        except OSError as error:
            if error.filename is None or Path(error.filename) not in paths:
                raise
            raise InputError(f"cannot read {shard.name}: {reason_of(error)}") from None


def _content(shard: Shard, paths: tuple[Path, ...], documents: Documents) -> ShardContent:
    pa = arrow()
    if shard.kind is ShardKind.parquet:
        with paths[0].open("rb"):
            table = opened_table(paths[0], shard.name, documents)
        kept = kept_fields(table, documents.keep)
        batches = _table_documents(table, shard, documents, document_schema(kept))
        return ShardContent(batches, kept, documents.format, digest(paths))
    kept = [pa.field(name, pa.string()) for name in documents.keep]
    if shard.kind is ShardKind.lines:
        with paths[0].open("rb"):
            check_keys(paths[0], shard.name, documents)
        rows = line_rows(paths[0], shard.name, documents)
        batches = _gathered(rows, shard, document_schema(kept))
        return ShardContent(batches, kept, documents.format, digest(paths))
    if documents.keep:
        raise OptionsError(f"{shard.name}: files of one document each have no column to keep")
    rows = file_rows(paths, [file.name for file in shard.files], documents)
    batches = _gathered(rows, shard, document_schema())
    return ShardContent(batches, [], documents.format or RECOGNISED, digest(paths))


def _gathered(
    rows: Iterator[tuple[Row, float]], shard: Shard, schema: "pyarrow.Schema"
) -> Iterator[ReadBatch]:
    """Rows in batches, numbered; where they break off, a last row with the reason."""
    waiting: list[Row] = []
    number, size, share = 0, 0, 0.0
    while True:
        try:
            row, share = next(rows, (None, 1.0))
        except BrokenShardError as error:
            row, rows = _break(error, number), iter(())
        if row is None:
            break
        text = row.get("text")
        size += len(text) if isinstance(text, bytes) else 0
        waiting.append({**row, "shard": shard.name, "row": number})
        number += 1
        if len(waiting) >= ROWS_AT_ONCE or size >= BYTES_AT_ONCE:
            yield ReadBatch(arrow().RecordBatch.from_pylist(waiting, schema), share)
            waiting, size = [], 0
    if waiting:
        yield ReadBatch(arrow().RecordBatch.from_pylist(waiting, schema), 1.0)


def _table_documents(
    table: Any, shard: Shard, documents: Documents, schema: "pyarrow.Schema"
) -> Iterator[ReadBatch]:
    """Batches of a table with the columns of documents."""
    pa, number = arrow(), 0
    batches = table_batches(table, shard.name, documents, ROWS_AT_ONCE, BYTES_AT_ONCE)
    while True:
        try:
            batch, share = next(batches, (None, 1.0))
        except BrokenShardError as error:
            row = {**_break(error, number), "shard": shard.name, "row": number}
            yield ReadBatch(pa.RecordBatch.from_pylist([row], schema), 1.0)
            return
        if batch is None:
            return
        yield ReadBatch(_as_documents(batch, number, shard, documents, schema), share)
        number += batch.num_rows


def _as_documents(
    batch: "pyarrow.RecordBatch",
    first: int,
    shard: Shard,
    documents: Documents,
    schema: "pyarrow.Schema",
) -> "pyarrow.RecordBatch":
    pa, rows = arrow(), batch.num_rows
    known = batch.schema.names
    own = {
        "id": batch.column(documents.id) if documents.id in known else pa.nulls(rows, pa.string()),
        "text": batch.column(documents.text),
        "shard": pa.array([shard.name] * rows, pa.string()),
        "row": pa.array(range(first, first + rows), pa.int64()),
        "error": pa.nulls(rows, pa.string()),
    }
    columns = [own[name] if name in own else batch.column(name) for name in schema.names]
    return pa.RecordBatch.from_arrays(columns, names=schema.names)


def _break(error: BrokenShardError, number: int) -> Row:
    """The last row of a shard that breaks off; a shard that does so at once is no shard."""
    if number == 0:
        raise InputError(str(error)) from error
    return {"error": str(error)}
