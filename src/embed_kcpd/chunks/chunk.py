"""Chunks and the text they were cut from: the types.

In:  spans of a text, and what is known about them.
Out: frozen values that turn into dictionaries, JSON lines, pandas and Arrow.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, overload

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.errors import MissingExtraError
from embed_kcpd.text.units import Unit
from embed_kcpd.text.utf8 import storable

if TYPE_CHECKING:
    import pandas
    import pyarrow


@dataclass(frozen=True, slots=True)
class Chunk:
    """Characters ``start_char`` to ``end_char - 1`` of a text, verbatim.

    ``id`` depends on the text of the chunk and on the settings, not on its position; a second
    chunk with the same text has ``-2`` behind it.  Units are counted as the text was split;
    ``is_split`` says that a unit longer than the limit was cut.  ``embedding`` is a vector of
    length one.  ``probability`` says how probable it is that the topic changes where the chunk
    begins; the first has none.  ``headings`` and ``page`` are known where a reader found them.
    """

    id: str
    text: str
    start_char: int
    end_char: int
    start_byte: int
    end_byte: int
    start_unit: int
    end_unit: int
    n_tokens: int
    is_split: bool
    embedding: FloatArray = field(compare=False, repr=False)
    probability: float | None = None
    headings: tuple[str, ...] = ()
    page: int | None = None
    previous: str | None = None
    next: str | None = None

    def as_values(self, source: str | None = None, embedding: bool = False) -> dict[str, object]:
        """The chunk in plain JSON values."""
        values: dict[str, object] = {
            "id": self.id,
            "source": source,
            "text": self.text,
            "start_char": self.start_char,
            "end_char": self.end_char,
            "start_byte": self.start_byte,
            "end_byte": self.end_byte,
            "start_unit": self.start_unit,
            "end_unit": self.end_unit,
            "n_tokens": self.n_tokens,
            "is_split": self.is_split,
            "probability": self.probability,
            "headings": list(self.headings),
            "page": self.page,
            "previous": self.previous,
            "next": self.next,
        }
        return {**values, "embedding": self.embedding.tolist()} if embedding else values


COLUMNS = (
    "id",
    "source",
    *(each.name for each in fields(Chunk) if each.name not in ("id", "embedding")),
)
"""Names of the values of a chunk, without its vector."""


@dataclass(frozen=True, repr=False)
class ChunkedText:
    """A text in chunks; without overlap their texts, joined, are ``text``.

    ``units`` are what the chunks are made of, ``boundaries`` the first unit of every chunk but
    the first, ``vectors`` one row for each unit.  ``source`` names the file.
    """

    text: str
    chunks: tuple[Chunk, ...]
    units: tuple[Unit, ...]
    boundaries: tuple[int, ...]
    vectors: Vectors = field(compare=False)
    source: str | None = None
    provenance: Mapping[str, object] = field(default_factory=dict, hash=False)

    def __repr__(self) -> str:
        return f"ChunkedText(n_chunks={len(self.chunks)}, n_units={len(self.units)})"

    def __iter__(self) -> Iterator[Chunk]:
        return iter(self.chunks)

    def __len__(self) -> int:
        return len(self.chunks)

    @overload
    def __getitem__(self, index: int) -> Chunk: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Chunk, ...]: ...

    def __getitem__(self, index: int | slice) -> Chunk | tuple[Chunk, ...]:
        return self.chunks[index]

    def to_dicts(self, embedding: bool = False) -> list[dict[str, object]]:
        """One dictionary for each chunk."""
        return [each.as_values(self.source, embedding) for each in self.chunks]

    def to_jsonl(self, embedding: bool = False) -> str:
        """One JSON object on a line for each chunk."""
        lines = (
            json.dumps(values, ensure_ascii=False, allow_nan=False)
            for values in self.to_dicts(embedding)
        )
        # Half of a surrogate pair becomes its escape, which is also how JSON writes it.
        return storable("".join(f"{line}\n" for line in lines))

    def to_pandas(self, embedding: bool = True) -> "pandas.DataFrame":
        """A table with one row for each chunk."""
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "pandas") from None
        names = [*COLUMNS, "embedding"] if embedding else [*COLUMNS]
        return pandas.DataFrame(storable_rows(self.to_dicts(embedding)), columns=names)

    def to_arrow(self, embedding: bool = True) -> "pyarrow.Table":
        """An Arrow table with one row for each chunk."""
        schema = arrow_schema(embedding)
        import pyarrow

        return pyarrow.Table.from_pylist(storable_rows(self.to_dicts(embedding)), schema)


def storable_rows(rows: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """The values of chunks as tables take them: half of a surrogate pair becomes its escape."""
    return [{name: _storable(value) for name, value in row.items()} for row in rows]


def _storable(value: object) -> object:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list) and value and isinstance(value[0], str):
        return [storable(each) for each in value]
    return value


def arrow_schema(embedding: bool) -> "pyarrow.Schema":
    """The columns of chunks and their types, also where a column is empty."""
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet") from None
    whole, text = pa.int64(), pa.string()
    columns = {
        "id": text,
        "source": text,
        "text": text,
        **dict.fromkeys(("start_char", "end_char", "start_byte", "end_byte"), whole),
        **dict.fromkeys(("start_unit", "end_unit", "n_tokens"), whole),
        "is_split": pa.bool_(),
        "probability": pa.float64(),
        "headings": pa.list_(text),
        "page": whole,
        "previous": text,
        "next": text,
    }
    if embedding:
        columns["embedding"] = pa.list_(pa.float32())
    return pa.schema(list(columns.items()))
