"""Tables of reStructuredText: drawn with lines, under lines of equal signs, or of values.

In:  the lines of a file.
Out: the rows of a table, their cells still with the markup inside lines.
"""

import csv
import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from embed_kcpd.readers.texts.rst_indentation import is_blank_at
from embed_kcpd.readers.texts.rst_lines import ADORNMENT, Line

_PARTIAL_RULE = re.compile(r"\+[-=]{2,}(?:\+[-=]{2,})*\+?")


def grid_table(lines: Sequence[Line], at: int) -> tuple[list[list[str]], int]:
    """A table drawn with lines, and the line after it: cells between bars, rows between rules."""
    end = at
    while not is_blank_at(lines, end) and lines[end].content[0] in "+|":
        end += 1
    rows: list[list[str]] = []
    group: list[list[str]] = []
    for line in lines[at:end]:
        if line.content.startswith("+") and set(line.content) <= set("+-="):
            rows.append(_joined(group))
            group = []
        else:
            bare = _PARTIAL_RULE.sub("|", line.content).strip("|")
            group.append(bare.split("|"))
    rows.append(_joined(group))
    return rows, end


def _joined(group: Sequence[Sequence[str]]) -> list[str]:
    """The cells of a row that takes several lines."""
    if not group:
        return []
    width = max(len(cells) for cells in group)
    filled = [[*cells, *[""] * (width - len(cells))] for cells in group]
    return ["\n".join(part.strip() for part in column) for column in zip(*filled, strict=True)]


def simple_table(lines: Sequence[Line], at: int) -> tuple[list[list[str]], int]:
    """A table under lines of equal signs, whose gaps part the columns, and the line after it."""
    indent = lines[at].indent
    starts = [indent + match.start() for match in re.finditer("=+", lines[at].content)]
    rows: list[list[str]] = []
    n_borders, end = 1, at + 1
    while end < len(lines) and n_borders < 3:
        line = lines[end]
        if not line.is_blank and line.indent < indent:
            break
        end += 1
        if ADORNMENT.match(line.content.replace(" ", "")) and line.content[:2] == "==":
            n_borders += 2 if is_blank_at(lines, end) and n_borders > 1 else 1
            if is_blank_at(lines, end):
                break
        elif line.content and not set(line.content) <= set("- "):
            _add_row(rows, line, starts)
    return rows, end


def _add_row(rows: list[list[str]], line: Line, starts: Sequence[int]) -> None:
    """A line as a row of its own, or, without a first cell, as more of the row above."""
    text = " " * line.indent + _in_columns(line.content)
    edges = [*starts, len(text) + 1]
    cells = [text[first:last].replace("\0", "").strip() for first, last in pairwise(edges)]
    if rows and not cells[0] and len(starts) > 1:
        rows[-1] = [f"{old}\n{new}" for old, new in zip(rows[-1], cells, strict=True)]
    else:
        rows.append(cells)


def _in_columns(text: str) -> str:
    """The text with a mark after each letter that is two columns wide."""
    if text.isascii():
        return text
    return "".join(c + "\0" if unicodedata.east_asian_width(c) in "WF" else c for c in text)


def csv_table(lines: Sequence[Line]) -> list[list[str]] | None:
    """Values with commas between them, or nothing where they cannot be read."""
    values = [line.content for line in lines if not line.is_blank]
    try:
        return list(csv.reader(values, skipinitialspace=True))
    except csv.Error:
        return None
