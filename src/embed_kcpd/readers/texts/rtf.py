r"""RTF: the text of a Rich Text Format file.

In:  a source.
Out: a document of its headings, paragraphs, lists, tables, text boxes and notes.

A file is taken for RTF by how it begins.  One that was cut off is read as far as it goes, and a
note says so.
"""

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.signs import begins_rtf
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.blocks import block_pieces
from embed_kcpd.readers.texts.rtf_blocks import rtf_text

NAME = "rtf"


def is_rtf(source: Source) -> bool:
    """By how it begins."""
    return begins_rtf(source)


def read_rtf(source: Source) -> Document:
    """The text of an RTF file."""
    if not begins_rtf(source):
        raise InputError(f"{source.name} is not RTF, which begins with {{\\rtf")
    read = rtf_text(source.data)
    pieces = block_pieces(read.blocks)
    notes = ("the file ends inside a group: its end is missing",) if read.is_cut_off else ()
    return Document(
        source.name, NAME, DocumentKind.text, pieces, title=read.title or None, notes=notes
    )
