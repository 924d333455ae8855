"""Telegram: the JSON export of one chat or of a whole account.

In:  a source.
Out: a chat; of an account, its chats one after the other.
"""

from embed_kcpd.errors import InputError
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
from embed_kcpd.readers.json_values import json_value, objects
from embed_kcpd.readers.source import Source

NAME = "telegram"


def is_telegram(source: Source) -> bool:
    """JSON with messages that have a type, a date and a text."""
    for chat in _chats(json_value(source)):
        if first := first_message(chat):
            has_date = "date" in first or "date_unixtime" in first
            return first.get("type") in ("message", "service") and has_date
    return False


def read_telegram(source: Source) -> Document:
    """The messages of all chats in the file."""
    chats = _chats(source.json)
    if not chats:
        raise InputError(f'{source.name}: expected "messages" or "chats" of a Telegram export')
    rooms = [
        Room(text_of(chat, "name"), tuple(_messages(chat.get("messages"), source)))
        for chat in chats
    ]
    return chat_document(source, NAME, rooms)


def _chats(value: object) -> list[dict[str, object]]:
    """The chats of an export: the file itself, or those in its list."""
    if not isinstance(value, dict):
        return []
    if "messages" in value:
        return [value]
    chats = value.get("chats")
    listed = chats.get("list") if isinstance(chats, dict) else None
    found = listed if isinstance(listed, list) else []
    return [chat for chat in found if isinstance(chat, dict) and "messages" in chat]


def _messages(value: object, source: Source) -> list[Message]:
    messages = objects(value, f"{source.name}: messages")
    spans = text_spans(source.text, "text", [each.get("text") for each in messages])
    return [
        Message(
            _text(each.get("text")),
            text_of(each, "from", "actor") or None,
            each.get("date_unixtime") or each.get("date"),
            span,
            name=name_of(each.get("id")),
            reply_to=name_of(each.get("reply_to_message_id")),
            is_service=each.get("type") != "message",
        )
        for each, span in zip(messages, spans, strict=True)
    ]


def _text(value: object) -> str:
    """A text: a string, or a list of strings and of objects with a string in them."""
    if isinstance(value, list):
        return "".join(_text(part) for part in value if not isinstance(part, list))
    return value if isinstance(value, str) else text_of(value, "text")
