"""Google Chat: the ``messages.json`` of a conversation in an archive of Google Takeout.

In:  a source.
Out: a chat.
"""

from embed_kcpd.readers.chats.messages import (
    Message,
    Room,
    chat_document,
    first_message,
    name_of,
    text_of,
    text_spans,
)
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.json_values import json_object, json_value, objects
from embed_kcpd.readers.source import Source

NAME = "google-chat"


def is_google_chat(source: Source) -> bool:
    """JSON with messages that have a creator and the date of their creation in words."""
    first = first_message(json_value(source))
    return "creator" in first and "created_date" in first


def read_google_chat(source: Source) -> Document:
    """The messages of a conversation."""
    value = json_object(source, "the messages.json of Google Chat")
    written = objects(value.get("messages"), f"{source.name}: messages")
    spans = text_spans(source.text, "text", [each.get("text") for each in written])
    messages = tuple(
        Message(
            text_of(each, "text"),
            text_of(each.get("creator"), "name", "email") or None,
            each.get("created_date"),
            span,
            name=name_of(each.get("message_id")),
        )
        for each, span in zip(written, spans, strict=True)
    )
    return chat_document(source, NAME, [Room("", messages)])
