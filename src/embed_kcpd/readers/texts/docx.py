"""DOCX: the body of a Word document, transitional or strict.

In:  a source.
Out: a document of its headings, paragraphs, lists, tables, text boxes and notes.

A heading is known by the outline level of its paragraph or of its style, inherited from the
style it is based on.  A note stands after the paragraph that refers to it.  Deleted and
hidden text, comments and codes of fields are not part of the text.
"""

import posixpath
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.archive import Archive, archive_names, opened_archive
from embed_kcpd.readers.texts.blocks import Block, BlockKind, block_pieces
from embed_kcpd.readers.texts.heading_styles import LEVELS, Style, heading_levels
from embed_kcpd.readers.texts.office_blocks import BODY, Markup, joined_paragraphs, office_blocks
from embed_kcpd.readers.texts.office_package import CONTENT_TYPES, main_part, stated_title
from embed_kcpd.readers.texts.tree import Node, Text
from embed_kcpd.readers.texts.xml_tree import xml_tree
from embed_kcpd.text.places import SourceSpan

NAME = "docx"

_USUAL_BODY = "word/document.xml"
_MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": ""}
_UNREAD = frozenset(["del", "delText", "instrText", "moveFrom", "Fallback", "pPr", "rPr", "rt"])
"""Elements whose text is not part of the document; a fallback repeats what stands beside it."""

_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}


def is_docx(source: Source) -> bool:
    """A zip archive with the parts of a Word document."""
    names = archive_names(source)
    return CONTENT_TYPES in names and any(n.startswith("word/") for n in names)


def read_docx(source: Source) -> Document:
    """The text of a Word document."""
    archive = opened_archive(source)
    path = main_part(archive, _USUAL_BODY)
    root = xml_tree(archive, path)
    body = next(root.all("body"), None)
    if body is None:
        raise InputError(f"{source.name}: {path} has no body; it is not a Word document")
    markup = replace(
        _MARKUP,
        part=path,
        kind=partial(_kind, levels=_style_levels(archive, path)),
        note=partial(_note, notes=_notes(archive, path)),
    )
    pieces = block_pieces(office_blocks(body, markup))
    return Document(source.name, NAME, DocumentKind.text, pieces, title=stated_title(archive))


def _beside(body: str, name: str) -> str:
    return posixpath.join(posixpath.dirname(body), f"{name}.xml")


def _style_levels(archive: Archive, body: str) -> dict[str, int]:
    """The heading level of each style that has one."""
    path = _beside(body, "styles")
    if not archive.holds(path):
        return {}
    return heading_levels(
        {
            style.attributes.get("styleId", ""): Style(
                _value(style, "name"),
                _outline_level(style.first("pPr")),
                _value(style, "basedOn"),
            )
            for style in xml_tree(archive, path).all("style")
        }
    )


def _outline_level(properties: Node | None) -> int | None:
    value = "" if properties is None else _value(properties, "outlineLvl")
    if not value.isdecimal() or len(value) > 3:
        return None
    return int(value) + 1 if int(value) < LEVELS else 0


def _value(node: Node, child: str) -> str:
    """The ``val`` of an element inside, empty where there is none."""
    element = node.first(child)
    return "" if element is None else element.attributes.get("val", "")


def _notes(archive: Archive, body: str) -> dict[tuple[str, str], Block]:
    """The notes by kind and number."""
    notes = {}
    for kind in ("footnotes", "endnotes"):
        path = _beside(body, kind)
        if archive.holds(path):
            for note in xml_tree(archive, path).all(kind[:-1]):
                said = joined_paragraphs(note, _MARKUP, "\n")
                place = SourceSpan(note.start, note.end, path)
                notes[kind, note.attributes.get("id", "")] = Block(BlockKind.note, said, place)
    return notes


def _note(reference: Node, notes: Mapping[tuple[str, str], Block]) -> Block | None:
    return notes.get((_NOTES[reference.tag], reference.attributes.get("id", "")))


def _kind(paragraph: Node, levels: Mapping[str, int]) -> tuple[BlockKind, int]:
    properties = paragraph.first("pPr")
    if properties is None:
        return BODY
    own = _outline_level(properties)
    level = levels.get(_value(properties, "pStyle"), 0) if own is None else own
    if level:
        return BlockKind.heading, level
    is_item = properties.first("numPr") is not None
    return (BlockKind.item, 0) if is_item else BODY


def _run_text(node: Node) -> str:
    """What a paragraph says, without its text boxes."""
    parts = []
    for child in node.children:
        if isinstance(child, Text):
            parts.append(child.content if node.tag == "t" else "")
        elif child.tag in _MARKS:
            parts.append(_MARKS[child.tag])
        elif child.tag not in _UNREAD and child.tag != "txbxContent" and not _is_hidden(child):
            parts.append(_run_text(child))
    return "".join(parts)


def _is_hidden(run: Node) -> bool:
    properties = run.first("rPr") if run.tag == "r" else None
    mark = None if properties is None else properties.first("vanish")
    return mark is not None and mark.attributes.get("val", "1") not in ("0", "false", "off")


_MARKUP = Markup(
    paragraphs=frozenset(["p"]),
    table="tbl",
    row="tr",
    cells=frozenset(["tc"]),
    boxes=frozenset(["txbxContent"]),
    notes=frozenset(_NOTES),
    unread=_UNREAD,
    said=_run_text,
)
