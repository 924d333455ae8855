"""Discord: a channel as DiscordChatExporter writes it in JSON.

In:  a source.
Out: a chat.
"""

from embed_kcpd.readers.chats.messages import (
    Message,
    Room,
    chat_document,
    name_of,
    text_of,
    text_spans,
)
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.json_values import json_object, json_value, objects
from embed_kcpd.readers.source import Source

NAME = "discord"

_WRITTEN = frozenset(["Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "0", "19", ""])
"""Types of messages that somebody wrote; every other one is a notice of Discord."""


def is_discord(source: Source) -> bool:
    """JSON with a channel and messages with authors."""
    value = json_value(source)
    if not isinstance(value, dict) or not isinstance(value.get("channel"), dict):
        return False
    return isinstance(value.get("messages"), list)


def read_discord(source: Source) -> Document:
    """The messages of a channel; a message without text says what is embedded in it."""
    value = json_object(source, "the JSON of DiscordChatExporter")
    written = objects(value.get("messages"), f"{source.name}: messages")
    spans = text_spans(source.text, "content", [each.get("content") for each in written])
    messages = [
        Message(
            text_of(each, "content") or _embedded(each.get("embeds")),
            text_of(each.get("author"), "nickname", "name") or None,
            each.get("timestamp"),
            span,
            name=name_of(each.get("id")),
            reply_to=name_of(_reference(each)),
            is_service=str(each.get("type", "")) not in _WRITTEN,
        )
        for each, span in zip(written, spans, strict=True)
    ]
    room = Room(text_of(value.get("channel"), "name"), tuple(messages))
    return chat_document(source, NAME, [room])


def _reference(message: dict[str, object]) -> object:
    reference = message.get("reference")
    return reference.get("messageId") if isinstance(reference, dict) else None


def _embedded(embeds: object) -> str:
    """Title and text of what a message shows beside nothing of its own."""
    shown = embeds if isinstance(embeds, list) else []
    texts = (text_of(each, key) for each in shown for key in ("title", "description"))
    return "\n".join(text for text in texts if text)
