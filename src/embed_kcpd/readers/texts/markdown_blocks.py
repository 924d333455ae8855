"""Lines of Markdown to blocks: headings, paragraphs, list items, tables, code.

In:  the text of a file.
Out: its blocks in order, their text without markup.

The second of two passes.  Follows CommonMark and the tables of GitHub where a block begins and
ends; comments, link definitions and rules between sections are markup.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from embed_kcpd.readers.texts.blocks import Block, BlockKind, table_text
from embed_kcpd.readers.texts.markdown_inline import link_name, plain_text
from embed_kcpd.readers.texts.markdown_lines import BREAK, Fence, Line, markdown_lines
from embed_kcpd.text.places import SourceSpan

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_TABLE_RULE = re.compile(r" {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL_EDGE = re.compile(r"(?<!\\)\|")
_DEFINITION = re.compile(r" {0,3}\[(?!\^)([^\[\]]+)\]:[ \t]*\S+(?:[ \t]+[\"'(].*)?[ \t]*$")
_NOTE = re.compile(r" {0,3}\[\^[^\[\]]+\]:[ \t]*")
_HEADING_NAME = re.compile(r"[ \t]*\{[#.:][^{}]*\}$")

Consumed = tuple[Block | None, int]
"""A block, or nothing where the lines are markup, and the line after it."""


def markdown_blocks(text: str, start: int = 0) -> Iterator[Block]:
    """The blocks of a file from this character on."""
    lines = list(markdown_lines(text[start:]))
    links = frozenset(
        link_name(match[1]) for line in lines if (match := _DEFINITION.match(line.content))
    )
    at = 0
    while at < len(lines):
        block, at = _consumed(lines, at, links)
        if block is not None:
            yield _moved(block, start)


def _moved(block: Block, by: int) -> Block:
    span = block.span
    if span is None or not by:
        return block
    return Block(block.kind, block.text, SourceSpan(span.start + by, span.end + by), block.level)


def _consumed(lines: Sequence[Line], at: int, links: frozenset[str]) -> Consumed:
    """The block that begins with a line."""
    line = lines[at]
    block: Block | None = None
    end = at + 1
    if line.fence is not Fence.outside:
        block, end = _fenced(lines, at)
    elif line.content.startswith("<!--"):
        block, end = _comment(lines, at, links)
    elif heading := _HEADING.match(line.content):
        block = _heading(line, heading, links)
    elif _is_table(lines, at):
        block, end = _table(lines, at, links)
    elif line.indent >= 4 and not line.is_item and not line.is_blank:
        block, end = _indented(lines, at)
    elif not _is_silent(line):
        block, end = _paragraph(lines, at, links)
    return block, end


def _is_silent(line: Line) -> bool:
    """Whether a line is blank, a rule between sections or the definition of a link."""
    is_rule = BREAK.match(line.content) is not None and not line.is_item
    return line.is_blank or is_rule or _DEFINITION.match(line.content) is not None


def _span(lines: Sequence[Line]) -> SourceSpan:
    return SourceSpan(lines[0].start, lines[-1].end)


def _fenced(lines: Sequence[Line], at: int) -> Consumed:
    """Code between fences; a fence that is not closed ends with the file."""
    end = at + 1
    while end < len(lines) and lines[end].fence is Fence.inside:
        end += 1
    code = "\n".join(line.content for line in lines[at + 1 : end])
    end = min(end + 1, len(lines))
    return Block(BlockKind.whole, code, _span(lines[at:end])), end


def _indented(lines: Sequence[Line], at: int) -> Consumed:
    """Code that stands four columns to the right, blank lines inside it included."""
    end = at
    while end < len(lines) and (lines[end].is_blank or lines[end].indent >= 4):
        if lines[end].is_item or lines[end].fence is not Fence.outside:
            break
        end += 1
    code = list(lines[at:end])
    while code[-1].is_blank:
        code.pop()
    return Block(BlockKind.whole, "\n".join(line.content for line in code), _span(code)), end


def _comment(lines: Sequence[Line], at: int, links: frozenset[str]) -> Consumed:
    """An HTML comment is markup; what stands after it on its last line is text."""
    end = at
    while end < len(lines) - 1 and "-->" not in lines[end].content:
        end += 1
    rest = lines[end].content.rpartition("-->")[2]
    text = plain_text(rest, links) if "-->" in lines[end].content else ""
    return Block(BlockKind.paragraph, text, _span(lines[at : end + 1])), end + 1


def _heading(line: Line, heading: re.Match[str], links: frozenset[str]) -> Block:
    title = (heading[2] or "").strip()
    bare = title.rstrip("#")
    if not bare or bare[-1] in " \t":
        title = bare
    title = _HEADING_NAME.sub("", title.strip())
    return Block(BlockKind.heading, plain_text(title, links), _span([line]), len(heading[1]))


def _is_table(lines: Sequence[Line], at: int) -> bool:
    """Whether a line is the head of a table: the next one is a rule with as many cells."""
    if at + 1 >= len(lines) or "|" not in lines[at].content:
        return False
    rule = lines[at + 1]
    if rule.is_item or rule.fence is not Fence.outside or not _TABLE_RULE.match(rule.content):
        return False
    return len(_cells(lines[at].content)) == len(_cells(rule.content))


def _cells(content: str) -> list[str]:
    content = content.strip()
    content = content[1:] if content.startswith("|") else content
    content = content[:-1] if content.endswith("|") and not content.endswith("\\|") else content
    return [cell.replace("\\|", "|") for cell in _CELL_EDGE.split(content)]


def _table(lines: Sequence[Line], at: int, links: frozenset[str]) -> Consumed:
    body = takewhile(lambda end: not _interrupts(lines, end), range(at + 2, len(lines)))
    end = max(body, default=at + 1) + 1
    rows = [lines[at], *lines[at + 2 : end]]
    text = table_text([plain_text(cell, links) for cell in _cells(row.content)] for row in rows)
    return Block(BlockKind.whole, text, _span(lines[at:end])), end


def _interrupts(lines: Sequence[Line], at: int) -> bool:
    """Whether a line cannot go on with the paragraph or table before it."""
    line = lines[at]
    if line.is_blank or line.is_item or line.fence is not Fence.outside:
        return True
    content = line.content
    return bool(_HEADING.match(content) or BREAK.match(content) or content.startswith("<!--"))


def _paragraph(lines: Sequence[Line], at: int, links: frozenset[str]) -> Consumed:
    """A paragraph or list item; underlined, it is a heading."""
    end = at + 1
    level = 0
    while end < len(lines) and not level:
        underline = _UNDERLINE.match(lines[end].content)
        if underline and not lines[at].is_item and not lines[end].is_item:
            level = 1 if "=" in underline[1] else 2
        elif _interrupts(lines, end) or _is_table(lines, end):
            break
        else:
            end += 1
    text = plain_text("\n".join(line.content.strip() for line in lines[at:end]), links)
    text = _NOTE.sub("", text)
    if level:
        return Block(BlockKind.heading, text, _span(lines[at : end + 1]), level), end + 1
    kind = BlockKind.item if lines[at].in_list else BlockKind.paragraph
    return Block(kind, text, _span(lines[at:end])), end
