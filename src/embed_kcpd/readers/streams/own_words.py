"""What the writer of a mail says, without what is repeated from other mails.

In:  the plain text of a mail, and whether it forwards another one.
Out: the same without quotes, the lines that announce them, and what stands below the words
     (``mail_endings.py``).

Lines with ``>`` are quotes, and so is all that follows the head of an answered mail, as Outlook
writes it.  Of a forwarded mail only its head is left out, since its words may stand nowhere else.
A mail in which nothing would be left stays as it is.
"""

import re
from collections.abc import Sequence

from embed_kcpd.readers.streams.html_text import html_text
from embed_kcpd.readers.streams.mail_endings import n_written, without_ending

_QUOTE = re.compile(r"[ \t]?>")
_BLOCKQUOTE = re.compile(r"<(/?)blockquote\b[^<>]*>", re.IGNORECASE)
_OPENED, _CLOSED = "\ue000", "\ue001"
"""Lines that stand for the tags around a quote while other tags are taken out."""

_VERB = (
    r"wrote|writes|said|schrieb|schrieben|a écrit|escribió|ha scritto|escreveu|schreef|skrev|"
    r"kirjoitti|napisał\(?a?\)?|napsala?\(?a?\)?|писал\w*|написал\w*|пишет|写道|書きました"
)
_SURE = re.compile(rf"\S@\S|(?:{_VERB})\s*[:：]\s*\Z")
_DATED = re.compile(r"\d:\d\d|\b(?:19|20)\d\d\b")
_OPENING = re.compile(
    r"\s*(?:(?:On|Am|Le|El|Il|Op|Em|Den|Dne|W dniu|Quoting|Zitat von|\d)\b|\d{4}[/.年-]\d)"
)
_LONGEST_ANNOUNCEMENT = 3
"""Lines over which a program for mails spreads "On Tuesday somebody wrote:"."""

_SENDER = re.compile(
    r"[ \t*]*(?:From|Von|De|Da|Van|Från|Fra|Lähettäjä|От|发件人|差出人)[ \t*]*[:：]"
)
_SUBJECT = re.compile(
    r"[ \t*]*(?:Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Assunto|Ämne|Emne|Aihe|Тема"
    r"|主题|件名)[ \t*]*[:：]"
)
_FIELD = re.compile(r"[ \t*]*[^\W\d_][\w -]{0,19}[ \t*]*[:：]")
_HEAD_LINES = 10
"""Lines from the sender to the subject in the head of a mail, with some for long addresses."""

_HEAD_FIELDS = 3
"""Fields that a head has at least."""

_RULE = re.compile(r"(?:_{10,}|-{2,}[^-\n]{3,60}-{2,}|[^\W\d][^\n]{5,60}[:：])?")
"""What stands between a mail and the head of another one: a line, words between hyphens, "Begin
forwarded message:", nothing."""

_FORWARDED = re.compile(r"forward|weitergeleitet|transf[ée]r|reenviad|inoltrat|doorgestuurd", re.I)
FORWARD = re.compile(r"\s*(?:re:\s*|aw:\s*)*(?:fwd?|wg|tr|rv|i|enc|vs|vb)\s*:", re.IGNORECASE)
"""How the subject of a mail begins that forwards another one."""


def own_words(text: str, *, is_forward: bool = False) -> str:
    """The text of a mail without what it repeats.

    >>> own_words("Yes, at noon.\\n\\nOn Tue, 5 Mar 2024, Ada wrote:\\n> Lunch?\\n-- \\nBob")
    'Yes, at noon.'
    """
    lines = text.splitlines()
    kept = _without_heads(lines, is_forward=is_forward)
    kept = without_ending(kept if is_forward else _without_quotes(kept))
    if n_written(kept) in (0, n_written(lines)):
        return text
    return re.sub(r"\n(?:[ \t]*\n){2,}", "\n\n", "\n".join(kept)).strip()


def html_with_quotes(html: str) -> str:
    """The text of a mail in HTML, its quotes marked as in a plain text.

    >>> html_with_quotes("<p>Yes.</p><blockquote><p>Lunch?</p></blockquote>")
    'Yes.\\n> Lunch?'
    """
    marked = _BLOCKQUOTE.sub(lambda tag: f"<br>{_CLOSED if tag[1] else _OPENED}<br>", html)
    lines, depth = list[str](), 0
    for line in html_text(marked).split("\n"):
        if line in (_OPENED, _CLOSED):
            depth = max(0, depth + (1 if line == _OPENED else -1))
        else:
            lines.append(f"> {line}" if depth else line)
    return "\n".join(lines)


def _without_heads(lines: Sequence[str], *, is_forward: bool) -> list[str]:
    """The lines up to the head of an answered mail; all but the heads in a forwarded one."""
    kept: list[str] = []
    number = 0
    while number < len(lines):
        end = _head_end(lines, number)
        if end is None:
            kept.append(lines[number])
            number += 1
            continue
        above = len(kept)
        while above and len(kept) - above < 3 and _RULE.fullmatch(kept[above - 1].strip()):
            above -= 1
        if not is_forward and not any(map(_FORWARDED.search, kept[above:])):
            return kept[:above]
        del kept[above:]
        kept.append("")
        number = end
    return kept


def _head_end(lines: Sequence[str], first: int) -> int | None:
    """Where the head of a mail ends that begins with this line, if one does."""
    if not _SENDER.match(lines[first]):
        return None
    fields = 0
    for number in range(first, min(first + _HEAD_LINES, len(lines))):
        fields += _FIELD.match(lines[number]) is not None
        if _SUBJECT.match(lines[number]):
            end = number + 1
            while end < len(lines) and _FIELD.match(lines[end]):
                end, fields = end + 1, fields + 1
            return end if fields >= _HEAD_FIELDS else None
    return None


def _without_quotes(lines: Sequence[str]) -> list[str]:
    """The lines that are neither quoted nor announce a quote."""
    kept: list[str] = []
    was_quote = False
    for line in lines:
        is_quote = _QUOTE.match(line) is not None
        if is_quote and not was_quote:
            _drop_announcement(kept)
        if is_quote:
            was_quote = True
        else:
            was_quote = was_quote and not line.strip()
            kept.append(line)
    return kept


def _drop_announcement(lines: list[str]) -> None:
    """Take "On Tuesday somebody wrote:" off the end of these lines, over one blank line."""
    end = len(lines)
    if end and not lines[end - 1].strip():
        end -= 1
    starts = []
    for first in range(end - 1, max(end - 1 - _LONGEST_ANNOUNCEMENT, -1), -1):
        if not lines[first].strip():
            break
        if _announces("\n".join(lines[first:end])):
            starts.append(first)
    if starts:
        opened = [first for first in starts if _OPENING.match(lines[first])]
        del lines[(opened or starts)[0] :]


def _announces(text: str) -> bool:
    """Whether a text says who wrote what follows: an address, a word for writing, or a date."""
    if not text.rstrip().endswith((":", "：")):
        return False
    is_dated = _OPENING.match(text) is not None and _DATED.search(text) is not None
    return is_dated or _SURE.search(text) is not None
