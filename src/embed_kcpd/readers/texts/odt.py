"""ODT: the body of an OpenDocument text, packed (.odt) or in one XML file (.fodt).

In:  a source.
Out: a document of its headings, paragraphs, lists, tables, text boxes and notes.

A note stands after the paragraph that refers to it.  Deleted text, comments, hidden text, scripts
and descriptions of pictures are not part of the text.
"""

from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.blocks import block_pieces
from embed_kcpd.readers.texts.office_blocks import office_blocks
from embed_kcpd.readers.texts.opendocument import media_type, opened_document

NAME = "odt"

_MEDIA_TYPE = "application/vnd.oasis.opendocument.text"
"""Templates and master documents have longer names that begin so."""


def is_odt(source: Source) -> bool:
    """By the kind of document that the file names."""
    return media_type(source).startswith(_MEDIA_TYPE)


def read_odt(source: Source) -> Document:
    """The text of an OpenDocument text."""
    opened = opened_document(source, "text")
    pieces = block_pieces(office_blocks(opened.body, opened.markup))
    return Document(source.name, NAME, DocumentKind.text, pieces, title=opened.title)
