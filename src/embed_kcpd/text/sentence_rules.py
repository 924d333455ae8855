"""What ``sentencex`` leaves to be mended in languages other than English.

In:  a text, where its sentences start, and its language.
Out: better starts.

Three corrections: a full stop after an ordinal or a short abbreviation ends no sentence where
what follows goes on; a full stop of Chinese or Japanese always ends one, also before a number;
and Thai and Lao, which mark the end of a sentence by a space and of a phrase likewise, are cut
at spaces into phrases of some length.  English is left as it is.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

PHRASE = 30
"""Characters a phrase of Thai or Lao must have before the next may start."""

_SPACE_LANGUAGES = ("th", "lo")

_SHORT_WORD = re.compile(r"(?:^|(?<=[\s(\"«„“'’.-]))(?:\d{1,4}|[^\W\d_]{1,3})\.\s*$")
"""An ordinal or what may be an abbreviation, with its full stop, before a start."""

_GERMAN_ORDINAL = re.compile(r"(?:^|(?<=\s))\d{1,2}\.\s+$")
_INITIAL = re.compile(r"[^\W\d_]\.")
_LOOK_BACK = 12

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
    if language == "en":
        yield from starts
        return
    kept = [_at_quote(text, start) for start in starts if not _goes_on(text, start, language)]
    wide = [match.end() for match in _WIDE_STOP.finditer(text)]
    ordered = sorted({0, *kept, *wide})
    if language not in _SPACE_LANGUAGES:
        yield from ordered
        return
    for start, end in pairwise([*ordered, len(text)]):
        yield start
        yield from _phrase_starts(text, start, end)


def _goes_on(text: str, start: int, language: str) -> bool:
    """Whether the sentence before ``start`` goes on there."""
    if start == 0 or start >= len(text):
        return False
    before, after = text[max(0, start - _LOOK_BACK) : start], text[start]
    if _QUOTE_GOES_ON.match(text, start - 1):
        return True
    if language == "de" and _GERMAN_ORDINAL.search(before) and after.isalpha():
        return True
    if not _SHORT_WORD.search(before):
        return False
    follows_at_once = not text[start - 1].isspace()
    return after.islower() or follows_at_once or _INITIAL.match(text, start) is not None


def _at_quote(text: str, start: int) -> int:
    """The start, or the quotation mark before it that opens the sentence: white space precedes."""
    opens = start > 1 and text[start - 1] in '"”»' and text[start - 2].isspace()
    return start - 1 if opens else start


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
