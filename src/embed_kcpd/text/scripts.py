"""Which script a text is written in.

In:  a text.
Out: how many of its letters belong to each script, and the script that says most.

A script often gives the language away: Hangul is Korean, Thai letters are Thai.  Ranges are the
letters of Unicode's main blocks; rare extensions do not decide what a text is written in.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

MARKS = (
    "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e00-\u109f"
    "\u1780-\u17d3\u200c\u200d"
)
"""What a word may hold that is no ``\\w`` in Python, for a character class: accents, points of
Hebrew and Arabic, vowel signs from Devanagari to Khmer (with the letters among them), joiners."""

_RANGES = {
    "Latin": "41-5A 61-7A AA BA C0-D6 D8-F6 F8-2AF 1D00-1DBF 1E00-1EFF",
    "Greek": "370-3FF 1F00-1FFF",
    "Cyrillic": "400-481 48A-52F 1C80-1C8A",
    "Armenian": "531-556 560-588",
    "Hebrew": "5D0-5F2",
    "Arabic": "620-64A 66E-6D3 6FA-6FF 750-77F 8A0-8C7 FB50-FDFB FE70-FEFC",
    "Devanagari": "904-939 958-961 972-97F",
    "Bengali": "985-9B9 9CE 9DC-9E1",
    "Gurmukhi": "A05-A39 A59-A5E",
    "Gujarati": "A85-AB9",
    "Odia": "B05-B39",
    "Tamil": "B85-BB9",
    "Telugu": "C05-C39",
    "Kannada": "C85-CB9",
    "Malayalam": "D05-D3A",
    "Sinhala": "D85-DC6",
    "Thai": "E01-E30 E32-E33 E40-E46",
    "Lao": "E81-EB0 EB2-EB3 EC0-EC6 EDC-EDF",
    "Tibetan": "F40-F6C",
    "Burmese": "1000-102A 1050-1055",
    "Georgian": "10A0-10FF 1C90-1CBF",
    "Ethiopic": "1200-135A",
    "Khmer": "1780-17B3",
    "Kana": "3041-3096 30A1-30FA 30FC FF66-FF9F",
    "Hangul": "1100-11FF 3131-318E AC00-D7A3",
    "Han": "3005-3007 3400-4DBF 4E00-9FFF F900-FAFF 20000-323AF",
}
"""Code points of letters, in hexadecimal."""


def _bounds(part: str) -> tuple[int, int]:
    first, _, last = part.partition("-")
    return int(first, 16), int(last or first, 16)


_TABLE = sorted(
    (*_bounds(part), script) for script, parts in _RANGES.items() for part in parts.split()
)
_FIRST = [first for first, _, _ in _TABLE]

_LETTERS_A_WORD = {"Han": 2, "Kana": 2, "Hangul": 3}
"""Letters that make a word where five do elsewhere."""


def letters_by_script(text: str) -> dict[str, int]:
    """How many letters of the text belong to each script that occurs in it.

    >>> letters_by_script("AI技術 (2024)")
    {'Latin': 2, 'Han': 2}
    """
    letters: Counter[str] = Counter()
    for character, n in Counter(text).items():
        script = script_of(character)
        if script is not None:
            letters[script] += n
    return dict(letters)


@lru_cache(maxsize=4096)
def script_of(character: str) -> str | None:
    """The script a letter belongs to, ``None`` for what is no letter of one of them.

    >>> script_of("ж"), script_of("7")
    ('Cyrillic', None)
    """
    place = bisect_right(_FIRST, ord(character)) - 1
    if place < 0 or ord(character) > _TABLE[place][1]:
        return None
    return _TABLE[place][2]


def main_script(letters: Mapping[str, int]) -> str | None:
    """The script most of the words are in, ``None`` where there are no letters.

    >>> main_script({"Latin": 2, "Han": 2})
    'Han'
    """
    return max(letters, key=lambda script: words_in(script, letters[script])) if letters else None


def words_in(script: str, letters: int) -> float:
    """About how many words so many letters of a script make.

    >>> words_in("Latin", 20), words_in("Han", 20)
    (4.0, 10.0)
    """
    return letters / _LETTERS_A_WORD.get(script, 5)
