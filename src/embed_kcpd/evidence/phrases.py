"""Phrases by which a speaker announces something new, and words of conversation.

In:  the texts of the units.
Out: which of them hold a phrase of each kind.

The phrases stand in ``english.txt``, one section for each kind; other languages need only a
file like it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

Marks = npt.NDArray[np.bool_]

MOST_LEAD_INS = 3
"""Words such as "okay, so" that may stand before an announcement."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """Patterns of each kind of phrase, for text in which apostrophes are straight."""

    talk: re.Pattern[str]
    announcement: re.Pattern[str]
    mention: re.Pattern[str]
    opening: re.Pattern[str]


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
    sections = read_sections((files(__package__) / "english.txt").read_text(encoding="utf-8"))
    lead_in = rf"^\W*(?:{_any_of(sections['lead-in'])}\b\W*){{0,{MOST_LEAD_INS}}}"
    return Phrases(
        talk=_compiled(r"\b" + _any_of(sections["talk"]) + r"\b"),
        announcement=_compiled(lead_in + _any_of(sections["announcement"]) + r"\b"),
        mention=_compiled(r"\b" + _any_of(sections["mention"]) + r"\b"),
        opening=_compiled(r"^\W*" + _any_of(sections["opening"]) + r"\b"),
    )


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


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
