"""Markdown to lines without what surrounds them: quotation marks, list markers, indentation.

In:  the text of a file.
Out: its lines; each knows whether it begins a list item and whether it is code in a fence.

The first of two passes.  Whether a ``-`` begins an item or a ``>`` a quotation depends on the
fences and lists around it, so this pass keeps track of both.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, pairwise

_QUOTE = re.compile(r" {0,3}>[ \t]?")
_MARKER = re.compile(r"( {0,3})([-*+]|\d{1,9}[.)])(?:([ \t]+)(?=\S)|[ \t]*$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)$")
_NUMBER_IN_TEXT = re.compile(r" {0,3}(?!1[.)])\d{1,9}[.)][ \t]+\S")
"""A line that begins a list only where no paragraph goes on: "13. What else ..."."""

_TITLE = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
BREAK = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")

MOST_MARKERS = 100
"""Markers of lists at the beginning of one line; what follows them is text."""


class Fence(Enum):
    """Where a line stands in fenced code."""

    outside = 0
    edge = 1
    inside = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A line: ``content`` without markers, which begins at ``start`` of the file."""

    content: str
    start: int
    end: int
    is_item: bool = False
    in_list: bool = False
    fence: Fence = Fence.outside

    @property
    def is_blank(self) -> bool:
        return not self.content.strip()

    @property
    def indent(self) -> int:
        return _width(self.content)


def markdown_lines(text: str) -> Iterator[Line]:
    """The lines of a file from its first character on."""
    lists: list[int] = []
    fence = ""
    goes_on = False
    edges = accumulate(map(len, text.splitlines(keepends=True)), initial=0)
    for start, next_start in pairwise(edges):
        whole = text[start:next_start].rstrip("\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
        end = start + len(whole)
        content, quoted = _unquoted(whole)
        if fence:
            line = _code_line(content if quoted else whole, end, lists, fence)
            fence = "" if line.fence is Fence.edge else fence
            yield line
            continue
        if not (goes_on and not lists and _NUMBER_IN_TEXT.match(content)):
            content, is_item = _unlisted(content, lists)
        else:
            is_item = False
        goes_on = bool(content.strip()) and not (_TITLE.match(content) or BREAK.match(content))
        opening = _FENCE.match(content)
        if opening and not ("`" in opening[1] and "`" in opening[2]):
            fence = opening[1]
            yield Line(content, end - len(content), end, is_item, bool(lists), Fence.edge)
            continue
        yield Line(content, end - len(content), end, is_item, bool(lists))


def _unquoted(content: str) -> tuple[str, bool]:
    """The line without the marks of quotations, and whether there were any."""
    at = 0
    while (mark := _QUOTE.match(content, at)) is not None:
        at = mark.end()
    return content[at:], at > 0


def _unlisted(content: str, lists: list[int]) -> tuple[str, bool]:
    """The line without the indentation and the markers of lists.

    ``lists`` are the columns at which the open lists write, and follows the line.
    """
    if not content.strip():
        return content, False
    while lists and _width(content) < lists[-1]:
        lists.pop()
    column = lists[-1] if lists else 0
    content, is_item = _dedented(content, column), False
    for _ in range(MOST_MARKERS):
        marker = None if BREAK.match(content) else _MARKER.match(content)
        if marker is None:
            break
        blanks = len(marker[3] or " ")
        # More than four blanks: the item begins with indented code.
        width = len(marker[1]) + len(marker[2]) + (blanks if blanks <= 4 else 1)
        column += width
        lists.append(column)
        content, is_item = content[width:], True
    return content, is_item


def _code_line(content: str, end: int, lists: list[int], fence: str) -> Line:
    code = _dedented(content, lists[-1] if lists else 0)
    closing = _FENCE.match(code)
    is_end = closing is not None and closing[1].startswith(fence) and not closing[2].strip()
    state = Fence.edge if is_end else Fence.inside
    return Line(code, end - len(code), end, in_list=bool(lists), fence=state)


def _width(content: str) -> int:
    """Columns of white space before the line; a tab goes to the next multiple of four."""
    blanks = content[: len(content) - len(content.lstrip(" \t"))]
    return len(blanks.expandtabs(4))


def _dedented(content: str, columns: int) -> str:
    """The line without so many columns of white space, as far as it has them."""
    at = width = 0
    while at < len(content) and width < columns and content[at] in " \t":
        width += 4 - width % 4 if content[at] == "\t" else 1
        at += 1
    return content[at:]
