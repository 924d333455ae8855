"""Titles of reStructuredText: a line with punctuation under it, or between two lines of it.

In:  the lines of a file, and one of them by its number.
Out: the title that begins there, and its style.

The level of a title is how many styles the file used before this one; who reads it counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from embed_kcpd.readers.texts.rst_lines import ADORNMENT, Line

SHORTEST_UNDERLINE = 4
"""Characters of an underline that may be shorter than its title."""


@dataclass(frozen=True, slots=True)
class Title:
    """A title, and the line after it.

    ``style`` is the sign of its lines, and whether one of them stands above it.
    """

    text: str
    style: tuple[str, bool]
    end: int


def title_at(lines: Sequence[Line], at: int) -> Title | None:
    """The title that begins with a line."""
    if lines[at].indent or at + 1 >= len(lines):
        return None
    title, below = lines[at : at + 2]
    if ADORNMENT.match(title.content):
        return _overlined(lines, at)
    rule = ADORNMENT.match(below.content)
    if rule is None or below.indent or not _is_under(below.content, title.content):
        return None
    return Title(title.content, (rule[1], False), at + 2)


def _overlined(lines: Sequence[Line], at: int) -> Title | None:
    if at + 2 >= len(lines) or lines[at + 1].is_blank:
        return None
    rule, title, below = lines[at : at + 3]
    if below.content != rule.content or len(rule.content) < len(title.content):
        return None
    return Title(title.content, (rule.content[0], True), at + 3)


def _is_under(rule: str, title: str) -> bool:
    """Whether a line of punctuation is long enough to make a title of the line above it."""
    return len(rule) >= min(len(title), SHORTEST_UNDERLINE)
