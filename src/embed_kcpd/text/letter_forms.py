"""What a letter begins and ends with, whatever it is about: its salutation and its closing.

In:  a text.
Out: the text without a salutation at its beginning and a closing at its end.
"""

import re

_GREETING = (
    r"hi|hello|hey|good (?:morning|afternoon|evening)|hallo|moin|servus|guten (?:tag|morgen|abend)"
    r"|bonjour|bonsoir|salut|hola|buen[oa]s (?:días|tardes|noches)|ciao|buon(?: ?giorno|asera)"
    r"|olá|oi|bo[am] (?:dia|tarde|noite)|goede(?:morgen|middag|navond)|hej|god (?:morgen|dag)|hei"
    r"|cześć|dzień dobry|ahoj|dobrý den|привет|здравствуйте|добрый (?:день|вечер)|доброе утро"
    r"|merhaba|xin chào|chào|नमस्ते|مرحبا|السلام عليكم|שלום|안녕하세요"
    r"|dear (?:all|team|everyone|sir or madam|ladies and gentlemen)"
)
"""A salutation also without a mark at the end of the line."""

_ADDRESS = (
    r"dear|liebe[rs]?|sehr geehrte[rs]?|werte[rs]?|ch(?:er|ère)s?|madame|monsieur|estimad[oa]s?"
    r"|querid[oa]s?|car[oaie]|gentil[ei]|egregi[oa]|prezad[oa]s?|beste|geachte|kære|kjære|kära"
    r"|drog[ai]|szanown[aiey]|дорог(?:ой|ая|ие)|уважаем(?:ый|ая|ые)|sevgili|sayın|thưa|kính gửi"
    r"|عزيزي|عزيزتي"
)
"""One only with a mark: "Love is blind" begins with the same word in German."""

_WITHOUT_SPACES = r"你好|您好|こんにちは|สวัสดี"
_ADDRESS_WITHOUT_SPACES = r"尊敬的|亲爱的"
_MARK = r"[,!:，！：、،]"
_NAMES = r"(?:[ 　]*[^\s,!?:，！？：]+){0,5}?"
"""Up to five words."""

_SALUTATION = re.compile(
    rf"\s*(?:(?:(?:{_GREETING})\b|{_WITHOUT_SPACES}){_NAMES}(?<![.。])[ ]?{_MARK}?"
    rf"|(?:(?:{_ADDRESS})\b|{_ADDRESS_WITHOUT_SPACES}){_NAMES}[ ]?{_MARK})[ ]*(?:\n\s*|\s*$)",
    re.IGNORECASE,
)
_NAME_ALONE = re.compile(r"\s*[^\s,.;!?]+(?: [^\s,.;!?]+){0,3},(?:[ ]*\n\s*\n\s*|\s*$)")
"""Up to four words and a comma, with a blank line below or nothing."""

CLOSING = re.compile(
    r"(?:(?:mit )?(?:freundlich|best|herzlich|lieb|viel|schön|sonnig)\w* gr(?:ü|ue)(?:ß|ss)\w*"
    r"(?: aus [^\n]{2,30})?|gr(?:ü|ue)(?:ß|ss)e?|mfg|vg|lg|hochachtungsvoll"
    r"|(?:(?:best|kind|kindest|warm|warmest) )?(?:regards|wishes)|sincerely(?: yours)?"
    r"|yours(?: (?:sincerely|faithfully|truly))?|cheers|(?:many )?thanks|thank you|best"
    r"|(?:bien )?cordialement|(?:bien à vous)|(?:un )?(?:cordial )?saludos?|atentamente"
    r"|(?:cordiali|distinti) saluti|met vriendelijke groet(?:en)?"
    r"|(?:どうぞ|何卒)*(?:宜しく|よろしく)お願い(?:いた|致)?し(?:ます|申し上げます)|以上)"
    r"[ ]?[,.!。、]?",
    re.IGNORECASE,
)
"""The line above the name of the writer."""

_LINES_OF_NAME = 3
"""Lines below a closing, at most: name, position, company."""

_LONGEST_NAME = 40
"""Characters of each of them."""


_LONGEST_LINE = 80
"""Characters of a salutation or a closing; a longer line is neither."""


def without_letter_forms(text: str) -> str:
    """The text without a salutation on a line of its own, and without a closing and a name.

    >>> without_letter_forms("Hi Anna,\\n\\nthe invoice is open.")
    'the invoice is open.'
    >>> without_letter_forms("See you there.\\n\\nBest regards\\nPeter")
    'See you there.'
    """
    if len(text) > _LONGEST_LINE and "\n" not in text.strip():
        return text
    begun = _SALUTATION.match(text) or _NAME_ALONE.match(text)
    return _without_closing(text[begun.end() :] if begun else text)


def _without_closing(text: str) -> str:
    lines = text.splitlines()
    written = [number for number, line in enumerate(lines) if line.strip()]
    for number in written[-1 - _LINES_OF_NAME :]:
        below = [lines[n].strip() for n in written if n > number]
        are_names = all(len(line) <= _LONGEST_NAME and line[-1] not in ".?!" for line in below)
        if CLOSING.fullmatch(lines[number].strip()) and are_names:
            return "\n".join(lines[:number]).rstrip()
    return text
