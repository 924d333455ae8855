"""Paragraphs of reStructuredText, and blocks whose lines stay lines.

In:  the lines of a file, and one of them by its number.
Out: where what begins there ends, and its text, still with the markup inside lines.
"""

from collections.abc import Sequence

from embed_kcpd.readers.texts.rst_indentation import is_blank_at, is_deeper_at
from embed_kcpd.readers.texts.rst_lines import EXPLICIT, FIELD, LINE_BLOCK, OPTION, Line


def paragraph_end(lines: Sequence[Line], at: int, *, in_list: bool) -> int:
    """The line after a paragraph.

    Deeper lines right below it belong to it; below a single line or an option of a command they
    are what it defines.
    """
    indent = lines[at].indent
    end = at + 1
    while not is_blank_at(lines, end) and lines[end].indent == indent:
        if EXPLICIT.match(lines[end].content) or _begins_item(lines[at], lines[end], in_list):
            break
        end += 1
    is_term = end == at + 1 or OPTION.match(lines[at].content)
    while not is_term and is_deeper_at(lines, end, indent):
        end += 1
    return end


def _begins_item(first: Line, line: Line, in_list: bool) -> bool:
    """Whether a line of options or fields goes on with the next one."""
    if OPTION.match(first.content):
        return OPTION.match(line.content) is not None
    return in_list and FIELD.match(line.content) is not None


def without_announcement(source: str) -> str:
    """A paragraph that ends with the two colons that announce code, as it is shown.

    >>> without_announcement("Dig::"), without_announcement("Dig. ::"), without_announcement("::")
    ('Dig:', 'Dig.', '')
    """
    before = source[:-2]
    shown = before.rstrip() if before[-1:].isspace() else before + ":"
    return "" if shown == ":" else shown


def line_block(lines: Sequence[Line], at: int) -> tuple[list[str], int]:
    """Lines with a bar before them, without it, and the line after them."""
    end = at
    shown: list[str] = []
    while not is_blank_at(lines, end):
        bar = LINE_BLOCK.match(lines[end].content)
        if bar is None and lines[end].indent <= lines[at].indent:
            break
        shown.append(lines[end].content[bar.end() if bar else 0 :])
        end += 1
    return shown, end
