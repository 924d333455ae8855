"""Matrix: a room as Element exports it in JSON.

In:  a source.
Out: a chat.

Names come from the events by which people joined.  An edited message is read as it was written
first.  What an answer repeats of the message before it, in lines with ``>``, is left out.
"""

import re
from collections.abc import Mapping, Sequence

from embed_kcpd.readers.chats.messages import (
    Message,
    Room,
    chat_document,
    first_message,
    name_of,
    text_of,
)
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.json_values import json_object, json_value, objects
from embed_kcpd.readers.source import Source

NAME = "matrix"

_WRITTEN = frozenset(["m.text", "m.notice", "m.emote"])
"""Kinds of messages that are words; of a picture the body is the name of a file."""

_REPEATED = re.compile(r"(?:>[^\n]*\n)+\n")


def is_matrix(source: Source) -> bool:
    """JSON with messages that are events of Matrix."""
    first = first_message(json_value(source))
    return "origin_server_ts" in first and "sender" in first


def read_matrix(source: Source) -> Document:
    """The messages of a room."""
    value = json_object(source, "the JSON of a Matrix room")
    events = objects(value.get("messages"), f"{source.name}: messages")
    names = _names(events)
    room = Room(text_of(value, "room_name"), tuple(_message(each, names) for each in events))
    return chat_document(source, NAME, [room])


def _names(events: Sequence[Mapping[str, object]]) -> dict[str, str]:
    """The name that each person joined with."""
    return {
        text_of(each, "state_key", "sender"): name
        for each in events
        if each.get("type") == "m.room.member"
        and (name := text_of(each.get("content"), "displayname"))
    }


def _message(event: Mapping[str, object], names: Mapping[str, str]) -> Message:
    content = event.get("content")
    relation = content.get("m.relates_to") if isinstance(content, dict) else None
    related = relation if isinstance(relation, dict) else {}
    reply_to = text_of(related.get("m.in_reply_to"), "event_id") or None
    sender = text_of(event, "sender")
    is_message = event.get("type") == "m.room.message" and related.get("rel_type") != "m.replace"
    return Message(
        _words(content, is_reply=reply_to is not None),
        names.get(sender) or sender or None,
        event.get("origin_server_ts"),
        name=name_of(event.get("event_id")),
        reply_to=reply_to,
        is_service=not is_message,
    )


def _words(content: object, *, is_reply: bool) -> str:
    """What somebody wrote, without what an answer repeats."""
    body = text_of(content, "body") if text_of(content, "msgtype") in _WRITTEN else ""
    return _REPEATED.sub("", body, count=1) if is_reply and body.startswith("> ") else body
