"""Lines of reStructuredText to blocks: headings, paragraphs, items of lists, tables, code.

In:  the text of a file.
Out: its blocks in order, their text without markup.

What stands deeper is read where it stands: only where a comment, code or a table ends matters
for the text, and whether a paragraph belongs to a list.  So there is one pass over the lines, and
no nesting is too deep.  A marker is taken off its line, which is then read again.
"""

import csv
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from embed_kcpd.readers.texts.blocks import Block, BlockKind, table_text
from embed_kcpd.readers.texts.rst_inline import plain_text
from embed_kcpd.readers.texts.rst_lines import (
    ADORNMENT,
    ANONYMOUS,
    BORDER,
    BULLET,
    DIRECTIVE,
    DOCTEST,
    EXPLICIT,
    FIELD,
    GRID,
    LINE_BLOCK,
    MARKER,
    NOTE,
    OPTION,
    SUBSTITUTION,
    Line,
    rst_lines,
)
from embed_kcpd.text.places import SourceSpan

CODE = frozenset(
    [
        *("code", "code-block", "sourcecode", "parsed-literal", "doctest", "testcode", "prompt"),
        *("ipython", "jupyter-execute", "code-cell", "console", "productionlist"),
    ]
)
"""Directives whose content is code."""

SILENT = frozenset(
    [
        *("image", "raw", "math", "toctree", "include", "literalinclude", "index", "contents"),
        *("sectnum", "graphviz", "digraph", "graph", "inheritance-diagram", "plot", "mermaid"),
        *("uml", "meta", "role", "default-role", "highlight", "currentmodule", "module", "title"),
        *("tabularcolumns", "bibliography", "testsetup", "testcleanup", "testoutput", "replace"),
        *("header", "footer", "default-domain", "py:currentmodule", "py:module", "sectionauthor"),
        *("codeauthor", "autosummary", "target-notes", "unicode", "date", "youtube", "video"),
    ]
)
"""Directives that are left out with their content; those that begin with ``auto`` as well."""

TITLED = frozenset(
    [
        *("note", "warning", "tip", "important", "hint", "danger", "caution", "error"),
        *("attention", "seealso", "todo", "admonition", "topic", "sidebar", "rubric", "epigraph"),
        *("pull-quote", "highlights", "compound", "centered", "versionadded", "versionchanged"),
        *("deprecated", "versionremoved", "table", "list-table", "csv-table", "tab-item", "tab"),
        *("card", "dropdown", "grid-item-card", "describe", "object", "function", "method"),
        *("attribute", "data", "exception", "option", "envvar", "confval", "setting", "property"),
        *("classmethod", "staticmethod", "decorator", "macro", "type", "cmdoption", "program"),
    ]
)
"""Directives whose argument is text."""

_SIGNATURE = re.compile(r"[A-Z(.]")
_TABLES = frozenset(["csv-table"])
_PARTIAL_RULE = re.compile(r"\+[-=]{2,}(?:\+[-=]{2,})*\+?")
_MOST_MARKERS = 100
"""Markers at the beginning of one line; what follows them is text."""

_SHORTEST_UNDERLINE = 4
"""Characters of an underline that may be shorter than its title."""


def rst_blocks(text: str) -> Iterator[Block]:
    """The blocks of a file."""
    return _Pass(list(rst_lines(text))).blocks()


