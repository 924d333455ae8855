"""Signal: the chats that the app itself exports, a file ``main.jsonl``.

In:  a source with one JSON object a line, each under its kind: ``recipient``, ``chat``,
     ``chatItem`` and others.
Out: a chat, one room for each chat.

Names of people and groups stand with the recipients, those of the owner with the account.  Calls,
changes of members and deleted messages are chat items too; only a ``standardMessage`` has a text.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import Message, Room, chat_document, name_of, text_of
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.json_values import string_spans
from embed_kcpd.readers.source import BEGINNING, Source
from embed_kcpd.readers.transcripts.lines import Line, text_lines
from embed_kcpd.text.places import SourceSpan

NAME = "signal-json"

_KINDS = frozenset({"account", "recipient", "chat", "chatItem", "stickerPack", "adHocCall"})


def is_signal_json(source: Source) -> bool:
    """Whether the first object has a version and the time of a backup, or each is of one kind."""
    lines = [line.text for line in text_lines(source.beginning) if not line.is_blank]
    whole = lines[:-1] if len(source.data) > BEGINNING else lines
    first = _value(whole[0]) if whole else None
    if isinstance(first, dict) and {"version", "backupTimeMs"} <= first.keys():
        return True
    kinds = [value.keys() if isinstance(value := _value(line), dict) else () for line in whole]
    return (
        len(kinds) > 1
        and all(len(keys) == 1 and keys <= _KINDS for keys in kinds if keys)
        and (all(kinds) and any("chatItem" in keys or "recipient" in keys for keys in kinds))
    )


def read_signal_json(source: Source) -> Document:
    """The messages of every chat."""
    records = list(_records(source))
    names = _names(record for record, _ in records)
    items: dict[str, list[Message]] = {}
    titles: dict[str, str] = {}
    for record, line in records:
        chat, item = record.get("chat"), record.get("chatItem")
        if isinstance(chat, dict):
            titles[str(chat.get("id"))] = names.get(str(chat.get("recipientId")), "")
        if isinstance(item, dict):
            items.setdefault(str(item.get("chatId")), []).append(_message(item, names, line))
    named = Counter(titles.get(chat) for chat in items)
    rooms = [
        Room(_room_name(chat, titles.get(chat), named), tuple(messages))
        for chat, messages in items.items()
    ]
    if not rooms:
        raise InputError(f"{source.name}: expected lines with a chatItem, found none")
    return chat_document(source, NAME, rooms)


def _room_name(chat: str, title: str | None, named: Counter[str | None]) -> str:
    """The title of a chat, with its number where it has none or shares it with another."""
    return title if title and named[title] == 1 else f"{title or 'chat'} {chat}"


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _records(source: Source) -> Iterator[tuple[dict[str, Any], Line]]:
    for number, line in enumerate(text_lines(source.text.replace("\ufeff", " ")), 1):
        if line.is_blank:
            continue
        value = _value(line.text)
        if not isinstance(value, dict):
            raise InputError(
                f"{source.name}, line {number}: expected a JSON object, got {line.text[:40]!r}"
            )
        yield value, line


def _names(records: Iterator[dict[str, Any]]) -> dict[str, str]:
    """The name of each recipient by its number."""
    names: dict[str, str] = {}
    own = "You"
    for record in records:
        account, recipient = record.get("account"), record.get("recipient")
        if isinstance(account, dict):
            own = _full_name(account, "") or own
        if isinstance(recipient, dict):
            is_self = "self" in recipient
            names[str(recipient.get("id"))] = own if is_self else _recipient_name(recipient)
    return names


def _recipient_name(recipient: dict[str, Any]) -> str:
    """What the owner calls somebody, else what they call themselves; the title of a group."""
    contact, group = recipient.get("contact"), recipient.get("group")
    if isinstance(contact, dict):
        nickname = contact.get("nickname")
        names = [_full_name(nickname, "")] if isinstance(nickname, dict) else []
        names += [_full_name(contact, "system"), _full_name(contact, "profile")]
        return next(filter(None, names), "") or text_of(contact, "username", "e164")
    snapshot = group.get("snapshot") if isinstance(group, dict) else None
    title = snapshot.get("title") if isinstance(snapshot, dict) else None
    return title if isinstance(title, str) else text_of(title, "title")


def _full_name(values: dict[str, Any], kind: str) -> str:
    """Given and family name under keys such as ``givenName`` and ``systemGivenName``."""
    keys = (f"{kind}GivenName", f"{kind}FamilyName") if kind else ("givenName", "familyName")
    short = () if kind else ("given", "family")
    parts = [text_of(values, key, *short[n : n + 1]).strip() for n, key in enumerate(keys)]
    return " ".join(part for part in parts if part)


def _message(item: dict[str, Any], names: dict[str, str], line: Line) -> Message:
    standard = item.get("standardMessage")
    text, quote = "", None
    if isinstance(standard, dict):
        text, quote = text_of(standard.get("text"), "body"), standard.get("quote")
    answered = quote.get("targetSentTimestamp") if isinstance(quote, dict) else None
    return Message(
        text,
        names.get(str(item.get("authorId"))) or None,
        item.get("dateSent"),
        _span(text, line),
        name=name_of(item.get("dateSent")),
        reply_to=name_of(answered),
        is_service=not isinstance(standard, dict),
    )


def _span(text: str, line: Line) -> SourceSpan | None:
    """Where the text stands in the file; a quote may have one under the same key."""
    found = string_spans(line.text, "body", [text])[0] if text else None
    return found and SourceSpan(line.start + found.start, line.start + found.end)
