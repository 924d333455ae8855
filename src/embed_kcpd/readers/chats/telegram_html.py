"""Telegram: a page of messages as Telegram Desktop exports a chat in HTML.

In:  a source, one of the files ``messages.html``, ``messages2.html`` and so on.
Out: a chat.

A message is a ``div``; in it stand one with the date, one with the name, and one with the text.
A message that is ``joined`` to the one before has no name of its own.  Between two days stands a
line with the date, which is no message.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import Message, Room, chat_document
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.html_tokens import Characters, EndTag, StartTag, tokens
from embed_kcpd.text.places import SourceSpan

NAME = "telegram-html"

_MESSAGE = re.compile(r'<div class="message (?:default|service)[^"]*" id="message-?[0-9]+"')
_OWN_NAME = re.compile(r"message(?P<day>-?)(?P<number>[0-9]+)")
_ANSWERED = re.compile(r"#go_to_message([0-9]+)")
_BLANKS = re.compile(r"[^\S\n]+")


@dataclass(slots=True)
class _Found:
    """A message while it is read; ``parts`` are the pieces of its text with their places."""

    classes: list[str]
    name: str
    date: str | None = None
    author: str = ""
    reply_to: str | None = None
    parts: list[Characters] = field(default_factory=list)


def is_telegram_html(source: Source) -> bool:
    """Whether it is a page, and a message as Telegram writes it stands near its beginning."""
    is_page = source.beginning.lstrip().startswith("<")
    return is_page and _MESSAGE.search(source.beginning) is not None


def read_telegram_html(source: Source) -> Document:
    """The messages of a page."""
    title, found = _read(source.text)
    if not found:
        raise InputError(
            f'{source.name}: expected messages of Telegram such as <div class="message default">, '
            "found none"
        )
    room = Room(title, tuple(_messages(found, source.text)))
    return chat_document(source, NAME, [room])


def _messages(found: list[_Found], text: str) -> Iterator[Message]:
    author: str | None = None
    for each in found:
        if "service" not in each.classes:
            own = " ".join(each.author.split()) or None
            author = own or (author if "joined" in each.classes else None)
        yield Message(
            _text(each.parts),
            author,
            each.date,
            _span(each.parts, text),
            name=each.name,
            reply_to=each.reply_to,
            is_service="service" in each.classes,
        )


def _text(parts: list[Characters]) -> str:
    """The text of a message, a line for each of its lines."""
    lines = _BLANKS.sub(" ", "".join(part.content for part in parts)).split("\n")
    return "\n".join(line.strip() for line in lines).strip()


def _span(parts: list[Characters], text: str) -> SourceSpan | None:
    if not parts:
        return None
    written = text[parts[0].start : parts[-1].end]
    start = parts[0].start + len(written) - len(written.lstrip())
    return SourceSpan(start, start + len(written.strip()))


class _Divisions:
    """The divisions around a place by what they hold; a broken page may open any number."""

    def __init__(self) -> None:
        self._opened: list[str] = []
        self._counts: Counter[str] = Counter()

    @property
    def innermost(self) -> str:
        return self._opened[-1] if self._opened else ""

    def __contains__(self, kind: str) -> bool:
        return self._counts[kind] > 0

    def enter(self, kind: str) -> None:
        self._opened.append(kind)
        self._counts[kind] += 1

    def leave(self) -> None:
        if self._opened:
            self._counts[self._opened.pop()] -= 1


def _read(text: str) -> tuple[str, list[_Found]]:
    """The name of the chat, and its messages."""
    title: list[str] = []
    found: list[_Found] = []
    inside = _Divisions()
    for token in tokens(text):
        if isinstance(token, EndTag):
            if token.name == ("span" if inside.innermost == "details" else "div"):
                inside.leave()
        elif isinstance(token, StartTag):
            _enter(token, inside, found)
        elif inside.innermost == "title":
            title.append(token.content)
        elif found and inside.innermost == "name":
            found[-1].author += token.content
        elif found and inside.innermost == "text":
            found[-1].parts.append(_flat(token))
    return " ".join("".join(title).split()), found


def _flat(token: Characters) -> Characters:
    """Characters of one line: where the file breaks it, a browser shows a blank."""
    return Characters(token.content.replace("\n", " "), token.start, token.end)


def _enter(tag: StartTag, inside: _Divisions, found: list[_Found]) -> None:
    """Note what a tag begins: ``inside`` are the divisions around it, by what they hold."""
    if tag.name == "br" and inside.innermost == "text" and found:
        found[-1].parts.append(Characters("\n", tag.start, tag.end))
    elif tag.name == "a" and inside.innermost == "reply" and found:
        answered = _ANSWERED.search(tag.attributes.get("href", ""))
        found[-1].reply_to = answered[1] if answered else None
    elif tag.name == "span" and inside.innermost == "name":
        # "via @bot" and the date of what is forwarded stand beside the name.
        inside.enter("details")
    elif tag.name == "div":
        inside.enter(_division(tag, inside, found))


def _division(tag: StartTag, inside: _Divisions, found: list[_Found]) -> str:
    classes = tag.attributes.get("class", "").split()
    own = _OWN_NAME.fullmatch(tag.attributes.get("id", ""))
    if "message" in classes and own is not None:
        if own["day"]:
            return "day"
        found.append(_Found(classes, own["number"]))
        return "message"
    if "message" not in inside:
        is_title = "header" in inside and "text" in classes
        return "title" if is_title else "header" if "page_header" in classes else ""
    if "date" in classes:
        found[-1].date = found[-1].date or tag.attributes.get("title")
    if "from_name" in classes:
        return "forwarded name" if "forwarded" in inside else "name"
    kinds = {"text": "text", "forwarded": "forwarded", "reply_to": "reply"}
    return next((kinds[each] for each in classes if each in kinds), "")
