"""PPTX: the slides of a PowerPoint presentation in their order, transitional or strict.

In:  a source.
Out: a document of titles, texts, tables and diagrams (SmartArt) with the notes of the speaker;
     pages are numbers of slides.

The level of a title is 1 on the first slide of a presentation or of a section, by its layout or
its subtitle, and 2 elsewhere.  Numbers of slides, dates, headers and footers are not part of the
text.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.archive import Archive, archive_names, opened_archive
from embed_kcpd.readers.texts.blocks import Block, BlockKind, block_pieces
from embed_kcpd.readers.texts.office_blocks import Markup, office_blocks
from embed_kcpd.readers.texts.office_package import (
    CONTENT_TYPES,
    Relation,
    main_part,
    relations,
    stated_title,
)
from embed_kcpd.readers.texts.slides import (
    OPENING,
    OTHER,
    Slide,
    hidden_note,
    own_title,
    slide_blocks,
)
from embed_kcpd.readers.texts.tree import Node, Text
from embed_kcpd.readers.texts.xml_tree import xml_tree

NAME = "pptx"

_USUAL_BODY = "ppt/presentation.xml"
_NO_TEXTS = frozenset(["dt", "ftr", "hdr", "sldNum", "sldImg"])
"""Places on a slide for what is not its text."""

_TITLES = frozenset(["title", "ctrTitle"])
_OPENING_PLACES = frozenset(["ctrTitle", "subTitle"])
_LISTS = frozenset(["body", "obj"])
_COUNTED = ("slidenum", "datetime")
"""How the kinds of fields begin that count slides or tell the time."""

_OPENING_LAYOUTS = frozenset(["title", "secHead"])
"""Layouts of slides that open a presentation or a section."""

_BETWEEN = frozenset(["pres", "parTrans", "sibTrans"])
"""Points of a diagram that are no words of it."""


def is_pptx(source: Source) -> bool:
    """A zip archive with the parts of a presentation."""
    names = archive_names(source)
    return CONTENT_TYPES in names and any(name.startswith("ppt/") for name in names)


def read_pptx(source: Source) -> Document:
    """The text of a presentation."""
    archive = opened_archive(source)
    paths = _slide_paths(archive)
    slides, n_hidden, missing = [], 0, 0
    levels: dict[str, int] = {}
    for number, path in enumerate(paths, start=1):
        if not archive.holds(path):
            missing += 1
            continue
        root = xml_tree(archive, path)
        if any(slide.attributes.get("show") in ("0", "false") for slide in root.elements()):
            n_hidden += 1
        else:
            slides.append(_slide(archive, path, root, number, levels))
    notes = hidden_note(n_hidden)
    if missing:
        notes += (f"{missing} of {len(paths)} listed slides are not in the file",)
    pieces = block_pieces(slide_blocks(slides))
    return Document(
        source.name,
        NAME,
        DocumentKind.text,
        pieces,
        title=own_title(stated_title(archive)),
        notes=notes,
    )


def _slide_paths(archive: Archive) -> list[str]:
    """The slides in their order; each can be shown only once."""
    path = main_part(archive, _USUAL_BODY)
    targets = relations(archive, path)
    listed = [each.attributes.get("r:id") for each in xml_tree(archive, path).all("sldId")]
    # Sections list the same slides again, by their numbers.
    targets_listed = [targets.get(each, Relation("", each)) for each in listed if each]
    return list(dict.fromkeys(target.path for target in targets_listed))


def _slide(archive: Archive, path: str, root: Node, number: int, levels: dict[str, int]) -> Slide:
    """What a slide says; ``levels`` remembers what its layout means for its title."""
    beside = relations(archive, path)
    of_kind = {relation.kind: relation.path for relation in beside.values()}
    layout = of_kind.get("slideLayout", "")
    if layout not in levels:
        levels[layout] = _title_level(archive, layout)
    titles: list[Block] = []
    body: list[Block] = []
    level = levels[layout]
    for shape in _shapes(root):
        place = _place(shape)
        level = OPENING if place in _OPENING_PLACES else level
        if place in _TITLES:
            titles += _texts(shape, path)
        elif place not in _NO_TEXTS:
            kind = BlockKind.item if place in _LISTS else BlockKind.paragraph
            body += _texts(shape, path, kind)
            body += _diagram(archive, shape, beside)
    notes = _notes(archive, of_kind.get("notesSlide", ""))
    return Slide(number, titles, level, body, notes)


def _title_level(archive: Archive, layout: str) -> int:
    if not archive.holds(layout):
        return OTHER
    kinds = [each.attributes.get("type") for each in xml_tree(archive, layout).elements()]
    return OPENING if kinds and kinds[0] in _OPENING_LAYOUTS else OTHER


def _shapes(node: Node) -> Iterator[Node]:
    """Shapes, tables and diagrams of a slide, those of groups among them."""
    for child in node.elements():
        if child.tag in ("sp", "graphicFrame", "cxnSp"):
            yield child
        elif child.tag != "Fallback":
            yield from _shapes(child)


def _place(shape: Node) -> str:
    """What a placeholder is for; empty where the shape is none."""
    place = next(shape.all("ph"), None)
    return "" if place is None else place.attributes.get("type", "obj")


def _texts(shape: Node, part: str, kind: BlockKind = BlockKind.paragraph) -> Iterator[Block]:
    markup = replace(_MARKUP, part=part, kind=lambda _: (kind, 0))
    return office_blocks(shape, markup)


def _diagram(archive: Archive, shape: Node, beside: Mapping[str, Relation]) -> Iterator[Block]:
    """The points of a diagram, whose data is a part of its own."""
    for reference in shape.all("relIds"):
        data = beside.get(reference.attributes.get("r:dm", ""))
        if data is None or not archive.holds(data.path):
            continue
        for point in xml_tree(archive, data.path).all("pt"):
            if point.attributes.get("type") not in _BETWEEN:
                yield from _texts(point, data.path, BlockKind.item)


def _notes(archive: Archive, path: str) -> list[Block]:
    """What the speaker notes of a slide."""
    if not archive.holds(path):
        return []
    shapes = _shapes(xml_tree(archive, path))
    return [block for shape in shapes if _place(shape) == "body" for block in _texts(shape, path)]


def _said(node: Node) -> str:
    """What a paragraph says."""
    parts = []
    for child in node.children:
        if isinstance(child, Text):
            parts.append(child.content if node.tag == "t" else "")
        elif child.tag == "br":
            parts.append("\n")
        elif child.tag != "fld" or not child.attributes.get("type", "").startswith(_COUNTED):
            parts.append(_said(child))
    return "".join(parts)


_MARKUP = Markup(
    paragraphs=frozenset(["p"]),
    table="tbl",
    row="tr",
    cells=frozenset(["tc"]),
    unread=frozenset(["Fallback"]),
    said=_said,
)
