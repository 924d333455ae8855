"""Which script a text is written in.

In:  a text.
Out: how many of its letters belong to each script, and the script that says most.

A script often gives the language away: Hangul is Korean, Thai letters are Thai.  Ranges are the
letters of Unicode's main blocks; rare extensions do not decide what a text is written in.
"""

import re
from collections.abc import Mapping

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


def _letters(ranges: str) -> re.Pattern[str]:
    ends = (part.split("-") for part in ranges.split())
    return re.compile(f"[{''.join('-'.join(chr(int(end, 16)) for end in pair) for pair in ends)}]")


_LETTERS = {script: _letters(ranges) for script, ranges in _RANGES.items()}

_LETTERS_A_WORD = {"Han": 2, "Kana": 2, "Hangul": 3}
"""Letters that make a word where five do elsewhere."""


def letters_by_script(text: str) -> dict[str, int]:
    """How many letters of the text belong to each script that occurs in it.

    >>> letters_by_script("AI技術 (2024)")
    {'Latin': 2, 'Han': 2}
    """
    if text.isascii():
        counts = {"Latin": sum(map(str.isalpha, text))}
    else:
        counts = {script: len(letters.findall(text)) for script, letters in _LETTERS.items()}
    return {script: n for script, n in counts.items() if n}


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
