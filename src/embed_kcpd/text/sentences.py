"""Text to sentences, in any script.

In:  a string, and a language if one is known.
Out: sentences that tile it.

``sentencex`` finds the sentences.  It is shown a copy of the text in which every character
stands at the same place but cannot trouble it, a few thousand characters at a time, so that
neither a quotation that never closes nor a file of one line costs more than its length.
The last sentence of a block may go on in the next one, so the next block starts with it.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from embed_kcpd.errors import OptionsError
from embed_kcpd.text.units import Unit, tiled

LONGEST_SENTENCE = 500
"""Bytes (UTF-8) beyond which a sentence is cut: about 80 English words or 160 Chinese
characters.  Captions without full stops, Thai, tables and code become units of this size."""

BLOCK = 4_096
"""Characters shown to ``sentencex`` at a time."""

_SCRIPT_SAMPLE = 20_000
"""Characters looked at to find the script."""

_LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")

_RULES_BY_SCRIPT = (("el", "\u0370", "\u03ff"), ("ru", "\u0400", "\u052f"))
"""Scripts whose sentences end otherwise than the English rules say.  Greek asks with a
semicolon, Cyrillic has its own abbreviations; the marks of Arabic, Armenian, Chinese,
Ethiopic, Hindi, Japanese and others belong to the rules of every language."""

_UNSAFE = {code: " " for code in range(0x80, 0x3001) if chr(code).isspace()}
"""Wide white space, which ``sentencex`` 1.0 cuts in two; lines stay lines."""
_UNSAFE |= {0x85: "\n", 0x2028: "\n", 0x2029: "\n"}
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences; the language (``"de"``, ``"pt-BR"``) says which abbreviations end none.

    Without a language the script of the text chooses between the English, the Greek and
    the Russian rules.

    >>> text = "Dr. Hill came. She sat down."
    >>> [text[unit.start : unit.end] for unit in Sentences().split(text)]
    ['Dr. Hill came. ', 'She sat down.']
    """

    language: str | None = None
    name: ClassVar[str] = "sentences"

    def __post_init__(self) -> None:
        if self.language is not None and not _LANGUAGE_CODE.fullmatch(self.language):
            raise OptionsError(
                f"{self.language!r} is not a language code; give one like en, de or pt-BR"
            )

    def split(self, text: str) -> tuple[Unit, ...]:
        language = self.language or script_language(text)
        return tiled(text, _starts(text, language), LONGEST_SENTENCE)


def script_language(text: str) -> str:
    """The language whose rules fit the script that most letters of the text are in.

    >>> script_language("Καλημέρα"), script_language("Guten Tag")
    ('el', 'en')
    """
    letters = Counter(filter(str.isalpha, text[:_SCRIPT_SAMPLE]))
    for language, first, last in _RULES_BY_SCRIPT:
        if 2 * sum(n for c, n in letters.items() if first <= c <= last) > letters.total():
            return language
    return "en"


def _starts(text: str, language: str) -> Iterator[int]:
    from sentencex import get_sentence_boundaries

    safe = _SURROGATES.sub("\ufffd", text.translate(_UNSAFE))
    start = 0
    while start < len(safe):
        block = safe[start : start + BLOCK]
        found = [start + s["start_index"] for s in get_sentence_boundaries(language, block)]
        is_last = start + len(block) == len(safe)
        goes_on = None if is_last or len(found) < 2 else found.pop()
        yield from found
        start = start + len(block) if goes_on is None else goes_on
