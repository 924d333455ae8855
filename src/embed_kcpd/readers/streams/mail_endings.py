"""What stands below the words of a mail and is the same in many of them.

In:  the lines of a mail.
Out: the lines without signatures, notices of lists and of confidentiality, and what a telephone
     adds.

A signature stands below ``-- ``, between two rules, or below a closing such as "Best regards" and
a name, where it tells how to reach somebody.
"""

import re
from collections.abc import Sequence

from embed_kcpd.text.letter_forms import CLOSING

_SIGNATURE = re.compile(r"--[ \t]?")
_TELEPHONE = re.compile(
    r"(?:Sent from (?:Mail for|Yahoo|Outlook|Proton)|Sent from my [^\n]{0,40}"
    r"(?:[Pp]hone|[Pp]ad|mobile|device|Android|Samsung|Galaxy|BlackBerry|Pixel|Huawei|Xiaomi)"
    r"|Get Outlook for|Outlook for (?:iOS|Android)"
    r"|Von (?:meinem|meiner) \S+(?: \S+){0,3} gesendet|Gesendet (?:von|mit|über|aus) "
    r"|Diese Nachricht wurde von meinem|Outlook für|Envoyé (?:de|depuis) mon|Enviado desde mi"
    r"|Enviado do meu|Inviato da(?:l mio)? |Verzonden vanaf mijn|(?:iPhone|iPad|Android)から送信)"
    r"[^\n]{0,100}"
)
"""The last line of a mail that a telephone or its program writes."""

_CONFIDENTIAL = re.compile(
    r"confidential|vertraulich|confidentiel|confidencial|riservat|機密|秘密", re.I
)
_RECIPIENT = re.compile(
    r"recipient|addressee|Empfänger|Adressat|destinataire|destinatari|受信者|宛先|名宛人", re.I
)
_LEAST_NOTICE = 60
"""Characters of a notice of confidentiality, which has one or more whole sentences."""

_LONGEST_NOTICE = 40
"""Lines of it."""

_LIST_NOTICE = re.compile(r"_{20,}[ \t]*")
_RULE_AROUND = re.compile(r"(?P<sign>[━─═=＝*＊\-‐―—_~～☆★◆◇■□+＋])(?:(?P=sign)|[ ]){9,}")
"""The lines above and below a signature, as it is usual in Japan."""

_LONGEST_SIGNATURE = 12
"""Lines below the mark of a signature; with more it is a mark inside the text."""

_CONTACT = re.compile(r"\S@\S|www\.|https?://|\b(?:GmbH|Ltd|Inc)\b|株式会社|[0-9]{5} [A-ZÄÖÜ]")
_SURE_CONTACT = re.compile(
    r"(?:\b(?:Tel(?:efon|ephone)?|Fon|Phone|Mobile?|Cell|Fax)\b|電話|℡)\.?[^\n]{0,12}[0-9]"
    r"|\b(?:HR[AB] ?[0-9]|Geschäftsführ|Amtsgericht|USt)|〒|\+[0-9]{1,3}[ (/-]?[0-9]"
)
"""What tells how to reach somebody, or what a company has to say of itself."""

_POSTSCRIPT = re.compile(r"P\.? ?S\b|N\.? ?B\b|追伸", re.IGNORECASE)
_LONGEST_CONTACT = 160
"""Characters of a line of a signature."""


def without_ending(lines: Sequence[str]) -> list[str]:
    """The lines without all of it.

    >>> without_ending(["At noon.", "Sent from my iPhone"])
    ['At noon.']
    """
    return _without_contacts(_without_notices(_without_signatures(list(lines))))


def n_written(lines: Sequence[str]) -> int:
    """How many lines are not blank."""
    return sum(bool(line.strip()) for line in lines)


def _without_signatures(lines: list[str]) -> list[str]:
    """The lines without signatures and notices of lists at their end."""
    for mark in (_LIST_NOTICE, _SIGNATURE, _SIGNATURE):
        marked = [number for number, line in enumerate(lines) if mark.fullmatch(line)]
        if marked and n_written(lines[marked[-1] + 1 :]) <= _LONGEST_SIGNATURE:
            lines = lines[: marked[-1]]
    return _without_framed_signature(lines)


def _without_framed_signature(lines: list[str]) -> list[str]:
    """The lines without a signature that stands between two rules at their end."""
    shown = [number for number, line in enumerate(lines) if line.strip()]
    rules = [n for n in shown if _RULE_AROUND.fullmatch(lines[n].strip())]
    if len(rules) < 2 or rules[-1] != shown[-1]:
        return lines
    is_short = n_written(lines[rules[-2] + 1 : rules[-1]]) <= _LONGEST_SIGNATURE
    return lines[: rules[-2]] if is_short else lines


def _without_notices(lines: list[str]) -> list[str]:
    """The lines without what a telephone or a company adds at the end."""
    end = len(lines)
    while end:
        last = next((n for n in range(end - 1, -1, -1) if lines[n].strip()), -1)
        begin = last
        while begin > 0 and lines[begin - 1].strip() and last - begin < _LONGEST_NOTICE:
            begin -= 1
        notice = " ".join(lines[begin : last + 1])
        is_notice = len(notice) >= _LEAST_NOTICE and _RECIPIENT.search(notice) is not None
        if last >= 0 and is_notice and _CONFIDENTIAL.search(notice):
            end = begin
        elif last >= 0 and _TELEPHONE.fullmatch(lines[last].strip()):
            end = last
        else:
            return lines[:end]
    return lines[:end]


def _without_contacts(lines: list[str]) -> list[str]:
    """The lines without how to reach somebody, below a closing and a name."""
    closings = [number for number, line in enumerate(lines) if CLOSING.fullmatch(line.strip())]
    shown = [n for n in range(closings[-1] + 1, len(lines)) if lines[n].strip()] if closings else []
    below = [lines[number].strip() for number in shown[1:]]
    if not 0 < len(below) <= _LONGEST_SIGNATURE:
        return lines
    is_sure = any(map(_SURE_CONTACT.search, below))
    is_contact = is_sure or sum(bool(_CONTACT.search(line)) for line in below) > 1
    is_said = any(
        len(line) > _LONGEST_CONTACT or line.endswith("?") or _POSTSCRIPT.match(line)
        for line in below
    )
    return lines[: shown[0] + 1] if is_contact and not is_said else lines
