r"""WhatsApp: the text export of a chat.

In:  a source.
Out: a chat.

A message begins with a date, a time and a name (``30/01/19, 20:49 - Ada: Hello`` or
``[30/01/19 20:49:05] Ada: Hello``); lines that do not belong to it.  A line without a name, a text
that stands in angle brackets, and one that begins with the invisible mark that WhatsApp puts before
its own texts are not written by anybody.
"""

import re
from collections.abc import Iterator
from itertools import chain

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import Message, Room, chat_document
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.text.places import SourceSpan

NAME = "whatsapp"

_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_SPACE = r"[^\S\r\n]"
_TIME = rf"\d{{1,2}}[:.]\d{{2}}(?:[:.]\d{{2}})?(?:{_SPACE}?[APap]\.?{_SPACE}?[Mm]\.?)?"
_WHEN = rf"({_DATE},?{_SPACE}{{1,2}}{_TIME})"
_START = re.compile(
    rf"^[\u200e\u200f\ufeff]?(?:\[{_WHEN}\]{_SPACE}?|{_WHEN}{_SPACE}-{_SPACE})", re.MULTILINE
)
_AUTHOR = re.compile(r"[\u200e\u200f~]?\s?([^:\n\"“„]{1,80}):(?:[^\S\n]|(?=\S)|$)")
_PLACEHOLDER = re.compile(
    r"<[^<>\n]{1,60}>|(?:This message was deleted|You deleted this message)\.?"
)
_OWN_MARK = "\u200e"


def is_whatsapp(source: Source) -> bool:
    """The first line begins a message, and so does another if there are several."""
    beginning = source.beginning.lstrip()
    first = _START.match(beginning)
    if first is None:
        return False
    others = _START.search(beginning, first.end())
    return others is not None or (
        "\n" not in beginning.strip() and _AUTHOR.match(beginning, first.end()) is not None
    )


def read_whatsapp(source: Source) -> Document:
    """The messages of a chat."""
    text = source.text
    messages = tuple(_messages(text))
    if not messages:
        raise InputError(
            f"{source.name}: expected lines such as '30/01/19, 20:49 - Ada: Hello'; none begins so"
        )
    before = text[: next(_START.finditer(text)).start()].strip("\ufeff \r\n")
    if before:
        raise InputError(f"{source.name}, line 1: expected a date, a time and a name")
    return chat_document(source, NAME, [Room("", messages)])


def _messages(text: str) -> Iterator[Message]:
    starts = list(_START.finditer(text))
    ends = (start.start() for start in starts[1:])
    for start, end in zip(starts, chain(ends, [len(text)]), strict=False):
        when = start[1] or start[2]
        author = _AUTHOR.match(text, start.end(), end)
        begin = author.end() if author else start.end()
        said = text[begin:end]
        content = said.strip()
        is_own = content.startswith(_OWN_MARK) or _PLACEHOLDER.fullmatch(content) is not None
        at = begin + len(said) - len(said.lstrip())
        yield Message(
            content,
            author[1].strip() if author else None,
            when,
            SourceSpan(at, at + len(content)),
            is_service=author is None or is_own,
        )