class _Pass:
    """One pass over the lines, and what has been seen on it."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.substitutions = dict(_substitutions(lines))
        self.titles: list[tuple[str, bool]] = []
        self.lists: list[int] = []
        self.markers = 0
        self.has_prose = False
        self.literal = -1

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
        if self.literal >= 0:
            quoted = self._literal(at)
            if quoted is not None:
                return quoted
        if EXPLICIT.match(line.content):
            return self._explicit(at)
        title = self._title(at)
        if title is not None:
            return title
        return self._body(at)

    def _body(self, at: int) -> tuple[Block | None, int]:
        line = self.lines[at]
        for pattern, read in _BODIES:
            if pattern.match(line.content):
                return read(self, at)
        is_rule = ADORNMENT.match(line.content) and len(line.content) >= _SHORTEST_UNDERLINE
        after = at + 1 if is_rule and self._line_is_blank(at + 1) else None
        if after is None and self.markers < _MOST_MARKERS:
            after = self._marker(at)
        return self._paragraph(at) if after is None else (None, after)

    def _silent(self, at: int) -> tuple[Block | None, int]:
        """What is no text, with all that stands deeper."""
        return None, self._body_end(at)

    def _doctest(self, at: int) -> tuple[Block | None, int]:
        return self._code(at, self._run_end(at))

    # -- where things end

    def _line_is_blank(self, at: int) -> bool:
        return at >= len(self.lines) or self.lines[at].is_blank

    def _body_end(self, at: int) -> int:
        """The line after what stands deeper than a line."""
        indent, end, after = self.lines[at].indent, at + 1, at + 1
        while end < len(self.lines):
            if not self.lines[end].is_blank:
                if self.lines[end].indent <= indent:
                    break
                after = end + 1
            end += 1
        return after

    def _run_end(self, at: int) -> int:
        """The next blank line."""
        end = at + 1
        while not self._line_is_blank(end):
            end += 1
        return end

    def _span(self, at: int, end: int) -> SourceSpan:
        return SourceSpan(self.lines[at].start, self.lines[end - 1].end)

    def _said(self, lines: Sequence[Line]) -> str:
        return plain_text("\n".join(line.content for line in lines), self.substitutions)

    # -- titles

    def _title(self, at: int) -> tuple[Block, int] | None:
        """A line with a line of punctuation under it, or between two of them."""
        line = self.lines[at]
        if line.indent or at + 1 >= len(self.lines):
            return None
        below = self.lines[at + 1]
        if ADORNMENT.match(line.content):
            return self._overlined(at)
        rule = ADORNMENT.match(below.content)
        if rule is None or below.indent or not _is_under(below.content, line.content):
            return None
        return self._heading(at, at + 2, line, (rule[1], False))

    def _overlined(self, at: int) -> tuple[Block, int] | None:
        if at + 2 >= len(self.lines) or self.lines[at + 1].is_blank:
            return None
        rule, title, below = self.lines[at : at + 3]
        if below.content != rule.content or len(rule.content) < len(title.content):
            return None
        return self._heading(at, at + 3, title, (rule.content[0], True))

    def _heading(
        self, at: int, end: int, title: Line, style: tuple[str, bool]
    ) -> tuple[Block, int]:
        """A heading; its level is how many styles were used first."""
        if style not in self.titles:
            self.titles.append(style)
        level = self.titles.index(style) + 1
        self.lists.clear()
        said = self._said([title])
        return Block(BlockKind.heading, said, self._span(at, end), level), end

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
            is_lone = not rest and self._line_is_blank(at + 1)
            return None, at + 1 if is_lone else self._body_end(at)
        name = directive[1].lower()
        return self._directive(at, name, rest[directive.end() :])

    def _directive(self, at: int, name: str, argument: str) -> tuple[Block | None, int]:
        own = name.rpartition(":")[2]
        end = self._body_end(at)
        if own in CODE:
            first = self._after_options(at)
            return self._code(first, end) if first < end else (None, end)
        if own in _TABLES:
            return self._csv_table(at, argument, end)
        if name in SILENT or own in SILENT or own.startswith("auto"):
            return None, end
        is_text = own in TITLED or (own == "class" and bool(_SIGNATURE.search(argument)))
        if not is_text or not argument:
            after = self._after_options(at)
            return None, max(at + 1, after)
        return self._argument(at, argument)

    def _argument(self, at: int, argument: str) -> tuple[Block | None, int]:
        """The argument of a directive with the lines that follow it at once."""
        end = at + 1
        while end < len(self.lines) and self._goes_on(at, end):
            end += 1
        said = [replace(self.lines[at], content=argument), *self.lines[at + 1 : end]]
        block = self._text(said, at, end)
        return block, self._after_options(end - 1)

    def _goes_on(self, at: int, end: int) -> bool:
        line = self.lines[end]
        return (
            not line.is_blank
            and line.indent > self.lines[at].indent
            and not FIELD.match(line.content)
            and not MARKER.match(line.content)
            and not EXPLICIT.match(line.content)
        )

    def _after_options(self, at: int) -> int:
        """The line after the options of a directive, which stand right below it."""
        indent, end = self.lines[at].indent, at + 1
        is_option = False
        while not self._line_is_blank(end):
            line = self.lines[end]
            begins = line.indent > 0 and FIELD.match(line.content) is not None
            if not begins and not (is_option and line.indent > indent):
                break
            if begins:
                is_option, indent = True, line.indent
            end += 1
        return end

    # -- markers

    def _go_on(self, at: int, width: int) -> int:
        """Take what stands before a column off a line, and read it again."""
        line = self.lines[at]
        rest = line.content[width:].lstrip()
        skipped = len(line.content) - len(rest)
        self.lines[at] = Line(rest, line.indent + skipped, line.start + skipped, line.end)
        return at + 1 if not rest else at

    def _marker(self, at: int) -> int | None:
        """The line to go on with after the marker of an item or the name of a field."""
        line = self.lines[at]
        field = FIELD.match(line.content)
        if field:
            return self._field(at, field)
        marker = MARKER.match(line.content)
        if marker is None or not self._is_item(at, marker):
            return None
        if self.lists[-1:] != [line.indent + marker.end()]:
            self.lists.append(line.indent + max(marker.end(), 1))
        return self._go_on(at, marker.end())

    def _is_item(self, at: int, marker: re.Match[str]) -> bool:
        """Whether a list goes on below: "A. Smith" also begins a paragraph."""
        if BULLET.match(marker[0]) or self._line_is_blank(at + 1):
            return True
        below = self.lines[at + 1]
        deep = self.lines[at].indent + marker.end()
        return below.indent >= deep or (
            below.indent == self.lines[at].indent and MARKER.match(below.content) is not None
        )

    def _field(self, at: int, field: re.Match[str]) -> int:
        """Fields before any text are about the file; elsewhere name and body are text."""
        line = self.lines[at]
        if not self.has_prose and line.indent == 0:
            return self._body_end(at)
        name = plain_text(field[1], self.substitutions)
        self.lists.append(line.indent + 1)
        rest = line.content[field.end() :]
        said = f"{name}: {rest}".strip() if rest else name
        goes_on = not self._line_is_blank(at + 1) and self.lines[at + 1].indent > line.indent
        indent = self.lines[at + 1].indent if goes_on else line.indent + 1
        self.lines[at] = Line(said, indent, line.start + 1, line.end)
        return at

    # -- paragraphs

    def _paragraph(self, at: int) -> tuple[Block | None, int]:
        """Lines at one column; a line before deeper ones is what they define."""
        first = self.lines[at]
        end = at + 1
        while not self._line_is_blank(end) and self.lines[end].indent == first.indent:
            if EXPLICIT.match(self.lines[end].content) or self._begins_item(at, end):
                break
            end += 1
        if not self._line_is_blank(end) and self.lines[end].indent > first.indent:
            if end == at + 1 or OPTION.match(first.content):
                self.lists.append(first.indent + 1)
            else:
                while not self._line_is_blank(end) and self.lines[end].indent > first.indent:
                    end += 1
        return self._text(self.lines[at:end], at, end), end

    def _begins_item(self, at: int, end: int) -> bool:
        """Whether a line of options or fields goes on with the next one."""
        line = self.lines[end].content
        if OPTION.match(self.lines[at].content):
            return OPTION.match(line) is not None
        return bool(self.lists) and FIELD.match(line) is not None

    def _text(self, lines: Sequence[Line], at: int, end: int) -> Block:
        """A paragraph or an item; two colons at its end announce code."""
        source = "\n".join(line.content for line in lines)
        if source.endswith("::"):
            self.literal = self.lines[at].indent
            source = source[:-2].rstrip() if source[:-2][-1:].isspace() else source[:-1]
            source = "" if source == ":" else source
        kind = BlockKind.item if self.lists else BlockKind.paragraph
        said = plain_text(source, self.substitutions)
        return Block(kind, said, self._span(at, end))

    def _line_block(self, at: int) -> tuple[Block, int]:
        """Lines that stay lines."""
        end = at
        said: list[str] = []
        while not self._line_is_blank(end):
            bar = LINE_BLOCK.match(self.lines[end].content)
            if bar is None and self.lines[end].indent <= self.lines[at].indent:
                break
            said.append(self.lines[end].content[bar.end() if bar else 0 :])
            end += 1
        text = "\n".join(plain_text(line, self.substitutions) for line in said)
        return Block(BlockKind.paragraph, text.strip("\n"), self._span(at, end)), end

    # -- code

    def _literal(self, at: int) -> tuple[Block | None, int] | None:
        """Code that a paragraph announced: what stands deeper, or lines with one mark each."""
        indent, self.literal = self.literal, -1
        line = self.lines[at]
        if line.indent > indent:
            end = at
            while end < len(self.lines):
                if not self.lines[end].is_blank and self.lines[end].indent <= indent:
                    break
                end += 1
            return self._code(at, end)
        mark = line.content[0]
        if line.indent < indent or mark.isalnum() or mark.isspace() or EXPLICIT.match(line.content):
            return None
        end = self._run_end(at)
        if all(each.content.startswith(mark) for each in self.lines[at:end]):
            return self._code(at, end)
        return None

    def _code(self, at: int, end: int) -> tuple[Block, int]:
        """Lines as they are, without the white space that all of them have before them."""
        first = at
        while first < end - 1 and self.lines[first].is_blank:
            first += 1
        last = end
        while last > first + 1 and self.lines[last - 1].is_blank:
            last -= 1
        lines = self.lines[first:last]
        indent = min((line.indent for line in lines if not line.is_blank), default=0)
        text = "\n".join(" " * max(0, line.indent - indent) + line.content for line in lines)
        return Block(BlockKind.whole, text, self._span(first, last)), end

    # -- tables

    def _grid(self, at: int) -> tuple[Block | None, int]:
        """A table drawn with lines: cells between bars, rows between rules."""
        end = at
        while not self._line_is_blank(end) and self.lines[end].content[0] in "+|":
            end += 1
        rows: list[list[str]] = []
        group: list[list[str]] = []
        for line in self.lines[at:end]:
            if line.content.startswith("+") and set(line.content) <= set("+-="):
                rows.append(_joined(group))
                group = []
            else:
                bare = _PARTIAL_RULE.sub("|", line.content).strip("|")
                group.append(bare.split("|"))
        rows.append(_joined(group))
        return self._table(rows, at, end), end

    def _simple_table(self, at: int) -> tuple[Block | None, int]:
        """A table under lines of equal signs, whose gaps part the columns."""
        indent = self.lines[at].indent
        starts = [match.start() for match in re.finditer("=+", self.lines[at].content)]
        rows: list[list[str]] = []
        n_borders, end = 1, at + 1
        while end < len(self.lines) and n_borders < 3:
            line = self.lines[end]
            end += 1
            if not line.is_blank and line.indent < indent:
                end -= 1
                break
            if ADORNMENT.match(line.content.replace(" ", "")) and line.content[:2] == "==":
                n_borders += 2 if self._line_is_blank(end) and n_borders > 1 else 1
                if self._line_is_blank(end):
                    break
            elif line.content and not set(line.content) <= set("- "):
                self._add_row(rows, line, [indent + start for start in starts])
        return self._table(rows, at, end), end

    def _add_row(self, rows: list[list[str]], line: Line, starts: Sequence[int]) -> None:
        text = " " * line.indent + _in_columns(line.content)
        edges = [*starts, len(text) + 1]
        cells = [text[first:last].replace("\0", "").strip() for first, last in pairwise(edges)]
        if rows and not cells[0] and len(starts) > 1:
            rows[-1] = [f"{old}\n{new}" for old, new in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(cells)

    def _csv_table(self, at: int, argument: str, end: int) -> tuple[Block | None, int]:
        """A table whose rows are values with commas between them."""
        first = self._after_options(at)
        said = [line.content for line in self.lines[first:end] if not line.is_blank]
        rows = [[argument]] if argument else []
        try:
            rows += list(csv.reader(said, skipinitialspace=True))
        except csv.Error:
            return None, end
        return self._table(rows, at, end), end

    def _table(self, rows: Sequence[Sequence[str]], at: int, end: int) -> Block:
        shown = [[plain_text(cell, self.substitutions) for cell in row] for row in rows]
        return Block(BlockKind.whole, table_text(shown), self._span(at, end))


_BODIES: tuple[tuple[re.Pattern[str], Callable[[_Pass, int], tuple[Block | None, int]]], ...] = (
    (GRID, _Pass._grid),
    (BORDER, _Pass._simple_table),
    (DOCTEST, _Pass._doctest),
    (LINE_BLOCK, _Pass._line_block),
    (ANONYMOUS, _Pass._silent),
)
"""What a line begins by its first characters, and what reads it."""


def _is_under(rule: str, title: str) -> bool:
    """Whether a line of punctuation is long enough to make a title of the line above it."""
    return len(rule) >= min(len(title), _SHORTEST_UNDERLINE)


def _in_columns(text: str) -> str:
    """The text with a mark after each letter that is two columns wide."""
    if text.isascii():
        return text
    return "".join(c + "\0" if unicodedata.east_asian_width(c) in "WF" else c for c in text)


def _joined(group: Sequence[Sequence[str]]) -> list[str]:
    """The cells of a row that takes several lines."""
    if not group:
        return []
    width = max(len(cells) for cells in group)
    filled = [[*cells, *[""] * (width - len(cells))] for cells in group]
    return ["\n".join(part.strip() for part in column) for column in zip(*filled, strict=True)]


def _substitutions(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """What the file puts in place of names."""
    for _at, line in enumerate(lines):
        marker = EXPLICIT.match(line.content)
        named = SUBSTITUTION.match(line.content, marker.end()) if marker else None
        directive = DIRECTIVE.match(line.content[named.end() :]) if named else None
        if named is None or directive is None or directive[1] not in ("replace", "unicode"):
            continue
        said = line.content[named.end() + directive.end() :]
        if directive[1] == "unicode":
            said = _letters(said)
        yield " ".join(named[1].split()), plain_text(said)


def _letters(codes: str) -> str:
    """Characters by number (``U+00A9`` or ``0xA9``), and words as they are."""
    said = []
    for code in codes.partition(" .. ")[0].split():
        number = re.fullmatch(r"(?:0x|U\+|u|\\u|&#x)([0-9A-Fa-f]{1,6});?", code)
        value = int(number[1], 16) if number else 0
        is_letter = 0 < value < 0x110000 and not 0xD800 <= value < 0xE000
        said.append(chr(value) if is_letter else code)
    return "".join(said)
