"""A JSON list of objects, each a post: what most programs write that are asked for JSON.

In:  a source.
Out: a document of one piece for each object.

A list is one of posts if its first object has the keys of a post, or if somebody names its text.
"""

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import json_value
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.column_names import looks_like_posts
from embed_kcpd.readers.streams.records import PlacedRecord, records_document

NAME = "json-list"


def is_json_list(source: Source) -> bool:
    value = json_value(source)
    first = value[0] if isinstance(value, list) and value else None
    if not isinstance(first, dict):
        return False
    return source.options.text_column is not None or looks_like_posts(list(first))


def read_json_list(source: Source) -> Document:
    """Every object as a post."""
    value = source.json
    if not isinstance(value, list):
        raise InputError(f"{source.name}: expected a list of objects, got {type(value).__name__}")
    for number, each in enumerate(value, 1):
        if not isinstance(each, dict):
            raise InputError(
                f"{source.name}, item {number}: expected an object, got {type(each).__name__}"
            )
    records = (PlacedRecord(each, None, f"item {n}") for n, each in enumerate(value, 1))
    return records_document(source, NAME, records)
