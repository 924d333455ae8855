"""What a reader makes of a file: its pieces, in order, each with its place.

In:  pieces that a format found.
Out: a ``Document``: one plain text that the pieces tile, and everything known beside it.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from embed_kcpd.errors import InputError
from embed_kcpd.given_kinds import check_kind
from embed_kcpd.text.places import UNKNOWN_PLACE, Place


class DocumentKind(Enum):
    """What decides how pieces become units."""

    text = "text"
    """Headings, paragraphs, tables: a piece is split into sentences."""

    recording = "recording"
    """Cues of a transcript: short ones are joined into units of spoken text."""

    stream = "stream"
    """Dated posts or articles: each is one unit."""

    chat = "chat"
    """Messages: each is one unit, and a long silence speaks for a boundary."""


SEPARATORS = {
    DocumentKind.text: "\n\n",
    DocumentKind.recording: "\n",
    DocumentKind.stream: "\n\n",
    DocumentKind.chat: "\n",
}
"""What stands between two pieces in the plain text."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What a file holds as one: a cue, a post, a message, a heading, a paragraph, a table.

    ``text`` is what it says, without markup.  ``whole`` says that no boundary may stand inside
    it, as in a table or in code.
    """

    text: str
    place: Place = UNKNOWN_PLACE
    whole: bool = False


@dataclass(frozen=True, slots=True)
class GivenChapter:
    """A chapter that the file itself names."""

    start_seconds: float
    title: str
    end_seconds: float | None = None


@dataclass(frozen=True)
class Document:
    """A file that was read.

    ``format`` is the name of the format it was read as, ``notes`` are decisions of the reader
    that a person should know ("dates are read as day/month").  ``title`` and ``language`` are
    what the file says of itself.  ``chapters`` are those the file brings with it.
    """

    name: str
    format: str
    kind: DocumentKind
    pieces: tuple[Piece, ...]
    title: str | None = None
    language: str | None = None
    chapters: tuple[GivenChapter, ...] = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_kind(self.kind, DocumentKind, "kind")
        if not isinstance(self.pieces, tuple | list):
            raise InputError(f"pieces must be a tuple of Piece(...), got {self.pieces!r:.60}")
        for number, piece in enumerate(self.pieces):
            if not (
                isinstance(piece, Piece)
                and isinstance(piece.text, str)
                and isinstance(piece.place, Place)
            ):
                raise InputError(
                    f"piece {number} must be Piece(text, Place(...)), got {piece!r:.60}"
                )

    def __repr__(self) -> str:
        return (
            f"Document({self.name!r}, format={self.format!r}, kind={self.kind.value!r}, "
            f"n_pieces={len(self.pieces)})"
        )

    @property
    def separator(self) -> str:
        return SEPARATORS[self.kind]

    @cached_property
    def text(self) -> str:
        """What the pieces say, one after the other."""
        return self.separator.join(piece.text for piece in self.pieces)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The character of ``text`` at which each piece begins."""
        starts, position = [], 0
        for piece in self.pieces:
            starts.append(position)
            position += len(piece.text) + len(self.separator)
        return tuple(starts)


def check_document(document: object) -> None:
    """Raise unless this is a document: the path of a file is none yet."""
    if not isinstance(document, Document):
        raise InputError(
            f"document must be what read(path) of embed_kcpd.readers gives, got {document!r:.60}"
        )
