"""Phrases by which a speaker announces something new, and words of conversation.

In:  the texts of the units.
Out: which of them hold a phrase of each kind.

The phrases stand in ``english.txt``, one section for each kind; other languages need only a
file like it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

Marks = npt.NDArray[np.bool_]

FOLDER = Path(__file__).parent

MOST_LEAD_INS = 3
"""Words such as "okay, so" that may stand before an announcement."""


class Phrases:
    """Patterns of each kind of phrase, for text in which apostrophes are straight.

    A pattern takes a millisecond, so each is made when it is first asked for.
    """

    def __init__(self, sections: Mapping[str, Sequence[str]]) -> None:
        self._sections = sections

    @cached_property
    def talk(self) -> re.Pattern[str]:
        return self._compiled(r"\b", "talk")

    @cached_property
    def announcement(self) -> re.Pattern[str]:
        lead_in = _any_of(self._sections["lead-in"])
        return self._compiled(rf"^\W*(?:{lead_in}\b\W*){{0,{MOST_LEAD_INS}}}", "announcement")

    @cached_property
    def mention(self) -> re.Pattern[str]:
        return self._compiled(r"\b", "mention")

    @cached_property
    def opening(self) -> re.Pattern[str]:
        return self._compiled(r"^\W*", "opening")

    def _compiled(self, before: str, kind: str) -> re.Pattern[str]:
        return re.compile(before + _any_of(self._sections[kind]) + r"\b", re.IGNORECASE)


def marked(texts: Sequence[str], pattern: re.Pattern[str]) -> Marks:
    """Which of the texts hold the pattern.

    >>> marked(["Okay, so next question.", "He left the next day."], english().announcement)
    array([ True, False])
    """
    return np.array(
        [bool(pattern.search(text.replace("’", "'"))) for text in texts], dtype=np.bool_
    )


@lru_cache(maxsize=1)
def english() -> Phrases:
    """The phrases of ``english.txt``."""
    return Phrases(read_sections((FOLDER / "english.txt").read_text(encoding="utf-8")))


def read_sections(content: str) -> dict[str, list[str]]:
    """The lines under each "[name]", without comments.

    >>> read_sections("[a]\\n# why\\nmove on|over to\\n[b]\\nnext")
    {'a': ['move on|over to'], 'b': ['next']}
    """
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in map(str.strip, content.splitlines()):
        if line.startswith("["):
            lines = sections.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return sections


def _any_of(lines: Sequence[str]) -> str:
    """A group that matches one of the lines."""
    return "(?:" + "|".join(map(_line_pattern, lines)) + ")"


def _line_pattern(line: str) -> str:
    """The words of a line in order; "a|b" stands for either."""
    places = ("|".join(map(re.escape, word.split("|"))) for word in line.split())
    return r"\s+".join(f"(?:{place})" for place in places)
