r"""LINE: the history of a chat, as the app sends or saves it in plain text.

In:  a source with a line for each day and messages whose time, name and text are between tabs.
Out: a chat.

    [LINE] 夏祭りのトーク履歴             [LINE] Chat history with Ada
    保存日時：2024/05/21 18:05            Saved on: 5/21/2024, 18:05

    2024/05/19(日)                        Sun, 5/19/2024
    9:00	田中	こんにちは                9:00 AM	Ada	Hello

A message of several lines stands in quotation marks.  A line without a name tells what happened.
"""

import re
from collections.abc import Iterator, Sequence

from embed_kcpd.errors import InputError
from embed_kcpd.readers.chats.messages import Message, Room, chat_document
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.transcripts.lines import Line, bare_lines, span_of, text_lines

NAME = "line"

_TITLE = re.compile(
    r"\[LINE\] ?(?:Chat history (?:with|in) (?P<after>.*)"
    r"|(?P<before>.*?)(?:と)?のトーク履歴|[与與]?(?P<chinese>.*?)的聊天[记記][录錄]|.*)"
)
_DAY = re.compile(
    r"(?:(?P<date>[0-9]{4}[/.][0-9]{1,2}[/.][0-9]{1,2})(?:[ ]?\([^()\n]{1,12}\)|[ ][^\W\d]{2,12})"
    r"|[^\W\d]{2,12}\.?, (?P<last>[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}))"
)
_MESSAGE = re.compile(
    r"(?:(?P<before>午前|午後|上午|下午|오전|오후) ?)?(?P<hour>[0-9]{1,2}):(?P<minute>[0-5][0-9])"
    r"(?: ?(?P<after>[AaPp][Mm]))?\t(?:(?P<author>[^\t\n]{0,100})\t)?"
)
_KINDS = (
    "スタンプ|写真|動画|ファイル|アルバム|ボイスメッセージ|連絡先|位置情報|ギフト|"
    "Stickers?|Photos?|Videos?|Files?|Albums?|Voice messages?|Contacts?|Locations?|Gifts?|"
    "貼圖|照片|影片|檔案|相簿|語音訊息|贴图|图片|视频|文件|สติกเกอร์|รูป|วิดีโอ"
)
_NO_WORDS = re.compile(rf"\[(?:{_KINDS})\](?:[ ][^\n]*)?|☎[^\n]*")
"""What stands where somebody sent no words, or called."""

_AFTERNOON = ("午後", "下午", "오후", "pm")


def is_line(source: Source) -> bool:
    """Whether the title of a history or a day begins the text, and a message follows."""
    lines = [line.text.strip() for line in text_lines(source.beginning) if not line.is_blank]
    if not lines or not (_TITLE.fullmatch(lines[0]) or _DAY.fullmatch(lines[0])):
        return False
    days = [number for number, line in enumerate(lines) if _DAY.fullmatch(line)]
    return bool(days) and any(map(_MESSAGE.match, lines[days[0] + 1 : days[0] + 2]))


def read_line(source: Source) -> Document:
    """The messages of a chat."""
    lines = text_lines(source.text.replace("\ufeff", " "))
    messages = tuple(_messages(lines))
    if not messages:
        raise InputError(
            f"{source.name}: expected lines such as '9:00', a name and words between tabs, "
            "found none"
        )
    shown = next((line.text.strip() for line in lines if not line.is_blank), "")
    title = _TITLE.fullmatch(shown)
    names = title.groupdict().values() if title else ()
    return chat_document(source, NAME, [Room(next(filter(None, names), ""), messages)])


def _messages(lines: Sequence[Line]) -> Iterator[Message]:
    day: str | None = None
    heads = [_MESSAGE.match(line.text) for line in lines]
    days = [_DAY.fullmatch(line.text.strip()) for line in lines]
    ends = _ends(lines, [bool(head or found) for head, found in zip(heads, days, strict=True)])
    number = 0
    while number < len(lines):
        head, found = heads[number], days[number]
        if found is not None:
            day = found["date"] or found["last"]
        if head is None:
            number += 1
            continue
        end = _closing(lines, heads, number, head.end()) or ends[number]
        first = Line(lines[number].text[head.end() :], lines[number].start + head.end())
        yield _message(head, day, _unquoted(bare_lines([first, *lines[number + 1 : end]])))
        number = end


def _ends(lines: Sequence[Line], begins: Sequence[bool]) -> list[int]:
    """For each line the next one at which a message or a day begins."""
    ends = [len(lines)] * len(lines)
    for number in range(len(lines) - 2, -1, -1):
        ends[number] = number + 1 if begins[number + 1] else ends[number + 1]
    return ends


def _closing(
    lines: Sequence[Line], heads: "Sequence[re.Match[str] | None]", number: int, begin: int
) -> int | None:
    """The end of a message in quotation marks, which may hold a line that looks like a day."""
    text = lines[number].text[begin:].strip()
    if not text.startswith('"') or (len(text) > 1 and text.endswith('"')):
        return None
    for end in range(number + 1, len(lines)):
        if heads[end] is not None:
            return None
        if lines[end].text.rstrip().endswith('"'):
            return end + 1
    return None


def _unquoted(lines: list[Line]) -> list[Line]:
    """Several lines without the quotation marks around them."""
    if len(lines) < 2 or not (lines[0].text.startswith('"') and lines[-1].text.endswith('"')):
        return lines
    first = Line(lines[0].text[1:], lines[0].start + 1)
    return bare_lines([first, *lines[1:-1], Line(lines[-1].text[:-1], lines[-1].start)])


def _message(head: "re.Match[str]", day: str | None, lines: list[Line]) -> Message:
    hour, half = int(head["hour"]), (head["before"] or head["after"] or "").lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half in _AFTERNOON else 0)
    text = "\n".join(line.text for line in lines)
    author = (head["author"] or "").strip()
    return Message(
        text,
        author or None,
        None if day is None else f"{day} {hour:02}:{head['minute']}",
        span_of(lines) if lines else None,
        is_service=not author or _NO_WORDS.fullmatch(text) is not None,
        seconds=hour * 3600.0 + int(head["minute"]) * 60.0,
    )
