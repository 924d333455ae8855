"""JSON Lines: one object a line, each a post.

In:  a source.
Out: a document of one piece for each object.
"""

import json
from collections.abc import Iterator

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import BEGINNING, Source
from embed_kcpd.readers.streams.lines import Lines
from embed_kcpd.readers.streams.records import PlacedRecord, records_document
from embed_kcpd.text.places import SourceSpan

NAME = "jsonl"
SUFFIXES = (".jsonl", ".ndjson")


def is_jsonl(source: Source) -> bool:
    """Whether the first lines are objects, or some of them in a file that is called so.

    A single line must also be called so.  A line that is longer than the beginning of the file
    is told by how it begins and by the line after it.
    """
    # Not splitlines: a text may hold line separators that JSON does not escape.
    lines = [line for line in source.beginning.split("\n") if line.strip()]
    if not lines or not lines[0].lstrip().startswith(("{", "[")):
        return False
    if source.suffix in SUFFIXES:
        return True
    is_cut = len(source.data) > BEGINNING
    whole = lines[:-1] if is_cut else lines
    if whole and not all(map(_is_object, whole)):
        return False
    return len(whole) > 1 or _goes_on(source)


def read_jsonl(source: Source) -> Document:
    return records_document(source, NAME, _records(source))


def _records(source: Source) -> Iterator[PlacedRecord]:
    lines = Lines(source)
    start = 0
    for line in lines:
        if line.strip():
            where = f"line {lines.number}"
            record = _object(line, f"{source.name}, {where}")
            yield PlacedRecord(record, SourceSpan(start, lines.position), where)
        start = lines.position


def _object(line: str, where: str) -> dict[str, object]:
    try:
        record = json.loads(line)
    except RecursionError:
        raise InputError(f"{where}: JSON nested too deeply to be read") from None
    except json.JSONDecodeError as error:
        # Its own text counts lines inside this one.
        place = f"{error.msg} at column {error.pos + 1}"
        raise InputError(f"{where}: expected a JSON object: {place}") from None
    except ValueError as error:
        raise InputError(f"{where}: expected a JSON object: {error}") from None
    if not isinstance(record, dict):
        raise InputError(f"{where}: expected a JSON object, got {line.strip()[:40]}")
    return record


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _goes_on(source: Source) -> bool:
    """Whether a second object begins right behind the first line, which is a long one."""
    end = source.data.find(b"\n", BEGINNING)
    return source.encoding == "utf-8" and source.data[end + 1 : end + 2] == b"{" and end > 0
