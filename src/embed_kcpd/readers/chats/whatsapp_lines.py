r"""How a message of WhatsApp begins, in the languages that a telephone may be set to.

In:  a text export.
Out: expressions that find dates, names and texts of WhatsApp itself; dates in a form that
     ``readers.dates`` reads.

    30.01.24, 20:49 - Ada:            [30/01/19 20:49:05] Ada:         30.1.2024 klo 20.49 - Ada:
    1/30/24, 8:49 PM - Ada:           30/1/24, 8:49 μ.μ. - Ada:        2024/1/30 下午8:49 - Ada:
    2024. 1. 30. 오후 8:49, Ada :      ٣٠/١/٢٠٢٤, ٨:٤٩ م - Ada:         30.01.24 г., 20:49 ч. - Ada:
"""

import re

_MARKS = r"[\u200e\u200f\u202a-\u202c\u2066-\u2069\ufeff]"
"""Invisible marks of the direction of writing."""

_SPACE = r"[^\S\r\n]"
_STOP = rf"{_MARKS}?[./-]{_SPACE}?{_MARKS}?"
_WORD = r"[^\W\d_]"
START = re.compile(
    rf"^{_MARKS}{{0,3}}(?P<bracket>\[)?{_MARKS}?"
    rf"(?P<date>\d{{1,4}}{_STOP}\d{{1,2}}{_STOP}\d{{1,4}})(?:\.|{_SPACE}г\.)?[,،]?{_SPACE}{{1,2}}"
    rf"(?P<before>{_WORD}{{2,4}}\.?{_SPACE}?)?"
    rf"(?P<clock>\d{{1,2}}[:.]\d\d(?:[:.]\d\d)?)"
    rf"(?P<after>{_SPACE}?{_WORD}{{1,3}}\.?(?:{_SPACE}?{_WORD}\.?)?)?"
    rf"(?(bracket)\]{_SPACE}?|(?:{_SPACE}-{_SPACE}|,{_SPACE}(?=[^:\n]{{1,80}}{_SPACE}:{_SPACE})))",
    re.MULTILINE,
)
"""Date, time, and the word beside it that says which half of the day is meant."""

AUTHOR = re.compile(r"[\u200e\u200f~]?\s?([^:\n\"“„]{1,80}):(?:[^\S\n]|(?=\S)|$)")

_DELETED = (
    "This message was deleted",
    "You deleted this message",
    "Diese Nachricht wurde gelöscht",
    "Du hast diese Nachricht gelöscht",
    "Ce message a été supprimé",
    "Vous avez supprimé ce message",
    "Se eliminó este mensaje",
    "Eliminaste este mensaje",
    "Questo messaggio è stato eliminato",
    "Hai eliminato questo messaggio",
    "Esta mensagem foi apagada",
    "Mensagem apagada",
    "Você apagou esta mensagem",
    "Dit bericht is verwijderd",
    "U hebt dit bericht verwijderd",
)
PLACEHOLDER = re.compile(rf"<[^<>\n]{{1,60}}>|(?:{'|'.join(_DELETED)})\.?")
"""What stands where somebody sent a picture or took a message back."""

ATTACHED = re.compile(
    r"[\u200e\ufeff]*(?:[A-Z]{3}-[0-9]{8}-WA[0-9]{4}\.\w{2,5}[ ]\([^()\n]{3,40}\)"
    r"|[^\n]{1,160}\.\w{2,5}[ ]\((?:file attached|Datei angehängt|fichier joint|archivo adjunto"
    r"|file allegato|arquivo anexado|bestand bijgevoegd)\))[^\S\n]*(?:\n|\Z)"
)
"""The name of a file that was sent, in a line above what somebody wrote to it."""

_EDITED = (
    "This message was edited",
    "Diese Nachricht wurde bearbeitet",
    "Ce message a été modifié",
    "Se editó este mensaje",
    "Questo messaggio è stato modificato",
    "Mensagem editada",
    "Dit bericht is bewerkt",
)
EDITED = re.compile(
    rf"(?:(?<=\S)\s+(?:\u200e<[^<>\n]{{1,60}}>|<(?:{'|'.join(_EDITED)})\.?>))\u200e?\Z"
)
"""What stands behind a message that was edited; on an iPhone after an invisible mark."""

_MORNING = frozenset(["上午", "凌晨", "早上", "午前", "오전", "πμ", "ص"])
_AFTERNOON = frozenset(["下午", "中午", "晚上", "午後", "오후", "μμ", "م"])


def written_date(start: re.Match[str]) -> str:
    """Date and time of a message with the digits, stops and clock that all readers know.

    >>> start = START.match("2024/1/30 下午8:49 - Ada: 你好")
    >>> written_date(start) if start else None
    '2024/1/30, 20:49'
    """
    date = re.sub(rf"{_MARKS}|{_SPACE}", "", _western(start["date"]))
    hour, *others = re.split("[:.]", _western(start["clock"]))
    half = "".join(re.findall(_WORD, f"{start['before'] or ''}{start['after'] or ''}"))
    if half in _MORNING or half in _AFTERNOON:
        hour = str(int(hour) % 12 + (12 if half in _AFTERNOON else 0))
    clock = ":".join([hour, *others])
    return f"{date}, {clock} {half}" if half.lower() in ("am", "pm") else f"{date}, {clock}"


def _western(digits: str) -> str:
    """The same with digits of ASCII for those of any script."""
    if digits.isascii():
        return digits
    return "".join(str(int(each)) if each.isdecimal() else each for each in digits)
