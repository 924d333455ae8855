"""Tables of RTF: paragraphs and marks that end cells and rows, to one block.

In:  the paragraphs of a table, and where its cells and rows end.
Out: its rows as one block, then the text boxes and notes that stand in it.

A table needs no word that announces it, and ends with the first paragraph outside.  The cells of
an inner table are paragraphs of the cell around it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from embed_kcpd.readers.texts.blocks import Block, BlockKind, table_text
from embed_kcpd.text.places import SourceSpan

Span = tuple[int, int]


@dataclass(slots=True)
class Table:
    """A table that is being written."""

    _rows: list[list[str]] = field(default_factory=list)
    _row: list[str] = field(default_factory=list)
    _cell: list[str] = field(default_factory=list)
    _span: Span | None = None
    _inside: list[Block] = field(default_factory=list)
    """Text boxes and notes."""

    def add_paragraph(self, text: str, span: Span | None, inside: Sequence[Block]) -> None:
        """A paragraph of the open cell, with the text boxes and notes in it."""
        self._cell.append(text)
        self._span = _around(self._span, span)
        self._inside += inside

    def end_cell(self) -> None:
        self._row.append(_cell_text(self._cell))
        self._cell = []

    def end_row(self, mark: Span) -> None:
        """The row ends, and its open cell where there is one."""
        if self._cell:
            self.end_cell()
        self._rows.append(self._row)
        self._row = []
        self._span = _around(self._span, mark)

    def blocks(self) -> list[Block]:
        """The table as one block, none where it has not begun, and what stands in it."""
        if self._span is None:
            return self._inside
        rows = [*self._rows, [*self._row, _cell_text(self._cell)]]
        return [Block(BlockKind.whole, table_text(rows), SourceSpan(*self._span)), *self._inside]


def _cell_text(paragraphs: Sequence[str]) -> str:
    return " ".join(text for text in paragraphs if text)


def _around(first: Span | None, last: Span | None) -> Span | None:
    """The span from the beginning of one to the end of the other."""
    if first is None or last is None:
        return first or last
    return first[0], last[1]
