"""Messages to a document: in order of time, room by room, with the silence before each.

In:  the messages that a format found, and how many of them nobody wrote.
Out: a ``Document`` whose pieces are messages.

Messages without text (pictures, stickers) and service messages (somebody joined, a call) are
left out and counted in the notes.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from embed_kcpd.readers.dates import read_dates
from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.readers.json_values import string_spans
from embed_kcpd.readers.source import Source
from embed_kcpd.text.places import Place, SourceSpan

HALF_A_DAY = 43_200.0
"""Seconds by which a clock falls at midnight, and nowhere else."""


@dataclass(frozen=True, slots=True)
class Message:
    """What somebody wrote; ``when`` is the date as the file writes it.

    ``name`` identifies the message in its file, ``reply_to`` the one it answers.  ``seconds`` is
    the clock beside it, which counts where no message of the chat has a date.
    """

    text: str
    author: str | None
    when: object
    span: SourceSpan | None = None
    name: str | None = None
    reply_to: str | None = None
    is_service: bool = False
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """A channel, a group or a talk of two."""

    name: str
    messages: tuple[Message, ...]


def chat_document(source: Source, form: str, rooms: Sequence[Room]) -> Document:
    """The document of a chat; several rooms come one after the other, as in the file."""
    everything = [message for room in rooms for message in room.messages]
    read = read_dates([message.when for message in everything], source.options.date_order)
    dates = iter(read.dates)
    pieces: list[Piece] = []
    for room in rooms:
        dated = [(message, next(dates)) for message in room.messages]
        written = [(m, date) for m, date in dated if not m.is_service and m.text.strip()]
        path = (room.name,) if len(rooms) > 1 and room.name else ()
        pieces += _pieces(_in_order(written), path, is_first=not pieces)
    return Document(
        source.name,
        form,
        DocumentKind.chat,
        tuple(pieces),
        title=rooms[0].name or None if len(rooms) == 1 else None,
        notes=(*read.notes, *_left_out(everything)),
    )


def _left_out(messages: Sequence[Message]) -> Iterator[str]:
    service = sum(message.is_service for message in messages)
    silent = sum(not message.is_service and not message.text.strip() for message in messages)
    if service:
        yield f"{service:,} service {'message is' if service == 1 else 'messages are'} left out"
    if silent:
        yield f"{silent:,} {'message' if silent == 1 else 'messages'} without text left out"


Dated = tuple[Message, datetime | None]


def _in_order(dated: Sequence[Dated]) -> list[Dated]:
    """From the first to the last; a message without a date stays behind the one before it."""
    known = [date for _, date in dated if date is not None]
    is_backwards = len(known) > 1 and known[0] > known[-1]
    ordered = list(reversed(dated)) if is_backwards else list(dated)
    latest: datetime | None = None
    keyed = []
    for number, (message, date) in enumerate(ordered):
        latest = date or latest
        keyed.append((latest is not None, latest or 0, number, (message, date)))
    return [each for *_, each in sorted(keyed, key=lambda key: key[:3])]


def _pieces(dated: Sequence[Dated], path: tuple[str, ...], *, is_first: bool) -> Iterator[Piece]:
    has_dates = any(date is not None for _, date in dated)
    moments = _since_first(dated) if has_dates else _on_clock(dated)
    before: timedelta | None = None
    for number, ((message, date), moment) in enumerate(zip(dated, moments, strict=True)):
        silence = None
        if moment is not None and before is not None:
            silence = (moment - before).total_seconds()
        if number == 0 and not is_first:
            silence = math.inf
        before = before if moment is None else moment
        second = None if has_dates or moment is None else moment.total_seconds()
        place = Place(
            span=message.span,
            start_seconds=second,
            end_seconds=second,
            date=date,
            speaker=message.author,
            headings=path,
            silence=silence,
            name=message.name,
            reply_to=message.reply_to,
        )
        yield Piece(message.text, place)


def _since_first(dated: Sequence[Dated]) -> list[timedelta | None]:
    """How long after the first message with a date each was written."""
    first = next(date for _, date in dated if date is not None)
    return [None if date is None else date - first for _, date in dated]


def _on_clock(dated: Sequence[Dated]) -> list[timedelta | None]:
    """When each message was written by the clock; one that falls by half a day passed midnight."""
    moments: list[timedelta | None] = []
    midnights, before = 0, 0.0
    for message, _ in dated:
        second = message.seconds
        if second is not None:
            midnights += second < before - HALF_A_DAY
            before = second
        moments.append(None if second is None else timedelta(days=midnights, seconds=second))
    return moments


def first_message(value: object) -> dict[str, object]:
    """The first of the ``messages`` of a JSON object; an empty one where there is none.

    >>> first_message({"messages": [{"text": "Hello"}]}), first_message([1])
    ({'text': 'Hello'}, {})
    """
    messages = value.get("messages") if isinstance(value, dict) else None
    first = messages[0] if isinstance(messages, list) and messages else None
    return first if isinstance(first, dict) else {}


def text_of(values: object, *keys: str) -> str:
    """The string under the first of these keys that has one, else an empty one."""
    if isinstance(values, dict):
        for key in keys:
            value = values.get(key)
            if isinstance(value, str) and value.strip():
                return value
    return ""


def text_spans(
    text: str, key: str, values: Sequence[object], part: str = ""
) -> list[SourceSpan | None]:
    """Where the strings under a key stand in JSON; nothing for a value that is no string."""
    strings = [value for value in values if isinstance(value, str)]
    spans = iter(string_spans(text, key, strings))
    found = [next(spans) if isinstance(value, str) else None for value in values]
    return [replace(span, part=part) if span is not None else None for span in found]


def name_of(value: object) -> str | None:
    """The number or string that identifies a message."""
    is_name = isinstance(value, str | int) and not isinstance(value, bool) and value != ""
    return str(value) if is_name else None
