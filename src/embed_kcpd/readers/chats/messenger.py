"""Messenger and Instagram: the JSON of one conversation.

In:  a source.
Out: a chat.

The older export writes each byte of UTF-8 as a character of its own ("GrÃ¼Ã\x9fe"), which is undone
where the result is UTF-8; the export of encrypted conversations has other keys.
"""

from embed_kcpd.readers.chats.messages import (
    Message,
    Room,
    chat_document,
    first_message,
    text_of,
    text_spans,
)
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.json_values import json_object, json_value, objects
from embed_kcpd.readers.source import Source

NAME = "messenger"

_WRITTEN = frozenset(["Generic", "Share", "text", "link", ""])
"""Types of messages that somebody wrote; others tell of calls and members."""


def is_messenger(source: Source) -> bool:
    """JSON with participants and messages with a sender."""
    value = json_value(source)
    if not isinstance(value, dict) or not isinstance(value.get("participants"), list):
        return False
    first = first_message(value)
    return "sender_name" in first or "senderName" in first


def read_messenger(source: Source) -> Document:
    """The messages of a conversation, mended."""
    value = json_object(source, "the JSON of a Messenger conversation")
    written = objects(value.get("messages"), f"{source.name}: messages")
    key = "content" if any("content" in each for each in written) else "text"
    spans = text_spans(source.text, key, [each.get(key) for each in written])
    messages = [
        Message(
            mended(text_of(each, "content", "text")),
            mended(text_of(each, "sender_name", "senderName")) or None,
            each.get("timestamp_ms", each.get("timestamp")),
            span,
            is_service=_is_service(each),
        )
        for each, span in zip(written, spans, strict=True)
    ]
    room = Room(mended(text_of(value, "title", "threadName")), tuple(messages))
    return chat_document(source, NAME, [room])


def _is_service(message: dict[str, object]) -> bool:
    is_written = str(message.get("type", "")) in _WRITTEN
    is_unsent = message.get("is_unsent") is True or message.get("isUnsent") is True
    return not is_written or is_unsent or "call_duration" in message


def mended(text: str) -> str:
    """The text with bytes that stand as characters put together; others stay as they are.

    >>> mended("GrÃ¼n"), mended("Grün"), mended("日本")
    ('Grün', 'Grün', '日本')
    """
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text
