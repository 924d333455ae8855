"""Items of lists and fields of reStructuredText, by what stands before them.

In:  the lines of a file, and one of them by its number.
Out: how wide the marker of an item is, and a field as text.
"""

import re
from collections.abc import Mapping, Sequence

from embed_kcpd.readers.texts.rst_indentation import is_blank_at, is_deeper_at
from embed_kcpd.readers.texts.rst_inline import plain_text
from embed_kcpd.readers.texts.rst_lines import BULLET, MARKER, Line


def marker_width(lines: Sequence[Line], at: int) -> int | None:
    """Characters of the marker that begins a line, or nothing where the line is no item."""
    marker = MARKER.match(lines[at].content)
    return marker.end() if marker and _is_item(lines, at, marker) else None


def _is_item(lines: Sequence[Line], at: int, marker: re.Match[str]) -> bool:
    """Whether a list goes on below: "A. Smith" also begins a paragraph."""
    if BULLET.match(marker[0]) or is_blank_at(lines, at + 1):
        return True
    line, below = lines[at : at + 2]
    if below.indent >= line.indent + marker.end():
        return True
    return below.indent == line.indent and MARKER.match(below.content) is not None


def field_as_text(
    lines: Sequence[Line], at: int, field: re.Match[str], substitutions: Mapping[str, str]
) -> Line:
    """``:name: body`` as ``name: body``, as deep as the lines that go on with it."""
    line = lines[at]
    name = plain_text(field[1], substitutions)
    rest = line.content[field.end() :]
    text = f"{name}: {rest}".strip() if rest else name
    goes_on = is_deeper_at(lines, at + 1, line.indent)
    indent = lines[at + 1].indent if goes_on else line.indent + 1
    return Line(text, indent, line.start + 1, line.end)
