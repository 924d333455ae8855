r"""WhatsApp: the text export of a chat, alone or in the zip file that a telephone makes of it.

In:  a source.
Out: a chat.

A message begins with a date, a time and a name (``30/01/19, 20:49 - Ada: Hello`` or
``[30/01/19 20:49:05] Ada: Hello``); lines that do not belong to it.  A line without a name, a text
that stands in angle brackets, and one that begins with the invisible mark that WhatsApp puts before
its own texts are not written by anybody, nor is the mark of a message that was edited or the name
of a file that was sent.
"""

import re
from collections.abc import Iterator
from itertools import chain

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import Message, Room, chat_document
from embed_kcpd.readers.chats.whatsapp_lines import (
    ATTACHED,
    AUTHOR,
    EDITED,
    PLACEHOLDER,
    START,
    written_date,
)
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.archive import SIGNATURE, archive_names, opened_archive
from embed_kcpd.text.places import SourceSpan

NAME = "whatsapp"

_MEMBER = re.compile(r"(?:[^/]*/)?(?:_chat|[^/]*WhatsApp[^/]*)\.txt", re.IGNORECASE)
"""How the chat is called in a zip file: ``_chat.txt``, or "WhatsApp Chat with Ada.txt"."""

_OWN_MARK = "\u200e"


def is_whatsapp(source: Source) -> bool:
    """The first line begins a message, and so does another if there are several.

    Where dates stand in brackets a name must follow one of them; elsewhere a chat may begin with
    pages of who was added.
    """
    if source.data.startswith(SIGNATURE):
        return _member(source) is not None
    beginning = source.beginning.lstrip()
    starts = list(START.finditer(beginning))
    if not starts or starts[0].start():
        return False
    has_name = any(AUTHOR.match(beginning, start.end()) for start in starts)
    if len(starts) > 1:
        return has_name or not starts[0]["bracket"]
    return has_name and "\n" not in beginning.strip()


def read_whatsapp(source: Source) -> Document:
    """The messages of a chat."""
    part = _member(source) or ""
    chat = _unpacked(source, part) if part else source
    messages = tuple(_messages(chat.text, part))
    if not messages:
        raise InputError(
            f"{chat.name}: expected lines such as '30/01/19, 20:49 - Ada: Hello'; none begins so"
        )
    before = chat.text[: next(START.finditer(chat.text)).start()].strip("\ufeff \r\n")
    if before:
        raise InputError(f"{chat.name}, line 1: expected a date, a time and a name")
    return chat_document(source, NAME, [Room("", messages)])


def _member(source: Source) -> str | None:
    """The name of the chat in a zip file, if there is one."""
    return next((name for name in sorted(archive_names(source)) if _MEMBER.fullmatch(name)), None)


def _unpacked(source: Source, member: str) -> Source:
    return Source(f"{source.name}: {member}", opened_archive(source).read(member))


def _messages(text: str, part: str) -> Iterator[Message]:
    starts = list(START.finditer(text))
    ends = (start.start() for start in starts[1:])
    for start, end in zip(starts, chain(ends, [len(text)]), strict=False):
        author = AUTHOR.match(text, start.end(), end)
        begin = author.end() if author else start.end()
        file_name = ATTACHED.match(text, begin, end) if author else None
        begin = file_name.end() if file_name else begin
        said = text[begin:end]
        content = EDITED.sub("", said.strip())
        is_own = content.startswith(_OWN_MARK) or PLACEHOLDER.fullmatch(content) is not None
        at = begin + len(said) - len(said.lstrip())
        yield Message(
            content,
            author[1].strip() if author else None,
            written_date(start),
            SourceSpan(at, at + len(content), part),
            is_service=author is None or is_own,
        )
