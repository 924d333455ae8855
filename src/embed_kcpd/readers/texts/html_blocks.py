"""The tree of a page to blocks: headings, paragraphs, lists, tables, code.

In:  a node of a page, and which elements to leave out.
Out: its blocks in order.

White space is collapsed as a browser does; two line breaks (``<br><br>``) part paragraphs.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from embed_kcpd.readers.texts.blocks import Block, BlockKind, collapsed, table_text
from embed_kcpd.readers.texts.tree import Node, Text
from embed_kcpd.text.places import SourceSpan

SILENT = frozenset(
    [
        *("script", "style", "template", "noscript", "head", "title", "svg", "iframe"),
        *("object", "select", "option", "button", "input", "textarea", "datalist", "audio"),
        *("video", "canvas", "map", "noembed", "noframes"),
    ]
)
"""Elements whose content a reader does not see as text."""

INLINE = frozenset(
    [
        *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del"),
        *("dfn", "em", "font", "i", "ins", "kbd", "label", "mark", "math", "mi", "mn", "mo"),
        *("mrow", "ms", "msub", "msup", "mtext", "nobr", "output", "q", "rp", "rt", "ruby"),
        *("s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u"),
        *("var", "wbr", "img"),
    ]
)
"""Elements that stand inside a line; every other one begins and ends a block."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LINE_BREAK = Text("\n", 0, 0)
_LONG_CELL = 400
"""Characters of a cell from which on a table is taken for the layout of the page."""


@dataclass(frozen=True, slots=True)
class _Edge:
    """Where a block begins or ends; what follows is of this kind."""

    kind: BlockKind
    level: int = 0


_Event = Text | _Edge | Node


def html_blocks(
    nodes: Iterable[Node], leave_out: Callable[[Node], bool], part: str = ""
) -> Iterator[Block]:
    """The blocks of these nodes."""
    edge = _Edge(BlockKind.paragraph)
    flow: list[_Event] = []
    for node in nodes:
        flow.append(edge)
        _collect(node, edge, leave_out, flow)
    texts: list[Text] = []
    for event in [*flow, edge]:
        if isinstance(event, Text):
            texts.append(event)
            continue
        yield from _blocks(texts, edge, part)
        texts = []
        if isinstance(event, Node):
            yield _whole(event, leave_out, part)
        else:
            edge = event


def _collect(
    node: Node, outer: _Edge, leave_out: Callable[[Node], bool], flow: list[_Event]
) -> None:
    """Add what an element comes to: texts, edges of blocks, and tables or code as they are."""
    if node.tag in SILENT or leave_out(node):
        return
    if node.tag == "br":
        flow.append(_LINE_BREAK)
        return
    if node.tag == "pre" or (node.tag == "table" and _is_data(node)):
        flow += [node, outer]
        return
    is_block = node.tag not in INLINE
    inner = _edge_of(node, outer) if is_block else outer
    flow += [inner] * is_block
    for child in node.children:
        if isinstance(child, Text):
            flow.append(child)
        else:
            _collect(child, inner, leave_out, flow)
    flow += [outer] * is_block


def _edge_of(node: Node, outer: _Edge) -> _Edge:
    """The kind of block that an element begins; a paragraph of an item is part of the item."""
    if outer.kind is BlockKind.heading:
        return outer
    if node.tag in HEADINGS:
        return _Edge(BlockKind.heading, HEADINGS[node.tag])
    return _Edge(BlockKind.item) if node.tag in ("li", "dt", "dd") else outer


def _blocks(texts: list[Text], edge: _Edge, part: str) -> Iterator[Block]:
    """Paragraphs of the texts of one element."""
    for is_gap, group in groupby(_paragraph_texts(texts), lambda text: text is None):
        if is_gap:
            continue
        members = [text for text in group if text is not None]
        lines = "".join(
            "\n" if text is _LINE_BREAK else text.content.replace("\n", " ") for text in members
        )
        content = "\n".join(collapsed(line) for line in lines.split("\n")).strip()
        written = [text for text in members if text.content.strip()]
        if content and written:
            span = SourceSpan(written[0].start, written[-1].end, part)
            yield Block(edge.kind, content, span, edge.level)


def _paragraph_texts(texts: list[Text]) -> Iterator[Text | None]:
    """The texts, with ``None`` where two line breaks stand one after the other."""
    breaks = 0
    for text in texts:
        if text is _LINE_BREAK:
            breaks += 1
        elif text.content.strip():
            if breaks:
                yield None if breaks > 1 else _LINE_BREAK
            yield text
            breaks = 0
        else:
            yield text


def _whole(node: Node, leave_out: Callable[[Node], bool], part: str) -> Block:
    """A table or code as one block."""
    if node.tag == "pre":
        text = node.content.strip("\n").rstrip()
    else:
        text = table_text(_rows(node, leave_out))
    return Block(BlockKind.whole, text, SourceSpan(node.start, node.end, part))


def _rows(table: Node, leave_out: Callable[[Node], bool]) -> Iterator[list[str]]:
    for caption in table.all("caption"):
        yield [_cell(caption, leave_out)]
    for row in table.all("tr"):
        yield [_cell(cell, leave_out) for cell in row.elements() if cell.tag in ("td", "th")]


def _cell(cell: Node, leave_out: Callable[[Node], bool]) -> str:
    return " ".join(block.text for block in html_blocks([cell], leave_out))


def _is_data(table: Node) -> bool:
    """Whether a table holds data in columns and not the layout of a page."""
    if next(table.all("table"), None) is not None:
        return False
    has_columns = any(sum(1 for _ in row.all("td", "th")) > 1 for row in table.all("tr"))
    return has_columns and all(len(cell.content) < _LONG_CELL for cell in table.all("td"))
