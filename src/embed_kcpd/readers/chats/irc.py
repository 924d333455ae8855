"""IRC: the log of a channel as irssi, HexChat, mIRC, ZNC, WeeChat and others keep it.

In:  a source with lines such as ``10:01 <ada> Hello`` or ``[2024-01-05 10:01:02] <ada> Hello``,
     or of a clock, a name and words between tabs.
Out: a chat.

A line ``* ada waves`` is what she does, and a message of hers; other lines are notices.  Where
lines have only a clock, the day is that of the last ``--- Log opened Mon Jan 01 2024`` or its like;
lines with month and day have the year from there.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import Message, Room, chat_document
from embed_kcpd.readers.dates import read_date
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import BEGINNING, Source
from embed_kcpd.readers.transcripts.clock import clock_seconds
from embed_kcpd.readers.transcripts.lines import Line, text_lines
from embed_kcpd.text.places import SourceSpan

NAME = "irc"

_CLOCK = r"(?P<clock>[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9])?)"
_STAMP = (
    r"\[?(?:(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})[T ]|(?P<month>[A-Z][a-z]{2} [0-9]{2}) )?"
    rf"{_CLOCK}(?P<zone>Z|[+-][0-9]{{2}}:?[0-9]{{2}})?\]?"
)
_NICK = r"[^\s<>]{1,40}"
_ABOUT = (
    r"(?:Now talking on|Topic for|Channel [#&]|(?:Dis)?[Cc]onnected|\S+ (?:\(\S+\) )?"
    r"(?:has (?:joined|left|quit)(?: [#&(]|\s*\Z)|has changed the topic|sets modes?[ :]"
    r"|is now known as|(?:gives|removes) (?:channel|voice)))"
)
"""How HexChat and mIRC tell what happens in a channel, behind the mark of what people do."""

_LINE = re.compile(
    rf"{_STAMP}[ \t]+(?:<[ @+%~&!]?(?P<author>{_NICK})>(?:[ \t]|\Z)"
    rf"|[*•][ \t]+(?!{_ABOUT})(?P<actor>{_NICK})(?=[ \t])"
    r"|(?P<notice>-!-|\*\*\*|\*|-->|<--|--|-\S+-|===)[ \t])"
)
_BETWEEN_TABS = re.compile(
    rf"{_STAMP}\t(?:(?P<notice>-->|<--|--|=!=|)\t|[ ]?\*\t(?P<actor>{_NICK})(?=[ \t]|\Z)"
    rf"|[@+%~&!]?(?P<author>{_NICK})\t)"
)
"""A line of WeeChat."""

_DAY = re.compile(
    r"(?:--- (?:Log opened|Day changed)|\*{4} (?:BEGIN|ENDING) LOGGING AT|Session (?:Start|Time):)"
    r"[ \t]+(?P<date>.*)"
)
_END = re.compile(r"--- Log closed.*|Session Close:.*|\*{4} ENDING LOGGING AT.*")
_LEAST = 2
"""Lines that somebody must have written, of any length of log."""

_LEAST_SHARE = 0.8
"""Share of the lines near the beginning that must be those of a log."""


def is_irc(source: Source) -> bool:
    """Whether nearly every line has a clock and a name, or is a notice.

    A table between tabs has the names of its columns in the first line.
    """
    lines = [line.text for line in text_lines(source.beginning) if not line.is_blank]
    whole = lines[:-1] if len(source.data) > BEGINNING else lines
    layout = _layout(whole)
    if layout is _BETWEEN_TABS and not (whole and _BETWEEN_TABS.match(whole[0])):
        return False
    known = [found for line in whole if (found := layout.match(line)) is not None]
    written = sum(found["author"] is not None for found in known)
    about = sum(bool(_DAY.fullmatch(line) or _END.fullmatch(line)) for line in whole)
    return written >= _LEAST and len(known) + about >= _LEAST_SHARE * len(whole)


def read_irc(source: Source) -> Document:
    """The messages of a log."""
    messages = tuple(_messages(text_lines(source.text.removeprefix("\ufeff")), source))
    if not any(not message.is_service for message in messages):
        raise InputError(f"{source.name}: expected lines such as '10:01 <ada> Hello', found none")
    return chat_document(source, NAME, [Room("", messages)])


def _layout(lines: Sequence[str]) -> "re.Pattern[str]":
    """Names in angle brackets, or between tabs: as most lines have them."""
    between_tabs = sum(_BETWEEN_TABS.match(line) is not None for line in lines)
    in_brackets = sum(_LINE.match(line) is not None for line in lines)
    return _BETWEEN_TABS if between_tabs > in_brackets else _LINE


def _messages(lines: list[Line], source: Source) -> Iterator[Message]:
    shift = len(source.text) - len(source.text.removeprefix("\ufeff"))
    layout = _layout([line.text for line in lines])
    day: date | None = None
    for line in lines:
        found, opened = layout.match(line.text), _DAY.fullmatch(line.text)
        if opened is not None:
            moment = read_date(opened["date"].strip())
            day = None if moment is None else moment.date()
        elif found is None:
            if not line.is_blank and not _END.fullmatch(line.text):
                yield Message(line.text.strip(), None, None, is_service=True)
        else:
            day = _dated(found["month"], day) if found["month"] else day
            yield _message(line, found, found["day"] or day, shift)


def _dated(month_and_day: str, before: date | None) -> date | None:
    """A day such as ``Mar 05`` in the year of the day before it, or in the next one."""
    years = () if before is None else (before.year, before.year + 1)
    days = (read_date(f"{month_and_day} {year}") for year in years)
    known = [day.date() for day in days if day is not None]
    return next((day for day in known if before is not None and day >= before), None)


def _message(line: Line, found: re.Match[str], day: str | date | None, shift: int) -> Message:
    """A line of the log; who acts is part of what is told."""
    clock = found["clock"]
    at = found.start("actor") if found["actor"] else found.end()
    at += len(line.text[at:]) - len(line.text[at:].lstrip())
    text = line.text[at:].rstrip()
    start = line.start + at + shift
    return Message(
        text,
        found["author"] or found["actor"],
        None if day is None else f"{day} {clock}{found['zone'] or ''}",
        SourceSpan(start, start + len(text)),
        is_service=found["notice"] is not None,
        seconds=clock_seconds(clock if clock.count(":") == 2 else f"{clock}:00"),
    )
