"""Files to documents: transcripts, streams of posts, chats, articles; one file per format."""

from embed_kcpd.readers.document import Document, DocumentKind, GivenChapter, Piece
from embed_kcpd.readers.reading import read, read_source

__all__ = ["Document", "DocumentKind", "GivenChapter", "Piece", "read", "read_source"]
