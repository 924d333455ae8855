"""The paragraphs of a text, and the pieces of units they are made of.

In:  a text, its units, what is known of its line breaks.
Out: pieces in the order of the text; joined, they are the text without the blank lines.

A paragraph ends at a blank line.  Line breaks inside it are kept where they mean something (code,
tables, verses, lists), and flow where they only wrap prose.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from embed_kcpd.text.units import Unit

WRAPPED = 45
"""Characters of a line from which on its end may be that of wrapped prose."""

MOSTLY = 0.75
"""Share of the lines that have to be long for prose, or set like code for code."""

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*|\u2029")
_CODE = re.compile(
    r"""\t | \A[ ]{2} | \A\s*(```|~~~|>>>|\$[ ]|[{}<#/;]|import[ ]|def[ ]) | [{};]\Z
    | \w\[ | [ ][=|][ ] | \A\s*[-+|:=][-+|:=\s]*\Z | \S[ ]{3,}\S | [ ]\|\Z""",
    re.VERBOSE,
)
"""What half of the lines of code, of a table or of an aligned list have."""

_CALL = re.compile(r"\w\(")
"""What such a line may have besides, if it ends with the other bracket."""


Lines = Literal["", "lines", "code"]
"""What becomes of the line breaks of a paragraph: they flow, are kept, or are those of code or of
a table.  The word is its class in the page."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters of one unit in one paragraph, which are counted from 0.

    ``is_first`` marks the first piece of its unit.
    """

    unit: int
    is_first: bool
    paragraph: int
    lines: Lines
    text: str


def pieces_of(text: str, units: Sequence[Unit], known: Lines | None = None) -> Iterator[Piece]:
    """Every piece of the text that is not blank.

    ``known`` is what holds for all lines.  Where all line breaks only wrap, as in captions, each
    unit is a paragraph of its own.
    """
    at, last, number = 0, -1, -1
    for start, end in _paragraphs(text):
        lines = _lines(text[start:end]) if known is None else known
        while at < len(units) and units[at].end <= start:
            at += 1
        unit, is_new = at, True
        while unit < len(units) and units[unit].start < end:
            piece = text[max(start, units[unit].start) : min(end, units[unit].end)]
            if piece.strip():
                number += is_new or known == ""
                yield Piece(unit, unit != last, number, lines, piece)
                last, is_new = unit, False
            unit += 1


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BLANK_LINE.finditer(text):
        yield start, match.start()
        # Spaces before the first word of the next paragraph are kept: code is indented.
        start = match.start() + len(match[0].rstrip(" \t"))
    yield start, len(text.rstrip())


def _lines(paragraph: str) -> Lines:
    """What to do with the line breaks of a paragraph.

    >>> _lines("one"), _lines("def f():\\n    return 1"), _lines("Roses are red,\\nviolets are")
    ('', 'code', 'lines')
    """
    lines = [line.rstrip() for line in paragraph.strip("\n").splitlines()]
    if len(lines) < 2:
        return ""
    if sum(map(_is_code, lines)) >= 0.5 * len(lines):
        return "code"
    if sum(len(line) >= WRAPPED for line in lines[:-1]) >= MOSTLY * (len(lines) - 1):
        return ""
    return "lines"


def _is_code(line: str) -> bool:
    is_call = line.endswith(")") and _CALL.search(line) is not None
    return is_call or _CODE.search(line) is not None
