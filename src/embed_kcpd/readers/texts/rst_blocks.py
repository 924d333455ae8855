"""Lines of reStructuredText to blocks: headings, paragraphs, items of lists, tables, code.

In:  the text of a file.
Out: its blocks in order, their text without markup.

What stands deeper is read where it stands: only where a comment, code or a table ends matters
for the text, and whether a paragraph belongs to a list.  So there is one pass over the lines, and
no nesting is too deep.  A marker is taken off its line, which is then read again.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from embed_kcpd.readers.texts.blocks import Block, BlockKind, table_text
from embed_kcpd.readers.texts.rst_code import announced_code_end, code_block
from embed_kcpd.readers.texts.rst_directives import (
    DirectiveKind,
    argument_end,
    directive_kind,
    options_end,
)
from embed_kcpd.readers.texts.rst_indentation import body_end, is_blank_at, is_deeper_at, run_end
from embed_kcpd.readers.texts.rst_inline import plain_text
from embed_kcpd.readers.texts.rst_lines import (
    ADORNMENT,
    ANONYMOUS,
    BORDER,
    DIRECTIVE,
    DOCTEST,
    EXPLICIT,
    FIELD,
    GRID,
    LINE_BLOCK,
    NOTE,
    Line,
    lines_span,
    rst_lines,
)
from embed_kcpd.readers.texts.rst_lists import field_as_text, marker_width
from embed_kcpd.readers.texts.rst_paragraphs import (
    line_block,
    paragraph_end,
    without_announcement,
)
from embed_kcpd.readers.texts.rst_substitutions import substitutions
from embed_kcpd.readers.texts.rst_tables import csv_table, grid_table, simple_table
from embed_kcpd.readers.texts.rst_titles import SHORTEST_UNDERLINE, Title, title_at

_MOST_MARKERS = 100
"""Markers at the beginning of one line; what follows them is text."""


def rst_blocks(text: str) -> Iterator[Block]:
    """The blocks of a file."""
    return _Pass(list(rst_lines(text))).blocks()


class _Pass:
    """One pass over the lines, and what has been seen on it.

    ``levels`` are those of the styles of titles; ``lists`` the columns of the open lists;
    ``announced`` is the column of a paragraph that announced code, or -1.
    """

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.substitutions = dict(substitutions(lines))
        self.levels: dict[tuple[str, bool], int] = {}
        self.lists: list[int] = []
        self.markers = 0
        self.has_prose = False
        self.announced = -1

    def blocks(self) -> Iterator[Block]:
        at = 0
        while at < len(self.lines):
            block, after = self._consumed(at)
            self.markers = self.markers + 1 if after == at else 0
            at = after
            if block is not None:
                self.has_prose = self.has_prose or block.kind is not BlockKind.heading
                yield block

    def _consumed(self, at: int) -> tuple[Block | None, int]:
        """The block that begins with a line, or nothing where it is markup, and the next line."""
        line = self.lines[at]
        if line.is_blank:
            return None, at + 1
        while self.lists and self.lists[-1] > line.indent:
            self.lists.pop()
        code_end = self._announced_code_end(at)
        if code_end is not None:
            return code_block(self.lines[at:code_end]), code_end
        if EXPLICIT.match(line.content):
            return self._explicit(at)
        title = title_at(self.lines, at)
        return self._body(at) if title is None else self._heading(at, title)

    def _announced_code_end(self, at: int) -> int | None:
        """The line after announced code; what is announced begins at once or not at all."""
        indent, self.announced = self.announced, -1
        return None if indent < 0 else announced_code_end(self.lines, at, indent)

    def _heading(self, at: int, title: Title) -> tuple[Block, int]:
        """A heading; its level is how many styles were used first."""
        level = self.levels.setdefault(title.style, len(self.levels) + 1)
        self.lists.clear()
        span = lines_span(self.lines[at : title.end])
        return Block(BlockKind.heading, self._shown(title.text), span, level), title.end

    def _body(self, at: int) -> tuple[Block | None, int]:
        line = self.lines[at]
        for pattern, read in _BODIES:
            if pattern.match(line.content):
                return read(self, at)
        is_rule = ADORNMENT.match(line.content) and len(line.content) >= SHORTEST_UNDERLINE
        after = at + 1 if is_rule and is_blank_at(self.lines, at + 1) else None
        if after is None and self.markers < _MOST_MARKERS:
            after = self._marker(at)
        return self._paragraph(at) if after is None else (None, after)

    # -- what begins with two dots

    def _explicit(self, at: int) -> tuple[Block | None, int]:
        """A directive, a note, or what is no text: a target, a definition, a comment."""
        line = self.lines[at]
        marker = EXPLICIT.match(line.content)
        assert marker is not None
        rest = line.content[marker.end() :]
        note = NOTE.match(rest)
        if note:
            return None, self._go_on(at, marker.end() + note.end())
        directive = DIRECTIVE.match(rest)
        if directive is None:
            is_lone = not rest and is_blank_at(self.lines, at + 1)
            return None, at + 1 if is_lone else body_end(self.lines, at)
        return self._directive(at, directive[1].lower(), rest[directive.end() :])

    def _directive(self, at: int, name: str, argument: str) -> tuple[Block | None, int]:
        kind = directive_kind(name, argument)
        if kind is DirectiveKind.titled:
            return self._argument(at, argument)
        first = options_end(self.lines, at)
        if kind is DirectiveKind.content:
            return None, first
        end = body_end(self.lines, at)
        if kind is DirectiveKind.code and first < end:
            return code_block(self.lines[first:end]), end
        rows = csv_table(self.lines[first:end]) if kind is DirectiveKind.table else None
        if rows is None:
            return None, end
        return self._table([[argument], *rows] if argument else rows, at, end)

    def _argument(self, at: int, argument: str) -> tuple[Block, int]:
        """The argument of a directive with the lines that follow it at once."""
        end = argument_end(self.lines, at)
        block = self._text([replace(self.lines[at], content=argument), *self.lines[at + 1 : end]])
        return block, options_end(self.lines, end - 1)

    # -- markers

    def _go_on(self, at: int, width: int) -> int:
        """Take a marker off a line; the line to read next."""
        self.lines[at] = self.lines[at].after(width)
        return at + 1 if self.lines[at].is_blank else at

    def _marker(self, at: int) -> int | None:
        """The line to go on with after the marker of an item or the name of a field."""
        line = self.lines[at]
        field = FIELD.match(line.content)
        if field:
            return self._field(at, field)
        width = marker_width(self.lines, at)
        if width is None:
            return None
        if self.lists[-1:] != [line.indent + width]:
            self.lists.append(line.indent + width)
        return self._go_on(at, width)

    def _field(self, at: int, field: re.Match[str]) -> int:
        """Fields before any text are about the file; elsewhere name and body are text."""
        indent = self.lines[at].indent
        if not self.has_prose and indent == 0:
            return body_end(self.lines, at)
        self.lists.append(indent + 1)
        self.lines[at] = field_as_text(self.lines, at, field, self.substitutions)
        return at

    # -- text

    def _shown(self, source: str) -> str:
        return plain_text(source, self.substitutions)

    def _paragraph(self, at: int) -> tuple[Block, int]:
        """Lines at one column; a line before deeper ones is what they define."""
        indent = self.lines[at].indent
        end = paragraph_end(self.lines, at, in_list=bool(self.lists))
        if is_deeper_at(self.lines, end, indent):
            self.lists.append(indent + 1)
        return self._text(self.lines[at:end]), end

    def _text(self, lines: Sequence[Line]) -> Block:
        """A paragraph or an item; two colons at its end announce code."""
        source = "\n".join(line.content for line in lines)
        if source.endswith("::"):
            self.announced = lines[0].indent
            source = without_announcement(source)
        kind = BlockKind.item if self.lists else BlockKind.paragraph
        return Block(kind, self._shown(source), lines_span(lines))

    def _line_block(self, at: int) -> tuple[Block, int]:
        """Lines that stay lines."""
        sources, end = line_block(self.lines, at)
        text = "\n".join(map(self._shown, sources)).strip("\n")
        return Block(BlockKind.paragraph, text, lines_span(self.lines[at:end])), end

    # -- what is whole, and what is left out

    def _grid_table(self, at: int) -> tuple[Block, int]:
        rows, end = grid_table(self.lines, at)
        return self._table(rows, at, end)

    def _simple_table(self, at: int) -> tuple[Block, int]:
        rows, end = simple_table(self.lines, at)
        return self._table(rows, at, end)

    def _table(self, rows: Sequence[Sequence[str]], at: int, end: int) -> tuple[Block, int]:
        text = table_text([[self._shown(cell) for cell in row] for row in rows])
        return Block(BlockKind.whole, text, lines_span(self.lines[at:end])), end

    def _doctest(self, at: int) -> tuple[Block, int]:
        end = run_end(self.lines, at)
        return code_block(self.lines[at:end]), end

    def _silent(self, at: int) -> tuple[None, int]:
        """What is no text, with all that stands deeper."""
        return None, body_end(self.lines, at)


_BODIES: tuple[tuple[re.Pattern[str], Callable[[_Pass, int], tuple[Block | None, int]]], ...] = (
    (GRID, _Pass._grid_table),
    (BORDER, _Pass._simple_table),
    (DOCTEST, _Pass._doctest),
    (LINE_BLOCK, _Pass._line_block),
    (ANONYMOUS, _Pass._silent),
)
"""What a line begins by its first characters, and what reads it."""
