"""Arrow batches of documents to Arrow batches of results.

In:  a ``pyarrow.RecordBatch`` with a column of texts, and where there are some: ids, ``shard``,
     ``row``, and ``error`` for documents that could not be read.
Out: a ``RecordBatch`` with one row for each document, in order (``schema.py`` has its columns).

``segment_batch``, ``chunk_batch`` and ``chapter_batch`` import no engine: local processes, Daft,
Spark and Ray all call them.  A document that cannot be cut is a row with a reason.  What
concerns every document (an encoder that cannot be loaded, options at odds) is raised.
The same batch gives the same bytes.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from embed_kcpd.chunks import ChunkSettings
from embed_kcpd.corpora.documents import DocumentError, Documents
from embed_kcpd.corpora.rows import chapter_row, chunked, segmented
from embed_kcpd.corpora.schema import (
    ERROR,
    arrow,
    chapter_schema,
    chunk_schema,
    segment_schema,
    with_kept,
)
from embed_kcpd.corpora.together import CONCERNS_ALL, InUnits, Row, groups, with_known_vectors
from embed_kcpd.encoders.by_language import EncoderByLanguage
from embed_kcpd.errors import EmbedKcpdError, InputError, OptionsError
from embed_kcpd.given_kinds import check_kind
from embed_kcpd.settings import Settings
from embed_kcpd.text.utf8 import storable

if TYPE_CHECKING:
    import pyarrow

WORKER_ENCODER = EncoderByLanguage(threads=1, use_cache=False)
"""One thread for each process, and no vector cache: 1,690 bytes for each sentence of a corpus."""

DOCUMENTS = Documents()
SETTINGS = Settings(encoder=WORKER_ENCODER)
CHUNK_SETTINGS = ChunkSettings(encoder=WORKER_ENCODER)

Made = TypeVar("Made")
AnySettings = TypeVar("AnySettings", bound=Settings | ChunkSettings)


Begin = Callable[[object, str, Documents], InUnits | Row]
"""A document to its units, or at once to the values of its row."""


def segment_batch(
    batch: "pyarrow.RecordBatch",
    settings: Settings = SETTINGS,
    documents: Documents = DOCUMENTS,
    *,
    texts: bool = False,
) -> "pyarrow.RecordBatch":
    """Boundaries, offsets, titles and probabilities of each document; ``texts`` on request."""
    begin = partial(segmented, settings=for_workers(settings), texts=texts)
    return _mapped(batch, documents, begin, segment_schema(texts))


def chunk_batch(
    batch: "pyarrow.RecordBatch",
    settings: ChunkSettings = CHUNK_SETTINGS,
    documents: Documents = DOCUMENTS,
    *,
    texts: bool = False,
    embeddings: bool = False,
) -> "pyarrow.RecordBatch":
    """The chunks of each document; ``texts`` and ``embeddings`` of chunks on request."""
    begin = partial(chunked, settings=for_workers(settings), texts=texts, embeddings=embeddings)
    return _mapped(batch, documents, begin, chunk_schema(texts, embeddings))


def chapter_batch(
    batch: "pyarrow.RecordBatch",
    settings: Settings = SETTINGS,
    documents: Documents = DOCUMENTS,
) -> "pyarrow.RecordBatch":
    """The chapters of each document, whose text is the content of a transcript file."""
    begin = partial(chapter_row, settings=for_workers(settings))
    return _mapped(batch, documents, begin, chapter_schema())


def for_workers(settings: AnySettings) -> AnySettings:
    """The settings; where they name no encoder, the default one on one thread without a cache."""
    if not isinstance(settings, Settings | ChunkSettings):
        raise OptionsError(f"settings must be Settings(...), got {settings!r:.60}")
    return settings if settings.encoder else replace(settings, encoder=WORKER_ENCODER)


def _mapped(
    batch: "pyarrow.RecordBatch",
    documents: Documents,
    begin: Begin,
    schema: "pyarrow.Schema",
) -> "pyarrow.RecordBatch":
    pa = arrow()
    _check(batch, documents)
    rows = _known(batch, documents)
    contents = _contents(batch.column(documents.text))
    for group in groups(_in_units(rows, contents, begin, documents)):
        encoder = with_known_vectors([units for _, units in group])
        for row, units in group:
            row.update(_tried(row, partial(units.row, encoder)) or {})
    kept = [batch.schema.field(name) for name in documents.keep]
    made = pa.RecordBatch.from_pylist(rows, schema)
    columns = [*made.columns, *(batch.column(name) for name in documents.keep)]
    return pa.RecordBatch.from_arrays(columns, schema=with_kept(schema, kept))


def _known(batch: "pyarrow.RecordBatch", documents: Documents) -> list[Row]:
    """A row for each document, with what the batch says about it."""
    ids = _column(batch, documents.id)
    given = {name: _column(batch, name) for name in ("shard", "row", ERROR)}
    rows: list[Row] = []
    for place in range(batch.num_rows):
        about: Row = {name: column(place) for name, column in given.items()}
        rows.append({**about, "id": _name(ids(place), about, place)})
    return rows


def _in_units(
    rows: list[Row], contents: Callable[[int], object], begin: Begin, documents: Documents
) -> Iterator[tuple[Row, InUnits]]:
    """The documents that wait for their vectors; rows of the others are filled here."""
    for place, row in enumerate(rows):
        if row[ERROR] is not None:
            continue
        begun = _tried(row, partial(begin, contents(place), str(row["id"]), documents))
        if isinstance(begun, InUnits):
            yield row, begun
        else:
            row.update(begun or {})


def _tried(row: Row, make: Callable[[], Made]) -> Made | None:
    """What ``make`` gives; nothing, and the reason in the row, where it cannot."""
    try:
        return make()
    except CONCERNS_ALL:
        raise
    except DocumentError as error:
        row[ERROR] = storable(str(error))
    except InputError as error:
        row[ERROR] = storable(f"cannot be read: {error}")
    except EmbedKcpdError as error:
        row[ERROR] = storable(f"cannot be cut: {error}")
    except Exception as error:
        row[ERROR] = storable(f"unforeseen: {type(error).__name__}: {error}")
    return None


def _check(batch: "pyarrow.RecordBatch", documents: Documents) -> None:
    if not hasattr(batch, "schema"):
        raise OptionsError(
            f"batch must be a pyarrow.RecordBatch, got {type(batch).__name__}; "
            "pyarrow.RecordBatch.from_pandas(frame) and .from_pylist(rows) make one"
        )
    check_kind(documents, Documents, "documents")
    for name in (documents.text, *documents.keep):
        if name not in batch.schema.names:
            known = ", ".join(batch.schema.names)
            raise OptionsError(f"there is no column {name}; the columns are: {known}")


def _contents(column: "pyarrow.Array") -> Callable[[int], object]:
    """Values of a column, strings as bytes: not all that is called one is valid UTF-8."""
    pa = arrow()
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_string(column.type):
        column = column.cast(pa.binary())
    elif pa.types.is_large_string(column.type) or pa.types.is_string_view(column.type):
        column = column.cast(pa.large_binary())
    return lambda place: column[place].as_py()


def _column(batch: "pyarrow.RecordBatch", name: str) -> Callable[[int], object]:
    """Values of a column that may be missing; bytes that are no text become escapes."""
    if name not in batch.schema.names:
        return lambda _: None
    value_at = _contents(batch.column(name))

    def value(place: int) -> object:
        found = value_at(place)
        return found.decode("utf-8", "backslashreplace") if isinstance(found, bytes) else found

    return value


def _name(given: object, about: Row, place: int) -> str:
    """The id of a document; one without is called by its shard and row."""
    if given is not None:
        return storable(str(given))
    row = place if about["row"] is None else about["row"]
    return f"{about['shard'] or 'batch'}#{row}"
