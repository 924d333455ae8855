"""Tables of posts: fields between commas, semicolons, tabs or bars, names in the first line.

In:  a source.
Out: a document of one piece for each row, its text exactly as the field holds it.

A line break inside quotes belongs to the field.  Rows are never repaired: one with more or
fewer fields than the first line is an error that names the line.  A first line such as
``sep=;``, by which Excel tells itself the delimiter, is no row.
"""

import csv
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import BEGINNING, Source
from embed_kcpd.readers.streams.column_names import looks_like_posts
from embed_kcpd.readers.streams.lines import Lines
from embed_kcpd.readers.streams.records import PlacedRecord, records_document
from embed_kcpd.shared_setting import SharedSetting
from embed_kcpd.text.places import SourceSpan

CSV_NAME, TSV_NAME = "csv", "tsv"
DELIMITERS = (",", ";", "\t", "|")
LONGEST_NAME = 60
"""Characters of a column's name; prose that begins with commas has longer ones."""
SAMPLE_ROWS = 30
LEAST_AGREEING = 0.5
"""Share of the first rows that are as wide as the names; with fewer a file is hardly a table."""

_EXCEL = ["sep=", ""]
"""The line ``sep=;`` of Excel, cut at the delimiter it names."""


def is_csv(source: Source) -> bool:
    return _delimiter(source) in (",", ";", "|")


def is_tsv(source: Source) -> bool:
    return _delimiter(source) == "\t"


def read_csv(source: Source) -> Document:
    """Every row as a post; the delimiter is the one that the first rows agree about."""
    found = likely_delimiter(source)
    delimiter = found if found in (",", ";", "|") else ","
    return records_document(source, CSV_NAME, _rows(source, delimiter, quoted=True))


def read_tsv(source: Source) -> Document:
    """Every row as a post; where quotes do not fit they are part of the text."""
    try:
        return records_document(source, TSV_NAME, _rows(source, "\t", quoted=True))
    except InputError as error:
        try:
            return records_document(source, TSV_NAME, _rows(source, "\t", quoted=False))
        except InputError:
            raise error from None


def likely_delimiter(source: Source) -> str | None:
    """What stands between the fields of a file that is a table."""
    return _delimiter(source, anything=True)


def table_rows(source: Source, delimiter: str) -> list[PlacedRecord]:
    """The rows of a table whatever they hold; between tabs, quotes that do not fit are text."""
    try:
        return list(_rows(source, delimiter, quoted=True))
    except InputError:
        if delimiter != "\t":
            raise
        return list(_rows(source, delimiter, quoted=False))


def _rows(source: Source, delimiter: str, *, quoted: bool) -> Iterator[PlacedRecord]:
    lines = Lines(source)
    rows = csv.reader(
        iter(lines),
        delimiter=delimiter,
        quoting=csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE,
        strict=True,
    )
    with _LONG_FIELDS:
        header: list[str] = []
        start = line = 0
        while True:
            try:
                row = next(rows, None)
            except csv.Error as error:
                raise InputError(
                    f"{source.name}, line {line + 1}: {error}; "
                    "a field in quotes ends with them, and a quotation mark inside is written twice"
                ) from None
            if row is None:
                return
            if row == _EXCEL and not header:
                pass
            elif row and not header:
                header = _names(row)
            elif row:
                where = f"line {line + 1}"
                _check_width(row, header, f"{source.name}, {where}", delimiter)
                fields = dict(zip(header, row, strict=False))
                yield PlacedRecord(fields, SourceSpan(start, lines.position), where)
            start, line = lines.position, lines.number


def _check_width(row: list[str], header: list[str], where: str, delimiter: str) -> None:
    """Fields may only be missing or added at the end where they would be empty."""
    if len(row) == len(header) or (not any(row[len(header) :]) and len(row) > len(header)):
        return
    shown = "tab" if delimiter == "\t" else delimiter
    fields = "1 field" if len(row) == 1 else f"{len(row)} fields"
    raise InputError(
        f"{where}: {fields} where the first line has {len(header)}; "
        f"a field that holds a {shown} must stand in quotes"
    )


def _names(header: list[str]) -> list[str]:
    """Names of the columns; the second of the same name gets a number."""
    seen: Counter[str] = Counter()
    names = []
    for name in header:
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}.{seen[name]}")
    return names


def _delimiter(source: Source, anything: bool = False) -> str | None:
    """The delimiter that gives the first rows the same fields: most of the rows, most fields.

    The first line must look like names of columns, and ``anything`` else is a table only if
    its name says so or its columns are those of posts.  A table with rows of another width is
    one all the same, so that its reader can say which they are.
    """
    tables = []
    for delimiter in DELIMITERS:
        rows = first_rows(source, delimiter)
        if rows and len(rows[0]) > 1 and all(len(name) <= LONGEST_NAME for name in rows[0]):
            agreeing = sum(len(row) == len(rows[0]) for row in rows[1:]) / max(1, len(rows) - 1)
            if _is_table(source, rows, agreeing, anything):
                tables.append((agreeing, len(rows[0]), delimiter))
    return max(tables, default=(0.0, 0, None), key=lambda table: table[:2])[2]


def _is_table(source: Source, rows: list[list[str]], agreeing: float, anything: bool) -> bool:
    """Whether rows cut at one delimiter are those of a table."""
    is_named = source.suffix in (".csv", ".tsv", ".tab")
    is_said = source.options.text_column in rows[0] or looks_like_posts(rows[0])
    if is_named and is_said:
        return True
    is_even = agreeing >= LEAST_AGREEING or len(rows) == 1
    return is_even and (anything or is_said or (is_named and len(rows) > 1))


def first_rows(source: Source, delimiter: str) -> list[list[str]]:
    """Rows that stand whole in the beginning of the file."""
    text = source.beginning
    is_cut = len(source.data) > BEGINNING
    rows: list[list[str]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    with _LONG_FIELDS:
        try:
            rows = [row for row in islice(reader, SAMPLE_ROWS + 1) if row]
        except csv.Error:
            return []
    rows = rows[1:] if rows[:1] == [_EXCEL] else rows
    return rows[:-1] if is_cut and len(rows) <= SAMPLE_ROWS else rows


def _allow_long_fields() -> Callable[[], object]:
    before = csv.field_size_limit()
    for power in count():
        try:
            csv.field_size_limit(sys.maxsize >> power)
            break
        except OverflowError:
            continue
    return partial(csv.field_size_limit, before)


_LONG_FIELDS = SharedSetting(_allow_long_fields)
"""Fields of any length; the limit belongs to the whole process."""
