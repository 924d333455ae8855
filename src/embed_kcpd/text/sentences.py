"""Text to sentences, in any script.

In:  a string, and a language if one is known.
Out: sentences that tile it.

``sentencex`` finds the sentences.  It is shown a copy of the text in which every character
stands at the same place but cannot trouble it, a few thousand characters at a time, so that
neither a quotation that never closes nor a file of one line costs more than its length.
The last sentence of a block may go on in the next one, so the next block starts with it; a
sentence longer than a block goes on with its last word.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from embed_kcpd.text.language_names import main_code
from embed_kcpd.text.scripts import letters_by_script, main_script
from embed_kcpd.text.sentence_rules import mended_starts
from embed_kcpd.text.stray_marks import without_stray_marks
from embed_kcpd.text.units import Unit, check_text, tiled

LONGEST_SENTENCE = 500
"""Bytes (UTF-8) beyond which a sentence is cut: about 80 English words or 160 Chinese
characters.  Captions without full stops, Thai, tables and code become units of this size."""

BLOCK = 4_096
"""Characters shown to ``sentencex`` at a time."""

_SCRIPT_SAMPLE = 20_000
"""Characters looked at to find the script."""

_RULES_BY_SCRIPT = {
    "Greek": "el",
    "Cyrillic": "ru",
    "Thai": "th",
    "Lao": "lo",
    "Kana": "ja",
    "Han": "zh",
}
"""Scripts whose sentences end otherwise than the English rules say: Greek asks with a semicolon,
Cyrillic has its own abbreviations, Thai has no marks; the marks of Arabic, Armenian, Ethiopic,
Hindi and others belong to the rules of every language."""

_TWO_BYTES = ("Arabic", "Armenian", "Cyrillic", "Greek", "Hebrew")
_THREE_BYTES = (
    *("Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi"),
    *("Hangul", "Kannada", "Malayalam", "Odia", "Sinhala", "Tamil", "Telugu"),
)
"""Scripts with spaces between words whose letters take more bytes, not more tokens."""

_MARKS = {ord(mark): "\u104b" for mark in "\u17d4\u17d5\u0f0d\u0f0e"}
"""Ends of sentences in Khmer and Tibetan, which ``sentencex`` 1.0 does not know; it knows the
Burmese one, which stands alone in the same way."""

_UNSAFE = {
    **dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys((0x85, 0x2028, 0x2029), "\n"),
}
"""White space beyond ASCII, which ``sentencex`` 1.0 cuts in two; lines stay lines."""
_ITEM = re.compile(r"\s*(?:\(?(?:\d{1,3}|[^\W\d_]{1,2}|[ivxlc]{1,5})[.)]\s+)+")
"""Numbers or letters in front of an item of a list or a paragraph of a law."""

_GERSHAYIM = re.compile('(?<=[\u05d0-\u05ea])"(?=[\u05d0-\u05ea])')
"""The mark inside abbreviations of Hebrew (``צה"ל``), written as a quotation mark."""

_SURROGATES = re.compile("[\ud800-\udfff]")
_WORD = re.compile(r"\S+")
_LONGEST_WORD = 200
"""Characters looked back for the beginning of a word."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences; the language (``"de"``, ``"pt-BR"``) says which abbreviations end
    no sentence.

    Without a language the script of the text chooses the rules; Latin letters have those of
    English.

    >>> text = "Dr. Hill came. She sat down."
    >>> [text[unit.start : unit.end] for unit in Sentences().split(text)]
    ['Dr. Hill came. ', 'She sat down.']
    """

    language: str | None = None
    name: ClassVar[str] = "sentences"

    def __post_init__(self) -> None:
        if self.language is not None:
            main_code(self.language)

    def split(self, text: str) -> tuple[Unit, ...]:
        check_text(text)
        script = main_script(letters_by_script(text[:_SCRIPT_SAMPLE])) or "Latin"
        language = main_code(self.language) if self.language else _RULES_BY_SCRIPT.get(script, "en")
        starts = mended_starts(text, _starts(text, language), language)
        return tiled(text, starts, LONGEST_SENTENCE * _bytes_per_letter(script))


def _bytes_per_letter(script: str) -> int:
    """How many bytes stand for one of Latin: letters of other alphabets hold as much, not more."""
    return 2 if script in _TWO_BYTES else 3 if script in _THREE_BYTES else 1


def _starts(text: str, language: str) -> Iterator[int]:
    """First characters of sentences, block by block."""
    safe = _SURROGATES.sub("\ufffd", text.translate(_UNSAFE | _MARKS))
    safe = without_stray_marks(_GERSHAYIM.sub("\u05f4", safe))
    start, goes_on = 0, False
    while start < len(safe):
        end = min(start + BLOCK, len(safe))
        starts = _starts_in_block(safe, start, end, language)
        own = starts[1:] if goes_on else starts
        if end == len(safe):
            yield from own
            return
        goes_on = len(starts) == 1
        yield from own if goes_on else own[:-1]
        start = _last_word(safe, start, end) if goes_on else starts[-1]


def _starts_in_block(safe: str, start: int, end: int, language: str) -> list[int]:
    """Starts between two places.

    What stands behind the number of an item, "(2) ...", is one sentence for ``sentencex``, so it
    is shown to it once more without the number.
    """
    from sentencex import get_sentence_boundaries

    starts = []
    for sentence in get_sentence_boundaries(language, safe[start:end]):
        first, item = start + sentence["start_index"], _ITEM.match(sentence["text"])
        starts.append(first)
        if item is not None:
            inner = get_sentence_boundaries(language, sentence["text"][item.end() :])
            starts += [first + item.end() + each["start_index"] for each in inner[1:]]
    return starts


def _last_word(text: str, start: int, end: int) -> int:
    """Where the last word of a block begins, or its last character if no word is near.

    A sentence that is longer than a block goes on there: a mark that ends it is then seen
    whole, and the block's edge inside a word is no boundary.
    """
    nearby = max(start + 1, end - _LONGEST_WORD)
    words = list(_WORD.finditer(text, nearby, end))
    return words[-1].start() if words and words[-1].start() > nearby else end - 1
