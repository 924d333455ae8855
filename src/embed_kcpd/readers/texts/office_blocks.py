"""The tree of a document from an office to blocks: DOCX and OpenDocument say the same in other
words.

In:  a body, and the ``Markup`` that says what its elements are called.
Out: its paragraphs, tables, text boxes and notes as blocks, in order.

Text boxes and notes stand inside a paragraph and come after it; those of a table come after
the table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from embed_kcpd.readers.texts.blocks import Block, BlockKind, table_text
from embed_kcpd.readers.texts.tree import Node
from embed_kcpd.text.places import SourceSpan

BODY = (BlockKind.paragraph, 0)
"""The kind and the level of a paragraph that is nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Markup:
    """What a format calls its elements, and what is known of them.

    ``said`` is the text of a paragraph without its boxes and notes, ``kind`` its kind and level,
    ``note`` the block that an element of ``notes`` stands for.  Nothing inside ``unread`` is text.
    """

    paragraphs: frozenset[str]
    table: str
    row: str
    cells: frozenset[str]
    unread: frozenset[str]
    said: Callable[[Node], str]
    boxes: frozenset[str] = frozenset()
    notes: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    kind: Callable[[Node], tuple[BlockKind, int]] = lambda _: BODY
    note: Callable[[Node], Block | None] = lambda _: None
    part: str = ""
    page: int | None = None


def office_blocks(container: Node, markup: Markup, *, in_list: bool = False) -> Iterator[Block]:
    """The blocks of a body, a cell or a text box."""
    for child in container.elements():
        if child.tag in markup.paragraphs:
            yield from _paragraph(child, markup, in_list)
        elif child.tag == markup.table:
            yield from _table(child, markup)
        elif child.tag not in markup.unread:
            yield from office_blocks(child, markup, in_list=in_list or child.tag in markup.lists)


def joined_paragraphs(node: Node, markup: Markup, separator: str) -> str:
    """All paragraphs of a note or a cell, with those of tables and text boxes inside it."""
    said = []
    for paragraph in _inside(node, markup.paragraphs, markup):
        said.append(markup.said(paragraph).strip())
        boxes = _inside(paragraph, markup.boxes, markup)
        said += [joined_paragraphs(box, markup, separator) for box in boxes]
    return separator.join(text for text in said if text)


def _paragraph(paragraph: Node, markup: Markup, in_list: bool) -> Iterator[Block]:
    """A paragraph, then the text boxes in it and the notes it refers to."""
    span = SourceSpan(paragraph.start, paragraph.end, markup.part)
    kind, level = markup.kind(paragraph)
    if in_list and kind is BlockKind.paragraph:
        kind = BlockKind.item
    yield Block(kind, markup.said(paragraph).strip(), span, level, markup.page)
    for element in _inside(paragraph, markup.boxes | markup.notes, markup):
        if element.tag in markup.boxes:
            yield from office_blocks(element, markup)
        else:
            yield from _note(element, markup)


def _table(table: Node, markup: Markup) -> Iterator[Block]:
    """A table as one block, then the notes that it refers to."""
    span = SourceSpan(table.start, table.end, markup.part)
    rows = [
        [joined_paragraphs(cell, markup, " ") for cell in _inside(row, markup.cells, markup)]
        for row in _inside(table, frozenset([markup.row]), markup)
    ]
    yield Block(BlockKind.whole, table_text(rows), span, page=markup.page)
    for reference in _inside(table, markup.notes, markup):
        yield from _note(reference, markup)


def _note(element: Node, markup: Markup) -> Iterator[Block]:
    note = markup.note(element)
    if note is not None:
        yield note


def _inside(node: Node, tags: frozenset[str], markup: Markup) -> Iterator[Node]:
    """The outermost elements of these names, without those that are not read."""
    for child in node.elements():
        if child.tag in tags:
            yield child
        elif child.tag not in markup.unread:
            yield from _inside(child, tags, markup)
