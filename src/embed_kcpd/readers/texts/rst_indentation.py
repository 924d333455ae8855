"""What stands together in reStructuredText, by blank lines and indentation.

In:  the lines of a file, and one of them by its number.
Out: where what begins there ends, as the number of the line after it.
"""

from collections.abc import Sequence

from embed_kcpd.readers.texts.rst_lines import Line


def is_blank_at(lines: Sequence[Line], at: int) -> bool:
    """Whether there is no text in a line; the file ends with a blank one."""
    return at >= len(lines) or lines[at].is_blank


def is_deeper_at(lines: Sequence[Line], at: int, indent: int) -> bool:
    """Whether a line has text that begins more than ``indent`` columns in."""
    return not is_blank_at(lines, at) and lines[at].indent > indent


def run_end(lines: Sequence[Line], at: int) -> int:
    """The next blank line."""
    end = at + 1
    while not is_blank_at(lines, end):
        end += 1
    return end


def body_end(lines: Sequence[Line], at: int) -> int:
    """The line after what stands deeper than a line, with blank lines between."""
    return deeper_end(lines, at + 1, lines[at].indent)


def deeper_end(lines: Sequence[Line], at: int, indent: int) -> int:
    """The line after the last one that stands more than ``indent`` columns in, from one line on."""
    after = at
    for end in range(at, len(lines)):
        if lines[end].is_blank:
            continue
        if lines[end].indent <= indent:
            break
        after = end + 1
    return after
