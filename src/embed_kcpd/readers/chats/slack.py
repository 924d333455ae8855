"""Slack: the export of a workspace (a zip file, or the folder it unpacks to), or one file of it.

In:  a source.
Out: a chat; the channels come one after the other.

Names stand for the identities of people and channels, links for their labels.  An answer in a
thread replies to the message that began it.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import (
    Message,
    Room,
    chat_document,
    name_of,
    text_of,
    text_spans,
)
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.folder import DAY
from embed_kcpd.readers.json_values import json_value, objects
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.archive import Archive, archive_names, opened_archive

NAME = "slack"

_WRITTEN = frozenset(
    ["", "bot_message", "file_share", "file_comment", "me_message", "thread_broadcast"]
)
"""Kinds of messages that somebody wrote; every other one is a notice of Slack."""

_MARK = re.compile(r"<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>")


def is_slack(source: Source) -> bool:
    """An archive with files of days in folders, or a list of messages with a ``ts``."""
    if any(DAY.fullmatch(name) for name in archive_names(source)):
        return True
    value = json_value(source)
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and "ts" in first and "type" in first


def read_slack(source: Source) -> Document:
    """The messages of all channels."""
    if not source.data.startswith(b"PK"):
        messages = _messages(source, {})
        return chat_document(source, NAME, [Room("", tuple(messages))])
    archive = opened_archive(source)
    people = dict(_people(archive))
    days = sorted(name for name in archive.names if DAY.fullmatch(name))
    rooms = [
        Room(channel, tuple(_channel(archive, list(names), people)))
        for channel, names in groupby(days, _channel_of)
    ]
    if not rooms:
        raise InputError(f"{source.name}: expected files such as general/2020-01-31.json")
    return chat_document(source, NAME, rooms)


def _channel_of(name: str) -> str:
    day = DAY.fullmatch(name)
    return day[1] if day else ""


def _channel(
    archive: Archive, names: Iterable[str], people: Mapping[str, str]
) -> Iterator[Message]:
    for name in names:
        yield from _messages(_member(archive, name), people, name)


def _member(archive: Archive, name: str) -> Source:
    return Source(f"{archive.name}: {name}", archive.read(name))


def _people(archive: Archive) -> Iterator[tuple[str, str]]:
    """The name of each person by identity."""
    for name in archive.names:
        if name.rpartition("/")[2] in ("users.json", "org_users.json"):
            member = _member(archive, name)
            for user in objects(member.json, member.name):
                profile = user.get("profile")
                shown = text_of(profile, "display_name", "real_name")
                yield text_of(user, "id"), shown or text_of(user, "real_name", "name")


def _messages(source: Source, people: Mapping[str, str], part: str = "") -> Iterator[Message]:
    messages = objects(source.json, source.name)
    spans = text_spans(source.text, "text", [each.get("text") for each in messages], part)
    for each, span in zip(messages, spans, strict=True):
        thread = name_of(each.get("thread_ts"))
        name = name_of(each.get("ts"))
        yield Message(
            _readable(text_of(each, "text") or _attached(each.get("attachments")), people),
            _author(each, people),
            each.get("ts"),
            span,
            name=name,
            reply_to=thread if thread != name else None,
            is_service=str(each.get("subtype") or "") not in _WRITTEN,
        )


def _author(message: Mapping[str, object], people: Mapping[str, str]) -> str | None:
    user = text_of(message, "user")
    profile = text_of(message.get("user_profile"), "display_name", "real_name", "name")
    bot = text_of(message, "username") or text_of(message.get("bot_profile"), "name")
    return people.get(user) or profile or bot or user or text_of(message, "bot_id") or None


def _attached(attachments: object) -> str:
    """What a message of a program shows, which often has no text of its own."""
    shown = attachments if isinstance(attachments, list) else []
    texts = (
        "\n".join(text for key in ("pretext", "title", "text") if (text := text_of(each, key)))
        or text_of(each, "fallback")
        for each in shown
    )
    return "\n".join(text for text in texts if text)


def _readable(text: str, people: Mapping[str, str]) -> str:
    """The text with names and labels in place of marks such as ``<@U012>``."""

    def shown(mark: re.Match[str]) -> str:
        kind, target, label = mark[1], mark[2], mark[3]
        if kind == "@":
            return f"@{people.get(target) or label or target}"
        if kind == "!":
            return label or f"@{target.partition('^')[0]}"
        return f"#{label or target}" if kind == "#" else label or target

    return html.unescape(_MARK.sub(shown, text))
