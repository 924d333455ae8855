"""Values of JSON files: the kinds of one file differ from those of another.

In:  values as ``json`` gives them, and the text they come from.
Out: seconds, texts and lists that are what they should be, or an ``InputError``; and where in
     the file a string stands.
"""

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from embed_kcpd.errors import InputError
from embed_kcpd.readers.source import Source
from embed_kcpd.text.places import SourceSpan

_STRING = r'"((?:[^"\\]|\\.)*)"'
_PAIR = r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_CHARACTER = re.compile(rf"{_PAIR}|\\u[0-9a-fA-F]{{4}}|\\.|.", re.DOTALL)
"""A character of a JSON string as it is written; two escapes may stand for one character."""

LONGEST_RECORDING = 1e9
"""Seconds, some thirty years: a larger number is no time."""


def json_value(source: Source) -> object:
    """The JSON of a source; ``None`` where it is none."""
    if not source.beginning.lstrip().startswith(("{", "[")):
        return None
    try:
        return source.json
    except InputError:
        return None


def json_object(source: Source, expected: str) -> dict[str, Any]:
    """The JSON object that a file is, or an error that says what it should be."""
    value = source.json
    if not isinstance(value, dict):
        raise InputError(f"{source.name}: expected {expected}")
    return value


def objects(value: object, place: str) -> list[dict[str, Any]]:
    """A list of objects, or an error that names the place."""
    if not isinstance(value, list):
        raise InputError(f"{place}: expected a list of objects, got {type(value).__name__}")
    for number, each in enumerate(value):
        if not isinstance(each, dict):
            raise InputError(f"{place}[{number}]: expected an object, got {type(each).__name__}")
    return value


def seconds(value: object, place: str) -> float:
    """A number of seconds, also where it is written as a string."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if isinstance(value, bool) or not abs(number) <= LONGEST_RECORDING:
        raise InputError(f"{place}: expected a number of seconds, got {str(value)[:40]!r}")
    return number


def optional_seconds(value: object, place: str) -> float | None:
    """The same where the value may be missing."""
    return None if value is None else seconds(value, place)


def string(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{place}: expected a text, got {type(value).__name__}")
    return value


def optional_string(value: object) -> str | None:
    """A text that says something, else nothing."""
    return value.strip() or None if isinstance(value, str) else None


def string_spans(text: str, key: str, values: Sequence[str]) -> list[SourceSpan | None]:
    """Where the strings under this key stand in the file, for values in the order of the file.

    >>> string_spans('[{"text": "a"}, {"text": "b"}]', "text", ["b"])
    [SourceSpan(start=26, end=27, part='')]
    """
    written = _strings(text, key)
    spans: list[SourceSpan | None] = []
    for value in values:
        match = next((span for content, span in written if content == value), None)
        spans.append(match)
    return spans


def _strings(text: str, key: str) -> Iterator[tuple[str, SourceSpan]]:
    for string_at in re.finditer(rf'"{key}"\s*:\s*{_STRING}', text):
        yield json.loads(f'"{string_at[1]}"', strict=False), SourceSpan(*string_at.span(1))


def object_spans(text: str, value: object, key: str) -> dict[int, SourceSpan]:
    """Where the string under this key stands in the file, by the ``id`` of the object that has it.

    ``value`` is the JSON of the whole text.  Nothing is known where an object has a key twice.

    >>> value = [{"say": "a"}, {"say": "a"}]
    >>> object_spans('[{"say": "a"}, {"say": "a"}]', value, "say")[id(value[1])]
    SourceSpan(start=24, end=25, part='')
    """
    having = list(_having(value, key))
    written = list(_strings(text, key))
    if [each[key] for each in having] != [content for content, _ in written]:
        return {}
    return {id(each): span for each, (_, span) in zip(having, written, strict=True)}


def character_starts(text: str, span: SourceSpan) -> list[int]:
    r"""Where each character of a JSON string stands in the file, and where the string ends.

    >>> character_starts('"a\\u00e9b"', SourceSpan(1, 9))
    [1, 2, 8, 9]
    """
    written = _CHARACTER.finditer(text, span.start, span.end)
    return [*(character.start() for character in written), span.end]


def _having(value: object, key: str) -> Iterator[dict[str, Any]]:
    """The objects in which a string stands under this key, in the order of these strings."""
    waiting: list[tuple[object, object, object]] = [(None, None, value)]
    while waiting:
        holder, name, inner = waiting.pop()
        if isinstance(inner, str) and name == key and isinstance(holder, dict):
            yield holder
        elif isinstance(inner, dict):
            waiting.extend((inner, *item) for item in reversed(inner.items()))
        elif isinstance(inner, list):
            waiting.extend((None, None, each) for each in reversed(inner))
