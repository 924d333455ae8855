"""The pieces of a document to units with places.

In:  a document, and how sentences are told apart in it.
Out: units that tile the document's text, and the place of each.

Posts, messages and headings are units as they are, paragraphs are split further.  Tables and
code are cut where they are longer than a sentence may be; the parts continue one another.  Cues
of a recording are joined (``recording_units.py``).
"""

from dataclasses import replace
from itertools import pairwise

from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.readers.recording_units import recording_parts
from embed_kcpd.text.places import Place
from embed_kcpd.text.sentences import LONGEST_SENTENCE
from embed_kcpd.text.units import Splitter, Unit, tiled


def document_units(
    document: Document, splitter: Splitter
) -> tuple[tuple[Unit, ...], tuple[Place, ...]]:
    """The units of a document and their places."""
    if document.kind is DocumentKind.recording:
        parts = recording_parts(document, splitter)
    else:
        parts = [
            (at + start, place)
            for piece, at in zip(document.pieces, document.starts, strict=True)
            for start, place in _parts(piece, document.kind, splitter)
        ]
    edges = pairwise([*(start for start, _ in parts), len(document.text)])
    units = tuple(Unit(start, end) for start, end in edges)
    return units, tuple(place for _, place in parts)


def _parts(piece: Piece, kind: DocumentKind, splitter: Splitter) -> list[tuple[int, Place]]:
    """Where the units of one piece begin in it, and their places."""
    if kind in (DocumentKind.stream, DocumentKind.chat) or piece.place.heading:
        return [(0, piece.place)]
    whole = piece.whole
    units = tiled(piece.text, (), LONGEST_SENTENCE) if whole else splitter.split(piece.text)
    length = len(piece.text)
    parts = [(unit.start, piece.place.part(unit.start, unit.end, length)) for unit in units]
    if not whole:
        return parts
    return [*parts[:1], *((start, replace(place, continues=True)) for start, place in parts[1:])]
