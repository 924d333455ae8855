"""A file of JSON lines to documents.

In:  lines.
Out: one row for each line that holds anything; a line that is no JSON object has an error.

Values that are passed through are text: strings as they are, everything else as JSON.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from embed_kcpd.corpora.documents import DocumentError, Documents, check_size, text_of
from embed_kcpd.corpora.reading.lines import Line, lines
from embed_kcpd.corpora.rows import Row, storable

BYTE_ORDER_MARK = "\ufeff"


def line_rows(path: Path, name: str, documents: Documents) -> Iterator[tuple[Row, float]]:
    """The rows of a file, and how much of it has been read."""
    for line in lines(path, name, documents.max_bytes):
        try:
            yield _row(_values(line, documents.max_bytes), documents), line.share
        except DocumentError as error:
            yield {"error": storable(str(error))}, line.share


def _values(line: Line, most: int) -> dict[str, object]:
    check_size(line.size, most)
    text = text_of(line.data, most).lstrip(BYTE_ORDER_MARK)
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"invalid JSON: {error}") from None
    if not isinstance(values, dict):
        raise DocumentError(f"invalid JSON: a line must be an object, got {text[:40]!r}")
    return values


def _row(values: dict[str, object], documents: Documents) -> Row:
    row: Row = {name: _passed(values.get(name)) for name in documents.keep}
    row["id"] = _passed(values.get(documents.id))
    text = values.get(documents.text)
    if isinstance(text, str):
        return {**row, "text": text.encode("utf-8", "surrogatepass")}
    known = ", ".join(values)[:200]
    given = "is missing" if text is None else f"is {type(text).__name__}, not a string"
    reason = f"no text: {documents.text!r} {given}; the keys are: {known}"
    return {**row, "error": storable(reason)}


def _passed(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return None if value is None else storable(value)
    return json.dumps(value, ensure_ascii=True)
