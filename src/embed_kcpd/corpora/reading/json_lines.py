"""A file of JSON lines to documents.

In:  lines.
Out: one row for each line that holds anything; a line that is no JSON object has an error.

Values that are passed through are text: strings as they are, everything else as JSON.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from embed_kcpd.corpora.documents import DocumentError, Documents, check_size, text_of
from embed_kcpd.corpora.reading.lines import BrokenShardError, Line, lines
from embed_kcpd.corpora.together import Row
from embed_kcpd.errors import InputError
from embed_kcpd.text.units import BYTE_ORDER_MARK
from embed_kcpd.text.utf8 import storable

FIRST_LINES = 16
"""Lines in which every key that is needed has to appear at least once."""


def check_keys(path: Path, name: str, documents: Documents) -> None:
    """Raise where the first lines show that a key is not one of the file's; it is mistyped."""
    known: dict[str, None] = {}
    # A file that breaks off is reported where its rows are read.
    with suppress(BrokenShardError):
        for line in islice(lines(path, name, documents.max_bytes), FIRST_LINES):
            with suppress(DocumentError):
                known.update(dict.fromkeys(_values(line, documents.max_bytes)))
            if known.keys() >= set(documents.needed):
                return
    for key in documents.needed if known else ():
        if key not in known:
            keys = ", ".join(known)[:200]
            raise InputError(
                f"{name} has no key {key} in its first lines (at most {FIRST_LINES} are looked at);"
                f" their keys are: {keys}"
            )


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
    if documents.text not in values:
        given = "is missing"
    else:
        given = "is null" if text is None else f"is {type(text).__name__}, not a string"
    reason = f"no text: {documents.text!r} {given}; the keys are: {known}"
    return {**row, "error": storable(reason)}


def _passed(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return None if value is None else storable(value)
    return json.dumps(value, ensure_ascii=True)
