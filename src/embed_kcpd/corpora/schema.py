"""The columns of documents and of results, as Arrow types.

Every result has one row for each document, in the same order: ``id``, ``shard`` (name of the
input shard), ``row`` (its number there, from 0 on), what was found, ``error`` (None, or why there
is nothing), and the columns that are passed through.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from embed_kcpd.errors import MissingExtraError, OptionsError

if TYPE_CHECKING:
    import pyarrow

FIRST_COLUMNS = ("id", "shard", "row", "language", "n_units")
ERROR = "error"


def arrow() -> Any:
    """The package pyarrow, or an error that says how to install it."""
    try:
        import pyarrow
    except ImportError:
        raise MissingExtraError("pyarrow", "corpora") from None
    return pyarrow


def document_schema(kept: "Sequence[pyarrow.Field]" = ()) -> "pyarrow.Schema":
    """Documents as a shard is read: a row that could not be read has an ``error`` and no text."""
    pa = arrow()
    return pa.schema(
        [
            ("id", pa.string()),
            ("text", pa.large_binary()),
            ("shard", pa.string()),
            ("row", pa.int64()),
            (ERROR, pa.string()),
            *kept,
        ]
    )


def segment_schema(texts: bool = False) -> "pyarrow.Schema":
    """``boundaries`` are units; ``offsets`` and ``titles`` have an entry for each segment,
    ``probabilities`` one for each boundary."""
    pa = arrow()
    offsets = pa.struct([(name, pa.int64()) for name in OFFSETS])
    columns = {
        "boundaries": pa.list_(pa.int64()),
        "offsets": pa.list_(offsets),
        "titles": pa.list_(pa.string()),
        "probabilities": pa.list_(pa.float64()),
    }
    if texts:
        columns["texts"] = pa.list_(pa.string())
    return _result_schema(columns)


def chunk_schema(texts: bool = False, embeddings: bool = False) -> "pyarrow.Schema":
    """``chunks`` is a list for each document."""
    from embed_kcpd.chunks.chunk import arrow_schema

    pa = arrow()
    fields = [field for field in arrow_schema(embeddings) if field.name != "source"]
    inside = [field for field in fields if texts or field.name != "text"]
    return _result_schema({"chunks": pa.list_(pa.struct(inside))})


def chapter_schema() -> "pyarrow.Schema":
    """``chapters`` is a list for each recording."""
    pa = arrow()
    inside = [
        ("start_seconds", pa.float64()),
        ("end_seconds", pa.float64()),
        ("title", pa.string()),
        ("keywords", pa.list_(pa.string())),
        ("probability", pa.float64()),
        ("start_unit", pa.int64()),
    ]
    return _result_schema({"chapters": pa.list_(pa.struct(inside))})


OFFSETS = ("start_char", "end_char", "start_byte", "end_byte")


def with_kept(schema: "pyarrow.Schema", kept: "Sequence[pyarrow.Field]") -> "pyarrow.Schema":
    """The schema with columns that are passed through behind its own."""
    for field in kept:
        if field.name in schema.names:
            raise OptionsError(
                f"the column {field.name} cannot be kept: results have a column of that name"
            )
        schema = schema.append(field)
    return schema


def _result_schema(columns: "dict[str, pyarrow.DataType]") -> "pyarrow.Schema":
    pa = arrow()
    text, whole = pa.string(), pa.int64()
    first = dict(zip(FIRST_COLUMNS, (text, text, whole, text, whole), strict=True))
    return pa.schema(list({**first, **columns, ERROR: text}.items()))
