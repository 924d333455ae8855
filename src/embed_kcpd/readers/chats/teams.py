r"""Microsoft Teams: messages of a chat, selected and copied into a text file.

In:  a source with messages in one of the layouts below, or in both.
Out: a chat.

    [10:37 AM] Anna Berg              Can you hear me? by Anna Berg       Loud and clear by Bo
                                      Anna Berg                           26/11/2025 08:06
    Can you hear me?                  26/11/2025 08:05                    Bo

    [Yesterday 16:07] Bo              Can you hear me?                    Loud and clear
    Loud and clear

The first layout is that of Teams until 2024.  In the second, a line with the first words and the
name stands above each message; name and time change places in messages of one's own.  An answer
begins with name, date and first words of what it answers.  The day may be a date, a day of the
week or missing, so that a chat may have clocks and no dates.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import Message, Room, chat_document
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.lines import Line, bare_lines, span_of, text_lines

NAME = "teams-chat"

_DATE = r"[0-9]{1,4}[/.-] ?[0-9]{1,2}(?:[/.-] ?(?:[0-9]{1,4})?)?"
_HALF = r"[AaPp]\.?[Mm]\.?|午前|午後|上午|下午|오전|오후"
_WHEN = (
    rf"(?:(?P<day>{_DATE}|[^\W\d_]{{2,12}}\.?),?[ \t]+)?(?:(?P<before>{_HALF})[ ]?)?"
    rf"(?P<hour>[0-9]{{1,2}})[:.](?P<minute>[0-5][0-9])(?:[ \u202f\xa0]?(?P<after>{_HALF}))?"
)
_NAME = r"(?P<name>[^\W\d_][^\n\[\]:]{0,79}?)"
_BRACKETED = re.compile(rf"\[{_WHEN}\][ \t]+{_NAME}")
_STAMP = re.compile(_WHEN)
_ON_ONE_LINE = re.compile(rf"{_NAME}[ ]?(?P<stamp>[0-9]{{1,4}}[/.-][^\n]{{0,40}})")
_FULL_DATE = re.compile(r"[0-9]{1,4}[/.-] ?[0-9]{1,2}[/.-] ?[0-9]{1,4}")
_ADDED = re.compile(r"[ \t]*\([^()]*\)\Z")
"""What stands behind the name of a guest."""

_SENTENCE_END = (".", "!", "?", ",", "…", "。", "？", "！")
_MOST_NAME_WORDS = 8
_LEAST = 2
"""Messages that a file must begin with."""

_FIRST_HOUR = 5
"""A chat that has only clocks of 24 hours begins at this hour or later; a transcript begins in the
first minutes of a recording."""

_DIVIDERS = frozenset(["Edited", "Last read", "Today", "Yesterday"])
"""What Teams writes between messages, and somebody might write."""

_BELOW = re.compile(
    r"(?:[Hh]as context menu\.?|[0-9]+ [^\n]{1,40} reactions?\.?(?: ?[0-9]+)?"
    r"|(?:like|heart|laugh|surprised|sad|angry) [0-9]+"
    r"|[^\n]{1,100} added [^\n]{1,100} to the chat(?: and [^\n]*)?\."
    r"|(?:[^\n]{1,40} )?Meeting (?:started|ended)\b[^\n]*)"
)
"""What Teams writes below a message and nobody writes."""

_PREVIEW_OF_LINK = re.compile(r"Url Preview for ")
_COUNT = re.compile(r"[0-9]{1,3}")
"""How often somebody reacted, below the name of the reaction."""

_SIGN = re.compile(r"(?=[^\x00-\x7f])[^\w\s]{1,8}")
"""The sign of a reaction, above its name."""

_NAMED = re.compile(r"[0-9]{1,3} ?[^\n]{1,40}[.。]")
"""The name of a reaction below its sign, in any language."""

_FARTHEST = 100
"""Messages back among which the one is sought that an answer quotes."""

_LONGEST_HEAD = 160
"""Characters of a line that holds name and time."""

_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class _Head:
    """Where a message begins (with the line above its name), where its words do, who and when."""

    first: int
    end: int
    name: str
    when: "re.Match[str]"
    is_announced: bool = False


def is_teams(source: Source) -> bool:
    """Whether messages of the first layout begin the text, or some of the second stand in it."""
    lines = text_lines(source.beginning.replace("\ufeff", " "))
    heads = _heads(lines)
    if sum(head.is_announced for head in heads) >= _LEAST:
        return True
    bracketed = [head for head in heads if not head.is_announced]
    first = next((number for number, line in enumerate(lines) if not line.is_blank), None)
    if len(bracketed) < _LEAST or bracketed[0].first != first:
        return False
    ends = [head.first for head in bracketed[1:]] + [len(lines)]
    n_written = sum(
        bool(bare_lines(lines[head.end : end])) for head, end in zip(bracketed, ends, strict=True)
    )
    return n_written * _LEAST > len(bracketed) and _is_time_of_day(bracketed)


def read_teams(source: Source) -> Document:
    """The messages that were copied."""
    lines = text_lines(source.text.replace("\ufeff", " "))
    heads = _heads(lines)
    if not heads:
        raise InputError(
            f"{source.name}: expected lines such as '[10:37 AM] Anna Berg', or a name and "
            "below it a time, found none"
        )
    return chat_document(source, NAME, [Room("", tuple(_messages(lines, heads)))])


def _is_time_of_day(heads: Sequence[_Head]) -> bool:
    """Whether times are those of a day, and not of a recording."""
    if any(head.when["day"] or head.when["before"] or head.when["after"] for head in heads):
        return True
    hours = [int(head.when["hour"]) for head in heads]
    return hours[0] >= _FIRST_HOUR and max(hours) < 24


def _heads(lines: Sequence[Line]) -> list[_Head]:
    """All messages, in order; the heads of what is quoted are none."""
    texts = [line.text.strip() for line in lines]
    found = [_bracketed(texts, n) or _announced(texts, n) for n in range(len(texts))]
    announced = [head for head in found if head is not None]
    names = {head.name for head in announced}
    taken = {number for head in announced for number in range(head.first, head.end)}
    others = [
        head
        for n in range(len(texts))
        if n not in taken and (head := _unannounced(texts, n)) is not None and head.name in names
    ]
    heads = sorted([*announced, *others], key=lambda head: head.first)
    return [
        head
        for before, head in pairwise([None, *heads])
        if head is not None and not _is_quote(texts, before, head)
    ]


def _is_quote(texts: Sequence[str], before: _Head | None, head: _Head) -> bool:
    """Whether name and time directly below the head of a message are of what it answers."""
    if before is None or head.is_announced or head.when.re is _BRACKETED:
        return False
    between = texts[before.end : head.first]
    return before.is_announced and not any(text and text not in _DIVIDERS for text in between)


def _bracketed(texts: Sequence[str], number: int) -> _Head | None:
    match = _BRACKETED.fullmatch(texts[number])
    if match is None or not _may_be_name(match["name"]):
        return None
    return _Head(number, number + 1, _ADDED.sub("", match["name"]), match)


def _announced(texts: Sequence[str], number: int) -> _Head | None:
    """A message whose first words and name stand in the line above it."""
    if not 0 < number < len(texts):
        return None
    above, here = texts[number - 1], texts[number]
    below = texts[number + 1] if number + 1 < len(texts) else ""
    for name, stamp, end in ((here, below, 2), (below, here, 2), (*_parted(here), 1)):
        when = _STAMP.fullmatch(stamp)
        if when is not None and _announces(above, name):
            return _Head(number - 1, number + end, _ADDED.sub("", name), when, is_announced=True)
    return None


def _unannounced(texts: Sequence[str], number: int) -> _Head | None:
    """Name and time of a message, or of what a message answers, without a line above it."""
    here, below = texts[number], texts[number + 1] if number + 1 < len(texts) else ""
    for name, stamp, end in ((here, below, 2), (*_parted(here), 1)):
        when = _STAMP.fullmatch(stamp)
        if when is not None and name:
            return _Head(number, number + end, _ADDED.sub("", name), when)
    return None


def _parted(text: str) -> tuple[str, str]:
    """Name and time where they stand on one line without a space between them."""
    match = _ON_ONE_LINE.fullmatch(text) if len(text) <= _LONGEST_HEAD else None
    return (match["name"], match["stamp"]) if match else ("", "")


def _announces(above: str, name: str) -> bool:
    """Whether a line ends with this name and another word before it."""
    bare = _ADDED.sub("", name)
    return len(bare) > 1 and _may_be_name(bare) and above.endswith(f" {bare}") and above != bare


def _may_be_name(text: str) -> bool:
    return (
        len(text.split()) <= _MOST_NAME_WORDS
        and not text.endswith(_SENTENCE_END)
        and re.match(r"[^\W\d_]", text) is not None
    )


def _messages(lines: Sequence[Line], heads: Sequence[_Head]) -> Iterator[Message]:
    ends = [head.first for head in heads[1:]] + [len(lines)]
    earlier: list[tuple[str, str]] = []
    days, before = 0, heads[0].when["day"]
    for head, end in zip(heads, ends, strict=True):
        quoted, begin = _quoted(lines, head, end)
        own = _own(lines[begin:end])
        text = "\n".join(line.text for line in own)
        days += head.when["day"] != before
        before = head.when["day"]
        hour = _hour(head.when)
        yield Message(
            text,
            head.name,
            _date(head.when, hour),
            span_of(own) if own else None,
            name=str(len(earlier)),
            reply_to=_answered(quoted, earlier),
            seconds=days * _DAY + hour * 3600.0 + int(head.when["minute"]) * 60.0,
        )
        earlier.append((head.name, text))


def _quoted(lines: Sequence[Line], head: _Head, end: int) -> tuple[tuple[str, str] | None, int]:
    """Whose words a message answers and how they begin, and the line where its own ones do."""
    shown = [n for n in range(head.end, end) if not lines[n].is_blank]
    if len(shown) > 1 and lines[shown[0]].text.strip() in _DIVIDERS:
        shown = shown[1:]
    if head.is_announced and len(shown) > 2:
        author, when, words = (lines[n].text.strip() for n in shown[:3])
        stamp = _STAMP.fullmatch(when)
        if stamp is not None and _FULL_DATE.match(when) and _may_be_name(author):
            return (author, words), shown[2] + 1
    return None, shown[0] if shown else head.end


def _own(lines: Sequence[Line]) -> list[Line]:
    """What somebody wrote, without reactions and previews of links below it."""
    shown = [n for n, line in enumerate(lines) if not line.is_blank]
    links = [n for n, at in enumerate(shown) if _PREVIEW_OF_LINK.match(lines[at].text.strip())]
    texts = [lines[n].text.strip() for n in (shown[: links[0]] if links else shown)]
    end = len(texts)
    while end and (taken := _n_below(texts[max(0, end - 3) : end])):
        end -= taken
    return bare_lines(lines[: shown[end - 1] + 1]) if end else []


def _n_below(last: Sequence[str]) -> int:
    """How many of the last lines are no words of the message: a reaction, or what Teams writes."""
    n_counts = bool(len(last) > 1 and _COUNT.fullmatch(last[-1]))
    *above, name = last[: len(last) - n_counts]
    has_sign = bool(above and _SIGN.fullmatch(above[-1]))
    if _BELOW.fullmatch(name) or (has_sign and _NAMED.fullmatch(name)):
        return 1 + n_counts + has_sign
    return int(len(last) > 1 and last[-1] in _DIVIDERS)


def _answered(quoted: tuple[str, str] | None, earlier: Sequence[tuple[str, str]]) -> str | None:
    """The name of the last message of this author that begins with these words."""
    if quoted is None:
        return None
    author, words = quoted[0], quoted[1].rstrip("…. ")
    for back, (name, text) in enumerate(reversed(earlier[-_FARTHEST:]), 1):
        if name == author and words and text.startswith(words):
            return str(len(earlier) - back)
    return None


def _hour(when: "re.Match[str]") -> int:
    """The hour of 24."""
    hour, half = int(when["hour"]), (when["before"] or when["after"] or "").lower()
    if not half or hour > 12:
        return hour
    return hour % 12 + (12 if half.startswith("p") or half in ("午後", "下午", "오후") else 0)


def _date(when: "re.Match[str]", hour: int) -> str | None:
    """The date with a clock of 24 hours, where the day has a year."""
    day = when["day"] or ""
    return f"{day} {hour:02}:{when['minute']}" if _FULL_DATE.fullmatch(day) else None
