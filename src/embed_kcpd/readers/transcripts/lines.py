"""The lines of a file, each with its place in it.

In:  a text.
Out: its lines without their ends; only CR, LF and CRLF end a line, as subtitle formats say.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from embed_kcpd.text.places import SourceSpan

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line, and the character of the file at which it begins."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()


def text_lines(text: str) -> list[Line]:
    """Every line of a text.

    >>> [line.text for line in text_lines("a\\r\\nb\\u2028c\\r")]
    ['a', 'b\\u2028c']
    """
    found = _LINE.finditer(text)
    return [Line(line[0].rstrip("\r\n"), line.start()) for line in found if line[0]]


def span_of(lines: list[Line]) -> SourceSpan:
    """From the first to the last of these lines."""
    return SourceSpan(lines[0].start, lines[-1].end)


def bare_lines(lines: Sequence[Line]) -> list[Line]:
    """The lines without blanks around them, and without blank ones before and behind them."""
    bare = [
        Line(line.text.strip(), line.start + len(line.text) - len(line.text.lstrip()))
        for line in lines
    ]
    shown = [number for number, line in enumerate(bare) if line.text]
    return bare[shown[0] : shown[-1] + 1] if shown else []
