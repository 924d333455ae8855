r"""Signal: a chat as plain text or Markdown, which programs make of the data of Signal.

In:  a source with messages in one of the layouts below.
Out: a chat.

    Conversation: Ada              2024-01-30 20:49 Ada: Hello              sigtop (text-short)
                                   [2024-01-30 20:49:05] Ada: Hello         signal-export
    From: Ada (+4912345678)        [Jan 30, 2024 20:49:05] <Ada> Hello      signalbackup-tools
    Type: incoming
    Sent: Tue, 30 Jan 2024 20:49:05 +0100
    Received: Tue, 30 Jan 2024 20:49:06 +0100

    Hello                                                                   sigtop (text)

Below the fields of the last layout a quote may stand, with ``>`` before each line; of an edited
message all versions, the last one first, with ``|`` before each line.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import dropwhile, pairwise

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import Message, Room, chat_document
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.lines import Line, bare_lines, span_of, text_lines

NAME = "signal"

_CONVERSATION = re.compile(r"Conversation: (?P<name>.*)")
_FIELD = re.compile(r"(?P<key>From|Type|Sent|Received|Attachment|Reaction|Edited): (?P<value>.*)")
_NUMBER = re.compile(r" \((?:\+[0-9 ]+|group)\)\Z")
"""What sigtop writes behind a name: its number, or that it is the name of a group."""

_MINUTE = r"[0-9]{4}-[0-9]{2}-[0-9]{2},? [0-9]{2}:[0-9]{2}"
_AUTHOR = r"(?P<author>[^\s:-][^:\n]{0,79})"
_DETAIL = rf"(?:reply to [^\n]{{1,80}}? on {_MINUTE}|edited|[0-9]+ attachments?)"
_SHORT = re.compile(
    rf"(?P<date>{_MINUTE}) {_AUTHOR}:"
    rf"(?: \[(?:{_DETAIL}(?:, {_DETAIL})*|(?P<service>[\w-]+ message))\])?(?:[ ]|\Z)"
)
_MARKDOWN = re.compile(rf"\[(?P<date>{_MINUTE}(?::[0-9]{{2}})?)\] {_AUTHOR}:[ ]?")
_BACKUP = re.compile(
    r"\[(?P<date>[^\W\d]{3,5}\.? [0-9]{2}, [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2})\] "
    r"(?:<(?P<author>[^<>\n]{1,80})>[ ]|(?P<service>\*\*\*)(?:[ ]|\Z))"
)
_MARKDOWN_BREAK = "  "
"""Two spaces at the end of a line: signal-export ends every message so, and WhatsApp none."""

_BELOW_MARKDOWN = re.compile(
    r"(?:\(- [^()\n]* -\)|\(\( [^()\n]* \)\)|!?\[[^\]\n]*\]\([^()\n]*\)\s*)+"
    r"|\(This message was deleted\)"
)
"""Reactions, stickers, attachments and what stands for a deleted message."""

_LEAST = 2
"""Messages that a file must begin with where only their lines tell it."""


def is_signal_text(source: Source) -> bool:
    """Whether a conversation with fields begins, or lines of one layout with their authors."""
    lines = [line for line in text_lines(source.beginning) if not line.is_blank]
    if not lines:
        return False
    if _CONVERSATION.fullmatch(lines[0].text):
        return any(_begins_fields(lines, number) for number in range(1, min(len(lines), 3)))
    layout = next(
        (each for each in (_SHORT, _MARKDOWN, _BACKUP) if each.match(lines[0].text)), None
    )
    if layout is None:
        return False
    heads = [head for line in lines if (head := layout.match(line.text)) is not None]
    if layout is _BACKUP:
        return True
    if layout is _MARKDOWN:
        return lines[0].text.endswith(_MARKDOWN_BREAK) or _ends_with_break(lines, layout)
    authors = Counter(head["author"] for head in heads)
    return len(heads) >= _LEAST and max(authors.values()) >= _LEAST


def read_signal_text(source: Source) -> Document:
    """The messages of a chat."""
    text = source.text.removeprefix("\ufeff")
    shift = len(source.text) - len(text)
    lines = [Line(line.text, line.start + shift) for line in text_lines(text)]
    shown = [line for line in lines if not line.is_blank]
    named = _CONVERSATION.fullmatch(shown[0].text.strip()) if shown else None
    if named is not None:
        messages = tuple(_with_fields(lines))
        name = _NUMBER.sub("", named["name"].strip())
    else:
        messages, name = tuple(_in_lines(lines)), ""
    if not messages:
        raise InputError(
            f"{source.name}: expected lines such as '2024-01-30 20:49 Ada: Hello' or "
            "'Conversation: Ada', found none"
        )
    return chat_document(source, NAME, [Room(name, messages)])


def _ends_with_break(lines: Sequence[Line], layout: "re.Pattern[str]") -> bool:
    """Whether a line before that of another message ends as in Markdown."""
    return any(
        before.text.endswith(_MARKDOWN_BREAK) and layout.match(line.text)
        for before, line in pairwise(lines)
    )


def _in_lines(lines: Sequence[Line]) -> Iterator[Message]:
    """Messages whose first line has date and name."""
    layouts = (_SHORT, _MARKDOWN, _BACKUP)
    layout = max(layouts, key=lambda each: sum(bool(each.match(line.text)) for line in lines))
    heads = [(n, head) for n, line in enumerate(lines) if (head := layout.match(line.text))]
    ends = [number for number, _ in heads[1:]] + [len(lines)]
    for (number, head), end in zip(heads, ends, strict=False):
        first = Line(lines[number].text[head.end() :], lines[number].start + head.end())
        written = [first, *lines[number + 1 : end]]
        own = _own_markdown(written) if layout is _MARKDOWN else bare_lines(written)
        named = head.groupdict()
        yield Message(
            "\n".join(line.text for line in own),
            (named["author"] or "").strip() or None,
            head["date"],
            span_of(own) if own else None,
            is_service=bool(named.get("service")),
        )


def _own_markdown(lines: Sequence[Line]) -> list[Line]:
    """What somebody wrote, without the quote above it and what stands below it."""
    own = bare_lines(lines)
    is_quoting = not lines[0].text.strip() and bool(own) and own[0].text.startswith(">")
    own = bare_lines(_below_quote(own)) if is_quoting else own
    end = len(own)
    while end and (own[end - 1].is_blank or _BELOW_MARKDOWN.fullmatch(own[end - 1].text)):
        end -= 1
    return own[:end]


def _below_quote(lines: Sequence[Line]) -> list[Line]:
    return list(dropwhile(lambda line: line.text.startswith(">"), lines))


def _with_fields(lines: Sequence[Line]) -> Iterator[Message]:
    """Messages with a field on each of their first lines."""
    starts = [number for number in range(len(lines)) if _begins_fields(lines, number)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        fields: dict[str, str] = {}
        number = start
        while number < end and (field := _FIELD.fullmatch(lines[number].text.strip())):
            fields.setdefault(field["key"], field["value"])
            number += 1
        own, answered = _own(lines[number:end])
        yield Message(
            "\n".join(line.text for line in own),
            _NUMBER.sub("", fields.get("From", "")) or None,
            fields.get("Sent", fields.get("Received")),
            span_of(own) if own else None,
            name=fields.get("Sent"),
            reply_to=answered,
            is_service=fields["Type"] not in ("incoming", "outgoing"),
        )


def _begins_fields(lines: Sequence[Line], number: int) -> bool:
    """Whether a message begins: who wrote it, which way it went, and when."""
    keys = []
    for line in lines[number : number + 3]:
        field = _FIELD.fullmatch(line.text.strip())
        keys.append(field["key"] if field else "")
    before = lines[number - 1].text if number else ""
    is_first = not before.strip() or _CONVERSATION.match(before) is not None
    return is_first and (
        (keys[:2] == ["From", "Type"] and keys[2:] in (["Sent"], ["Received"]))
        or (keys[:1] == ["Type"] and keys[1:2] in (["Sent"], ["Received"]))
    )


def _own(lines: Sequence[Line]) -> tuple[list[Line], str | None]:
    """What somebody wrote, and the date of the message that it answers."""
    own = bare_lines(lines)
    if own and own[0].text.startswith("| Version:"):
        own = _last_version(own)
    answered = None
    if own and own[0].text.startswith("> From:"):
        quote = [line for line in own if line.text.startswith(">")]
        sent = (line.text.removeprefix("> Sent: ") for line in quote if "> Sent: " in line.text)
        answered = next(sent, None)
        own = bare_lines(_below_quote(own))
    return own, answered


def _last_version(lines: Sequence[Line]) -> list[Line]:
    """The first of the versions of an edited message, without the marks before its lines."""
    versions = [n for n, line in enumerate(lines) if line.text.startswith("| Version:")]
    end = versions[1] if len(versions) > 1 else len(lines)
    bare = [Line(line.text[2:], line.start + min(2, len(line.text))) for line in lines[:end]]
    first = next((n for n, line in enumerate(bare) if line.is_blank), len(bare))
    return bare_lines(bare[first:])
