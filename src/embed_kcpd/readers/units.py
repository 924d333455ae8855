"""The pieces of a document to units with places.

In:  a document, and how sentences are told apart in it.
Out: units that tile the document's text, and the place of each.

Posts and messages are units as they are.  Headings, paragraphs and tables are split further.
"""

from itertools import pairwise

from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.text.places import Place
from embed_kcpd.text.units import Splitter, Unit


def document_units(
    document: Document, splitter: Splitter
) -> tuple[tuple[Unit, ...], tuple[Place, ...]]:
    """The units of a document and their places."""
    starts, places = [], []
    for piece, at in zip(document.pieces, document.starts, strict=True):
        for start, place in _parts(piece, document.kind, splitter):
            starts.append(at + start)
            places.append(place)
    edges = pairwise([*starts, len(document.text)])
    return tuple(Unit(start, end) for start, end in edges), tuple(places)


def _parts(piece: Piece, kind: DocumentKind, splitter: Splitter) -> list[tuple[int, Place]]:
    """Where the units of one piece begin in it, and their places."""
    if kind in (DocumentKind.stream, DocumentKind.chat) or piece.place.heading:
        return [(0, piece.place)]
    units = splitter.split(piece.text)
    length = len(piece.text)
    return [(unit.start, piece.place.part(unit.start, unit.end, length)) for unit in units]
