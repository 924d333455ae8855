"""A JSON list of objects, each a post: what most programs write that are asked for JSON.

In:  a source.
Out: a document of one piece for each object.

A list is one of posts if its first object has the keys of a post, or if somebody names its text.
It may stand in an object beside other things, as in the answer of a service.
"""

from typing import TypeGuard

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.json_values import json_value
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams import jsonl
from embed_kcpd.readers.streams.column_names import looks_like_posts
from embed_kcpd.readers.streams.records import PlacedRecord, records_document

NAME = "json-list"


def is_json_list(source: Source) -> bool:
    return _posts(json_value(source), source) is not None


def read_json_list(source: Source) -> Document:
    """Every object as a post."""
    posts = _posts(source.json, source)
    value = source.json if posts is None else posts
    if not isinstance(value, list):
        raise InputError(f"{source.name}: expected a list of objects, got {type(value).__name__}")
    for number, each in enumerate(value, 1):
        if not isinstance(each, dict):
            raise InputError(
                f"{source.name}, item {number}: expected an object, got {type(each).__name__}"
            )
    records = (PlacedRecord(each, None, f"item {n}") for n, each in enumerate(value, 1))
    return records_document(source, NAME, records)


def _posts(value: object, source: Source) -> list[object] | None:
    """The posts of a file: a list of them, or the one that an object holds beside other things."""
    if isinstance(value, dict) and source.suffix in jsonl.SUFFIXES:
        return None
    held = list(value.values()) if isinstance(value, dict) else [value]
    lists = [each for each in held if _are_posts(each, source)]
    return lists[0] if len(lists) == 1 else None


def _are_posts(value: object, source: Source) -> TypeGuard[list[object]]:
    first = value[0] if isinstance(value, list) and value else None
    if not isinstance(first, dict):
        return False
    return source.options.text_column is not None or looks_like_posts(list(first))
