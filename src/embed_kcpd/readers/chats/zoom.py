r"""Zoom: the chat of a meeting, as it is saved on a computer or beside a recording.

In:  a source with messages in one of the layouts below.
Out: a chat.

    12:01:05 From Anna to Everyone:        12:01:05  From  Anna  to  Everyone : Hello
        Hello
    00:13:11	Anna:	Hello                  2024-03-05 12:01:05 From Anna to Everyone:

Lines up to the next such line belong to a message.  One that begins with ``Replying to "..."``
answers the last message with these first words; a reaction is written by nobody.
"""

import re
from collections.abc import Iterator, Sequence

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import Message, Room, chat_document
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.clock import clock_seconds
from embed_kcpd.readers.transcripts.lines import Line, bare_lines, span_of, text_lines

NAME = "zoom-chat"

_WHEN = (
    r"[ \t]*(?:(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[ \t]+)?"
    r"(?P<clock>[0-9]{1,2}:[0-5][0-9]:[0-5][0-9])"
)
_NAME = r"(?P<author>[^\s:][^\t\n]{0,99}?)"
_LAYOUTS = (
    re.compile(
        rf"{_WHEN}[ \t]+(?:From|Von|De|Da)[ \t]+{_NAME}"
        r"(?:[ \t]+(?:to|To|an|An|à|À|a|A|para|Para)[ \t]+[^\t\n]{1,100}?)?[ \t]*:(?=\s|\Z)[ \t]*"
    ),
    re.compile(rf"{_WHEN}\t{_NAME}:\t"),
)
_REPLY = re.compile(r'Replying to ["“](?P<words>.*?)(?:\.\.\.|…)?["”]')
_REACTION = re.compile(
    r'Reacted to ["“].*["”] with \S+|Removed an? \S+ reaction from ["“].*["”]', re.S
)
_FARTHEST = 100
"""Messages back among which the one is sought that an answer names by its first words."""

_LEAST = 2
"""Messages that a file must begin with, unless it has but one."""


def is_zoom(source: Source) -> bool:
    """Whether the first line begins a message, and one more does if there are many lines."""
    lines = [line for line in text_lines(source.beginning) if not line.is_blank]
    layout = _layout(lines)
    heads = [layout.match(line.text) is not None for line in lines]
    return heads[:1] == [True] and sum(heads) >= min(_LEAST, len(lines))


def read_zoom(source: Source) -> Document:
    """The messages of a meeting."""
    lines = text_lines(source.text.replace("\ufeff", " "))
    layout = _layout(lines)
    if not any(layout.match(line.text) for line in lines):
        raise InputError(
            f"{source.name}: expected lines such as '12:01:05 From Anna to Everyone:', found none"
        )
    return chat_document(source, NAME, [Room("", tuple(_messages(lines, layout)))])


def _layout(lines: Sequence[Line]) -> "re.Pattern[str]":
    """The layout that most lines have."""
    return max(_LAYOUTS, key=lambda layout: sum(bool(layout.match(line.text)) for line in lines))


def _messages(lines: Sequence[Line], layout: "re.Pattern[str]") -> Iterator[Message]:
    begun = [(number, layout.match(line.text)) for number, line in enumerate(lines)]
    heads = [(number, head) for number, head in begun if head is not None]
    ends = [number for number, _ in heads[1:]] + [len(lines)]
    earlier: list[str] = []
    for (number, head), end in zip(heads, ends, strict=True):
        first = Line(lines[number].text[head.end() :], lines[number].start + head.end())
        written = bare_lines([first, *lines[number + 1 : end]])
        reply = _REPLY.fullmatch(written[0].text) if written else None
        own = bare_lines(written[1:]) if reply else written
        text = "\n".join(line.text for line in own)
        yield Message(
            text,
            head["author"].strip(),
            f"{head['day']} {head['clock']}" if head["day"] else None,
            span_of(own) if own else None,
            name=str(len(earlier)),
            reply_to=_answered(reply["words"], earlier) if reply else None,
            is_service=_REACTION.fullmatch(text) is not None,
            seconds=clock_seconds(head["clock"]),
        )
        earlier.append(text)


def _answered(words: str, earlier: Sequence[str]) -> str | None:
    """The name of the last message that begins with these words."""
    for back, text in enumerate(reversed(earlier[-_FARTHEST:]), 1):
        if words and text.startswith(words):
            return str(len(earlier) - back)
    return None
