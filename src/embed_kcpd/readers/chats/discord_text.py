"""Discord: a channel as DiscordChatExporter writes it in plain text.

In:  a source that begins with a frame of ``=`` around ``Guild:`` and ``Channel:``.
Out: a chat.

A message begins with ``[date] name``; lines up to the next such line belong to it.  What is added
below it (``{Attachments}``, ``{Reactions}``) is no text; what is embedded counts where nothing else
is written.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import Message, Room, chat_document
from embed_kcpd.readers.dates import DateOrder, read_date
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.lines import Line, span_of, text_lines

NAME = "discord-text"

_FRAME = re.compile(r"={20,}\s*")
_BEGINNING = re.compile(r"\s*={20,}\s*\n(?:Guild|Server): [^\n]*\nChannel: ")
_CHANNEL = re.compile(r"Channel: (?:.* / )?(?P<name>.*)")
_HEAD = re.compile(r"\[(?P<date>[^\]]{6,40})\] (?P<author>.+?)(?: \(pinned\))?\s*")
_ADDED = re.compile(r"\{(Attachments|Embeds?|Stickers?|Reactions|Invites?|Forwarded Message)\}\s*")


def is_discord_text(source: Source) -> bool:
    """Whether the file begins with the frame that names server and channel."""
    return _BEGINNING.match(source.beginning.replace("\r\n", "\n")) is not None


def read_discord_text(source: Source) -> Document:
    """The messages of a channel."""
    lines = text_lines(source.text)
    frames = [number for number, line in enumerate(lines) if _FRAME.fullmatch(line.text)]
    named = [found for line in lines[:20] if (found := _CHANNEL.fullmatch(line.text))]
    if len(frames) < 2 or not named:
        raise InputError(
            f"{source.name}: expected Guild: and Channel: between two lines of =, found none"
        )
    end = frames[-2] if _is_closed(lines, frames) else len(lines)
    below = lines[frames[1] + 1 : end]
    first = next((number for number, line in enumerate(below) if not line.is_blank), None)
    if first is not None and _head(below[first]) is None:
        raise InputError(
            f"{source.name} line {frames[1] + 2 + first}: expected a message that begins with "
            f"[date] name, got {below[first].text[:60]!r}"
        )
    messages = tuple(_messages(below))
    return chat_document(source, NAME, [Room(named[0]["name"].strip(), messages)])


def _is_closed(lines: list[Line], frames: list[int]) -> bool:
    """Whether the last frame says how many messages were exported."""
    return len(frames) > 3 and lines[frames[-2] + 1].text.startswith("Exported ")


def _messages(lines: list[Line]) -> Iterator[Message]:
    heads = [(number, head) for number, line in enumerate(lines) if (head := _head(line))]
    ends = [number for number, _ in heads[1:]] + [len(lines)]
    for (number, head), end in zip(heads, ends, strict=False):
        written = _written(lines[number + 1 : end])
        yield Message(
            "\n".join(line.text for line in written),
            head["author"].strip(),
            head["date"],
            span_of(written) if written else None,
        )


def _head(line: Line) -> re.Match[str] | None:
    """The date and name that a message begins with."""
    head = _HEAD.fullmatch(line.text)
    is_dated = head is not None and any(read_date(head["date"], order) for order in DateOrder)
    return head if is_dated else None


def _written(lines: list[Line]) -> list[Line]:
    """The lines of a message, else those of what is embedded in it."""
    added = [number for number, line in enumerate(lines) if _ADDED.fullmatch(line.text)]
    own = _trimmed(lines[: added[0]] if added else lines)
    if own:
        return own
    for number, end in pairwise([*added, len(lines)]):
        if lines[number].text.startswith("{Embed"):
            return _trimmed(lines[number + 1 : end])
    return []


def _trimmed(lines: list[Line]) -> list[Line]:
    """The lines without blank ones before and behind them."""
    shown = [number for number, line in enumerate(lines) if not line.is_blank]
    return lines[shown[0] : shown[-1] + 1] if shown else []
