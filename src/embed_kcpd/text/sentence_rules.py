"""What ``sentencex`` leaves to be mended.

In:  a text, where its sentences start, and its language.
Out: better starts.

In every language a sentence begins with the quotation mark or bracket that opens it, and the
number of a paragraph (``12.``) is no sentence of its own.  In languages other than English a full
stop after an ordinal or an abbreviation ends no sentence where what follows goes on, nor does a
quotation before the words that say who spoke; a full stop of Chinese or Japanese always ends one,
also before a number, and one of German before a year; and Thai and Lao, which mark the end of a
sentence by a space and of a phrase likewise, are cut at spaces into phrases of some length.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from embed_kcpd.text.abbreviations import ends_no_sentence
from embed_kcpd.text.scripts import MARKS
from embed_kcpd.text.time_phrases import is_only_a_date

PHRASE = 30
"""Characters a phrase of Thai or Lao must have before the next may start."""

_SPACE_LANGUAGES = ("th", "lo")

_SHORT_WORD = re.compile(
    rf"(?:^|(?<=[\s(\"«„“'’.-]))(?:\d{{1,4}}|(?:[^\W\d_][{MARKS}]*){{1,3}})\.\s*$"
)
"""An ordinal or what may be an abbreviation, with its full stop, before a start."""

_ORDINAL = re.compile(r"(?:^|(?<=\s))\d{1,2}\.\s+$")
_DAY_AND_MONTH = re.compile(r"\d{1,2}\.\s?\d{1,2}\.\s+$")
_YEAR = re.compile(r"\d{4}\b")
_MONTH_AND_YEAR = re.compile(r"\d{1,2}\.\s?\d{4}")
_KOREAN_DATE = re.compile(r"(?:^|(?<=\s))\d{1,4}\.[ \t]*$")
_INITIAL = re.compile(r"[^\W\d_]\.")
_LOOK_BACK = 12

_FOREIGN_TITLE = re.compile(r"(?:^|[^A-Za-z])(?:Mr|Mrs|Ms|Dr|Prof|St|vs)\.\s*$")
"""Also without a space before it, as in Chinese and Japanese."""

_ARABIC_INITIAL = re.compile(rf"(?:^|(?<=[\s(.\d]))[\u0621-\u064a\u067e-\u06d3][{MARKS}]*\.\s*$")
"""One letter of Arabic or Persian: of a name, or of an era as in ``۱۳۹۸ه.ش.``."""

_THAI_ABBREVIATION = re.compile(r"(?:^|(?<=[\s(.]))[\u0e01-\u0e4e]{1,4}\.\s*$")
"""Thai ends abbreviations with a full stop, and hardly a sentence: ``พ.ศ.``, ``ดร.``, ``น.``."""

_ALWAYS_ABBREVIATED = (_FOREIGN_TITLE, _ARABIC_INITIAL, _THAI_ABBREVIATION)

_WORD = re.compile(r"(?:^|(?<=[\s(\"«„“'’]))([^\s.(\"«„“'’]+(?:\.[^\s.]+)*)\.\s*$")
"""The last word before a start, with its full stop: possibly an abbreviation."""

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*$")

_QUOTATION_ENDS = re.compile(r"[.!?…][\"”“»«’'›][^\S\n]*$")
_DASH = re.compile(r"[—–]\s?|- ")
"""Before the words that say who spoke, where it stands on the line of what was said."""

_OPENING = frozenset("\"'“”„‚‘’«»‹›([{")
_OPENING_WITH_SPACE = frozenset("«‹")
"""Marks that open a sentence; behind those of French a space stands."""

_MARKER = re.compile(r"\s*(?:\d{1,3}|[^\W\d_]|[ivxlc]{1,5}|[IVXLC]{1,5})[.)][^\S\n]+")
"""The number or letter that a paragraph or an item of a list is counted by."""
_LONGEST_MARKER = 12

_YEAR_LANGUAGES = ("de", "fi", "cs", "da")
"""Languages whose ordinals keep ``sentencex`` from ending any sentence before a number."""

_BEFORE_A_YEAR = re.compile(r"[.!?][\"”“»«]?\s+(?=\d{4}[\s-][^\W\d_])")
_WHOLE_WORD = re.compile(r"[^\W\d_]{2,}[aeiouyäöüåáéíóúůæø][^\W\d_]{0,2}$")
"""Not what most abbreviations look like: they are short or end in consonants (``gegr.``)."""
_LONGEST_WORD = 30

_WIDE_STOP = re.compile(r"[。！？｡][\"'”’」』）】》〉]*\s*(?=[0-9０-９A-Za-z])")
_QUOTE_GOES_ON = re.compile(r"[」』](?=[とっなのをがはにへでも、，])")

_SPACE = re.compile(r"\s+")
_CONNECTIVES = (
    *("และ", "ซึ่ง", "หรือ", "โดย", "รวม", "เพราะ", "แล้ว"),
    *("ก็", "จึง", "เช่น", "ที่", "ด้วย", "ว่า", "เพื่อ"),
)
"""And, which, or, by, including, because, then, so, such as, that, with, in order to: a phrase of
Thai that begins with one of them goes on with the sentence before."""

_THAI_OR_LAO = re.compile("[\u0e01-\u0e45\u0e47-\u0eff\"'“”‘’)]")
"""Beside a space that parts phrases; numbers and foreign words have spaces of their own."""


def mended_starts(text: str, starts: Iterable[int], language: str) -> Iterator[int]:
    """Where sentences start, in order."""
    if language != "en":
        starts = _of_other_languages(text, starts, language)
    last = -1
    for start in starts:
        opened = _at_opening(text, start)
        if opened > last and not _is_marker(text, last, opened):
            yield opened
            last = opened


def _of_other_languages(text: str, starts: Iterable[int], language: str) -> Iterator[int]:
    """Where sentences of another language than English start, in order."""
    kept = [start for start in starts if not _goes_on(text, start, language)]
    added = [match.end() for match in _WIDE_STOP.finditer(text)]
    if language in _YEAR_LANGUAGES:
        added += _before_years(text, language)
    ordered = sorted({0, *kept, *added})
    if language not in _SPACE_LANGUAGES:
        yield from ordered
        return
    for start, end in pairwise([*ordered, len(text)]):
        yield start
        yield from _phrase_starts(text, start, end)


def _before_years(text: str, language: str) -> Iterator[int]:
    """Starts of sentences that begin with a year, behind a word that is no abbreviation."""
    for stop in _BEFORE_A_YEAR.finditer(text):
        word = _WHOLE_WORD.search(text[max(0, stop.start() - _LONGEST_WORD) : stop.start()])
        if word and not ends_no_sentence(word[0], language, before_number=True):
            yield stop.end()


def _goes_on(text: str, start: int, language: str) -> bool:
    """Whether the sentence before ``start`` goes on there."""
    if start == 0 or start >= len(text):
        return False
    if _QUOTE_GOES_ON.match(text, start - 1):
        return True
    before = text[max(0, start - _LOOK_BACK) : start]
    return not _BLANK_LINE.search(before) and (
        _says_who_spoke(text, start, before)
        or _is_abbreviated(text, start, before, language)
        or _is_counted(text, start, before, language)
        or is_only_a_date(text, start, language)
    )


def _says_who_spoke(text: str, start: int, before: str) -> bool:
    """Whether a small letter follows on a quotation, or on a dash in the same line."""
    dash = _DASH.match(text, start)
    letter = text[dash.end() : dash.end() + 1] if dash else text[start]
    is_in_line = bool(_QUOTATION_ENDS.search(before)) or (dash is not None and "\n" not in before)
    return is_in_line and letter.islower()


def _is_abbreviated(text: str, start: int, before: str, language: str) -> bool:
    """Whether the full stop before ``start`` belongs to an abbreviation."""
    if any(known.search(before) for known in _ALWAYS_ABBREVIATED):
        return True
    after, word = text[start], _WORD.search(before)
    if word is not None and ends_no_sentence(word[1], language, after.isdigit()):
        return True
    follows_at_once = not text[start - 1].isspace()
    goes_on = after.islower() or follows_at_once or _INITIAL.match(text, start) is not None
    return goes_on and _SHORT_WORD.search(before) is not None


def _is_counted(text: str, start: int, before: str, language: str) -> bool:
    """Whether the full stop belongs to a date, or to an ordinal of German."""
    if language == "ko":
        return _KOREAN_DATE.search(before) is not None
    if _ORDINAL.search(before) is None:
        return False
    if language == "de" and text[start].isalpha():
        return True
    is_month = _DAY_AND_MONTH.search(before) is not None
    return (_YEAR if is_month else _MONTH_AND_YEAR).match(text, start) is not None


def _is_marker(text: str, start: int, end: int) -> bool:
    """Whether nothing stands there but the number or letter of what follows."""
    return (
        start >= 0 and end - start <= _LONGEST_MARKER and bool(_MARKER.fullmatch(text, start, end))
    )


def _at_opening(text: str, start: int) -> int:
    """The start, or the mark before it that opens the sentence: white space precedes."""
    if start > 1 and text[start - 1] in _OPENING and text[start - 2].isspace():
        return start - 1
    if start > 2 and text[start - 2] in _OPENING_WITH_SPACE and text[start - 1].isspace():
        return start - 2 if text[start - 3].isspace() else start
    return start


def _phrase_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Starts of phrases inside a sentence of Thai or Lao."""
    last = start
    for space in _SPACE.finditer(text, start, end):
        place = space.end()
        if place < end and space.start() - last >= PHRASE and _parts_phrases(text, space):
            yield place
            last = place


def _parts_phrases(text: str, space: re.Match[str]) -> bool:
    before, after = text[space.start() - 1], text[space.end()]
    if not (_THAI_OR_LAO.match(before) and _THAI_OR_LAO.match(after)):
        return False
    return not text.startswith(_CONNECTIVES, space.end())
