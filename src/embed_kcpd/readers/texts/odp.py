"""ODP: the slides of an OpenDocument presentation, packed (.odp) or in one XML file (.fodp).

In:  a source.
Out: a document of titles, texts and tables with the notes of the speaker; pages are numbers of
     slides.

The level of a title is 1 on a slide with a subtitle, which opens a presentation or a section, and
2 elsewhere.  Numbers of slides, dates, headers and footers are not part of the text.
"""

from collections.abc import Iterator

from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.blocks import Block, block_pieces
from embed_kcpd.readers.texts.office_blocks import office_blocks
from embed_kcpd.readers.texts.opendocument import OpenDocument, media_type, opened_document
from embed_kcpd.readers.texts.slides import (
    OPENING,
    OTHER,
    Slide,
    hidden_note,
    own_title,
    slide_blocks,
)
from embed_kcpd.readers.texts.tree import Node

NAME = "odp"

_MEDIA_TYPE = "application/vnd.oasis.opendocument.presentation"
_NO_TEXTS = frozenset(["header", "footer", "date-time", "page-number"])


def is_odp(source: Source) -> bool:
    """By the kind of document that the file names."""
    return media_type(source).startswith(_MEDIA_TYPE)


def read_odp(source: Source) -> Document:
    """The text of a presentation."""
    opened = opened_document(source, "presentation")
    pages = [page for page in opened.body.elements() if page.tag == "page"]
    slides = [
        _slide(opened, page, number)
        for number, page in enumerate(pages, start=1)
        if not _is_hidden(opened, page)
    ]
    return Document(
        source.name,
        NAME,
        DocumentKind.text,
        block_pieces(slide_blocks(slides)),
        title=own_title(opened.title),
        notes=hidden_note(len(pages) - len(slides)),
    )


def _is_hidden(opened: OpenDocument, page: Node) -> bool:
    style = opened.styles.get(("drawing-page", page.attributes.get("style-name", "")))
    properties = None if style is None else style.first("drawing-page-properties")
    return properties is not None and properties.attributes.get("visibility") == "hidden"


def _slide(opened: OpenDocument, page: Node, number: int) -> Slide:
    titles: list[Block] = []
    body: list[Block] = []
    level = OTHER
    for shape in _shapes(page):
        place = shape.attributes.get("class", "")
        blocks = list(office_blocks(shape, opened.markup)) if place not in _NO_TEXTS else []
        if place == "title":
            titles += blocks
        else:
            body += blocks
        level = OPENING if place == "subtitle" and blocks else level
    return Slide(number, titles, level, body, _notes(opened, page))


def _notes(opened: OpenDocument, page: Node) -> list[Block]:
    """What the speaker notes of a slide."""
    notes = page.first("notes")
    shapes = [] if notes is None else list(_shapes(notes))
    return [
        block
        for shape in shapes
        if shape.attributes.get("class") == "notes"
        for block in office_blocks(shape, opened.markup)
    ]


def _shapes(node: Node) -> Iterator[Node]:
    """Frames and shapes of a slide, those of groups among them."""
    for child in node.elements():
        if child.tag in ("g", "a"):
            yield from _shapes(child)
        elif child.tag != "notes":
            yield child
