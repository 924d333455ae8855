"""DOCX: the body of a Word document, transitional or strict.

In:  a source.
Out: a document of its headings, paragraphs, lists, tables, text boxes and notes.

A heading is known by the outline level of its paragraph or of its style, inherited from the
style it is based on.  A note stands after the paragraph that refers to it.  Deleted text,
comments and codes of fields are not part of the text.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.archive import Archive, archive_names, opened_archive
from embed_kcpd.readers.texts.blocks import Block, BlockKind, block_pieces, collapsed, table_text
from embed_kcpd.readers.texts.tree import Node, Text
from embed_kcpd.readers.texts.xml_tree import xml_tree
from embed_kcpd.text.places import SourceSpan

NAME = "docx"

_USUAL_BODY = "word/document.xml"
_LEVELS = 9
"""Outline levels of Word; a level beyond them is body text."""

_HEADING_STYLE = re.compile(r"(?:heading|überschrift|titre|título)\s*([1-9])$", re.IGNORECASE)
_MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": ""}
_UNREAD = frozenset(["del", "delText", "instrText", "moveFrom", "Fallback", "pPr", "rPr", "rt"])
"""Elements whose text is not part of the document; a fallback repeats what stands beside it."""

_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}


@dataclass(frozen=True, slots=True)
class _Parts:
    """What paragraphs refer to: heading levels of styles, and notes by kind and number."""

    body: str
    levels: Mapping[str, int]
    notes: Mapping[tuple[str, str], Node]


def is_docx(source: Source) -> bool:
    """A zip archive with the parts of a Word document."""
    names = archive_names(source)
    return "[Content_Types].xml" in names and any(n.startswith("word/") for n in names)


def read_docx(source: Source) -> Document:
    """The text of a Word document."""
    archive = opened_archive(source)
    path = _body_path(archive)
    root = xml_tree(archive, path)
    body = next(root.all("body"), None)
    if body is None:
        raise InputError(f"{source.name}: {path} has no body; it is not a Word document")
    parts = _Parts(path, _style_levels(archive, path), _notes(archive, path))
    pieces = block_pieces(_blocks(body, parts))
    return Document(source.name, NAME, DocumentKind.text, pieces, title=_title(archive))


def _body_path(archive: Archive) -> str:
    """Where the relations of the package say the document is."""
    if "_rels/.rels" in archive.names:
        for relation in xml_tree(archive, "_rels/.rels").all("Relationship"):
            if relation.attributes.get("Type", "").endswith("/officeDocument"):
                target = relation.attributes.get("Target", "").lstrip("/")
                if target in archive.names:
                    return target
    if _USUAL_BODY in archive.names:
        return _USUAL_BODY
    raise InputError(f"{archive.name} is a zip archive without {_USUAL_BODY}")


def _beside(body: str, name: str) -> str:
    return posixpath.join(posixpath.dirname(body), f"{name}.xml")


def _style_levels(archive: Archive, body: str) -> dict[str, int]:
    """The heading level of each style that has one."""
    path = _beside(body, "styles")
    if path not in archive.names:
        return {}
    styles = {
        style.attributes.get("styleId", ""): style for style in xml_tree(archive, path).all("style")
    }
    levels = {}
    for identity in styles:
        level = _style_level(identity, styles)
        if level:
            levels[identity] = level
    return levels


def _style_level(identity: str, styles: Mapping[str, Node]) -> int:
    """The level of a style: its own, or that of the style it is based on; 0 for body text."""
    seen = set()
    while identity in styles and identity not in seen:
        seen.add(identity)
        style = styles[identity]
        properties = style.first("pPr")
        level = _outline_level(properties) if properties is not None else None
        if level is not None:
            return level
        name = _value(style, "name")
        match = _HEADING_STYLE.match(name)
        if match or name.lower() == "title":
            return int(match[1]) if match else 1
        identity = _value(style, "basedOn")
    return 0


def _outline_level(properties: Node) -> int | None:
    value = _value(properties, "outlineLvl")
    if not value.isdecimal() or len(value) > 3:
        return None
    return int(value) + 1 if int(value) < _LEVELS else 0


def _value(node: Node, child: str) -> str:
    """The ``val`` of an element inside, empty where there is none."""
    element = node.first(child)
    return "" if element is None else element.attributes.get("val", "")


def _notes(archive: Archive, body: str) -> dict[tuple[str, str], Node]:
    notes = {}
    for kind in ("footnotes", "endnotes"):
        path = _beside(body, kind)
        if path in archive.names:
            for note in xml_tree(archive, path).all(kind[:-1]):
                notes[kind, note.attributes.get("id", "")] = note
    return notes


def _title(archive: Archive) -> str | None:
    if "docProps/core.xml" not in archive.names:
        return None
    title = next(xml_tree(archive, "docProps/core.xml").all("title"), None)
    return collapsed(title.content) or None if title is not None else None


def _blocks(container: Node, parts: _Parts) -> Iterator[Block]:
    """The blocks of a body, a cell or a text box."""
    for child in container.elements():
        if child.tag == "p":
            yield from _paragraph(child, parts)
        elif child.tag == "tbl":
            yield from _table(child, parts)
        elif child.tag not in _UNREAD:
            yield from _blocks(child, parts)


def _paragraph(paragraph: Node, parts: _Parts) -> Iterator[Block]:
    """A paragraph, then the text boxes in it and the notes it refers to."""
    span = SourceSpan(paragraph.start, paragraph.end, parts.body)
    kind, level = _kind(paragraph, parts)
    yield Block(kind, _run_text(paragraph).strip(), span, level)
    for element in _inside(paragraph, "txbxContent", *_NOTES):
        if element.tag == "txbxContent":
            yield from _blocks(element, parts)
        else:
            yield from _note(element, parts)


def _note(reference: Node, parts: _Parts) -> Iterator[Block]:
    kind = _NOTES[reference.tag]
    note = parts.notes.get((kind, reference.attributes.get("id", "")))
    if note is not None:
        place = SourceSpan(note.start, note.end, _beside(parts.body, kind))
        yield Block(BlockKind.note, _joined_paragraphs(note, "\n"), place)


def _inside(node: Node, *tags: str) -> Iterator[Node]:
    """The outermost elements of these names, without those that are not read."""
    for child in node.elements():
        if child.tag in tags:
            yield child
        elif child.tag not in _UNREAD:
            yield from _inside(child, *tags)


def _kind(paragraph: Node, parts: _Parts) -> tuple[BlockKind, int]:
    properties = paragraph.first("pPr")
    if properties is None:
        return BlockKind.paragraph, 0
    own = _outline_level(properties)
    level = parts.levels.get(_value(properties, "pStyle"), 0) if own is None else own
    if level:
        return BlockKind.heading, level
    is_item = properties.first("numPr") is not None
    return BlockKind.item if is_item else BlockKind.paragraph, 0


def _run_text(node: Node) -> str:
    """What a paragraph says, without its text boxes."""
    parts = []
    for child in node.children:
        if isinstance(child, Text):
            parts.append(child.content if node.tag == "t" else "")
        elif child.tag in _MARKS:
            parts.append(_MARKS[child.tag])
        elif child.tag not in _UNREAD and child.tag != "txbxContent":
            parts.append(_run_text(child))
    return "".join(parts)


def _joined_paragraphs(node: Node, separator: str) -> str:
    """All paragraphs of a note or a cell, with those of tables and text boxes inside it."""
    said = []
    for paragraph in _inside(node, "p"):
        said.append(_run_text(paragraph).strip())
        said += [_joined_paragraphs(box, separator) for box in _inside(paragraph, "txbxContent")]
    return separator.join(text for text in said if text)


def _table(table: Node, parts: _Parts) -> Iterator[Block]:
    """A table as one block, then the notes that it refers to."""
    rows = [
        [_joined_paragraphs(cell, " ") for cell in _inside(row, "tc")]
        for row in _inside(table, "tr")
    ]
    yield Block(BlockKind.whole, table_text(rows), SourceSpan(table.start, table.end, parts.body))
    for reference in _inside(table, *_NOTES):
        yield from _note(reference, parts)
