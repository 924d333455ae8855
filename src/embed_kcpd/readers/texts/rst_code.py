"""Code in reStructuredText: where it ends that a paragraph announced, and its lines.

In:  the lines of a file.
Out: the line after code that two colons announced, and any code as a block, as it stands.
"""

from collections.abc import Sequence
from itertools import dropwhile

from embed_kcpd.readers.texts.blocks import Block, BlockKind
from embed_kcpd.readers.texts.rst_indentation import deeper_end, run_end
from embed_kcpd.readers.texts.rst_lines import EXPLICIT, Line, lines_span


def announced_code_end(lines: Sequence[Line], at: int, indent: int) -> int | None:
    """The line after code announced by a paragraph ``indent`` columns in, if a line begins any.

    It stands deeper than the paragraph, or all its lines begin with one sign.
    """
    line = lines[at]
    if line.indent > indent:
        return deeper_end(lines, at, indent)
    sign = line.content[0]
    if line.indent < indent or sign.isalnum() or sign.isspace() or EXPLICIT.match(line.content):
        return None
    end = run_end(lines, at)
    return end if all(each.content.startswith(sign) for each in lines[at:end]) else None


def code_block(lines: Sequence[Line]) -> Block:
    """Lines, the last of them not blank, without the white space that all have before them."""
    code = list(dropwhile(lambda line: line.is_blank, lines))
    indent = min(line.indent for line in code if not line.is_blank)
    text = "\n".join(" " * max(0, line.indent - indent) + line.content for line in code)
    return Block(BlockKind.whole, text, lines_span(code))
