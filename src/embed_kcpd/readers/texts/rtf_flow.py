"""A flow of RTF: the body, a text box or a note, from parts of text to blocks.

In:  parts of text, and where paragraphs, cells and rows end, with what holds there.
Out: headings, paragraphs, items and tables as blocks; a note is one block.

A paragraph is a heading by its own outline level or else by its style.  A text box or a note
stands inside a paragraph and comes after it.
"""

from dataclasses import dataclass, field, replace

from embed_kcpd.readers.texts.blocks import Block, BlockKind
from embed_kcpd.readers.texts.rtf_characters import joined
from embed_kcpd.readers.texts.rtf_groups import GroupState
from embed_kcpd.readers.texts.rtf_styles import StyleTable
from embed_kcpd.readers.texts.rtf_tables import Span, Table
from embed_kcpd.text.places import SourceSpan


@dataclass(slots=True)
class Flow:
    """What is being written: the blocks so far, the open table and the open paragraph."""

    styles: StyleTable
    is_note: bool = False
    _blocks: list[Block] = field(default_factory=list)
    _table: Table = field(default_factory=Table)
    _parts: list[str] = field(default_factory=list)
    _span: Span | None = None
    _is_item: bool = False
    _inside: list[Block] = field(default_factory=list)
    """Text boxes and notes of the open paragraph."""

    def say(self, text: str, start: int, end: int) -> None:
        """Text of the open paragraph, and its place in the file."""
        self._parts.append(text)
        self._span = (start if self._span is None else self._span[0]), end

    def make_item(self) -> None:
        """The open paragraph is an item: it has a bullet."""
        self._is_item = True

    def insert(self, blocks: list[Block]) -> None:
        """A text box or a note of the open paragraph."""
        self._inside += blocks

    def end_paragraph(self, state: GroupState) -> None:
        """The paragraph ends; what holds at its end says what it is."""
        if state.in_table:
            self.end_cell_paragraph()
            return
        self._end_table()
        text = joined(self._parts).strip()
        if text and self._span is not None:
            self._blocks.append(self._block(text, SourceSpan(*self._span), state))
        self._blocks += self._inside
        self._begin_paragraph()

    def end_cell_paragraph(self) -> None:
        """A paragraph of a cell, or a cell of an inner table."""
        self._table.add_paragraph(joined(self._parts).strip(), self._span, self._inside)
        self._begin_paragraph()

    def end_cell(self) -> None:
        self.end_cell_paragraph()
        self._table.end_cell()

    def end_row(self, mark: Span) -> None:
        if self._parts:
            self.end_cell_paragraph()
        self._table.end_row(mark)

    def ended(self, state: GroupState) -> list[Block]:
        """The blocks of all that was written, the open paragraph and table included."""
        if self._parts or self._inside:
            self.end_paragraph(state)
        self._end_table()
        return _as_note(self._blocks) if self.is_note else self._blocks

    def _block(self, text: str, span: SourceSpan, state: GroupState) -> Block:
        level = self.styles.level(state.style) if state.level is None else state.level
        if level:
            return Block(BlockKind.heading, text, span, level)
        is_item = state.is_item or self._is_item
        return Block(BlockKind.item if is_item else BlockKind.paragraph, text, span)

    def _begin_paragraph(self) -> None:
        self._parts, self._span, self._inside, self._is_item = [], None, [], False

    def _end_table(self) -> None:
        self._blocks += self._table.blocks()
        self._table = Table()


def _as_note(blocks: list[Block]) -> list[Block]:
    """The blocks of a note as one."""
    spans = [block.span for block in blocks if block.span is not None]
    if not spans:
        return blocks
    said = "\n".join(block.text for block in blocks)
    return [Block(BlockKind.note, said, replace(spans[0], end=spans[-1].end))]
