"""Files to documents: transcripts, streams of posts, chats, articles; one file per format."""

from embed_kcpd.readers.document import Document, DocumentKind, GivenChapter, Piece
from embed_kcpd.readers.options import ReadOptions
from embed_kcpd.readers.reading import read, read_source
from embed_kcpd.readers.segmenting import segment_document, segment_document_path

__all__ = [
    "Document",
    "DocumentKind",
    "GivenChapter",
    "Piece",
    "ReadOptions",
    "read",
    "read_source",
    "segment_document",
    "segment_document_path",
]
