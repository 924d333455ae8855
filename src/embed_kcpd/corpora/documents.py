"""Where the documents of a batch are, and how each becomes a text or a document that was read.

In:  one value of the text column: a string, bytes, or nothing.
Out: a text, or a ``Document`` where a format is given; else a ``DocumentError`` with the reason.

A reason begins with its kind and a colon ("invalid UTF-8: ..."), by which errors are counted.
"""

from dataclasses import dataclass
from numbers import Integral

from embed_kcpd.errors import EmbedKcpdError, OptionsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.reading import read_source
from embed_kcpd.readers.source import Source

RECOGNISED = "recognised"
"""The format of documents that are recognised by what they hold."""

USUAL_ID = "id"

LARGEST_DOCUMENT = 10_000_000
"""Bytes; three times War and Peace, four minutes of one core."""


class DocumentError(EmbedKcpdError, ValueError):
    """One document of a corpus cannot be read; the run goes on without it."""


@dataclass(frozen=True, slots=True)
class Documents:
    """Which columns hold what, and what a text is.

    ``keep`` are columns that are passed through as they are.  ``format`` is the name of a format
    that every text is read as, ``RECOGNISED`` for the one its content shows, None for plain text.
    A document of more than ``max_bytes`` becomes a row with an error.

    >>> Documents(max_bytes=0)
    Traceback (most recent call last):
    ...
    embed_kcpd.errors.OptionsError: max_bytes must be a whole number from 1 on, got 0
    """

    id: str = USUAL_ID
    text: str = "text"
    keep: tuple[str, ...] = ()
    format: str | None = None
    max_bytes: int = LARGEST_DOCUMENT

    def __post_init__(self) -> None:
        if not (is_number(self.max_bytes, Integral) and self.max_bytes >= 1):
            raise OptionsError(
                f"max_bytes must be a whole number from 1 on, got {self.max_bytes!r:.60}"
            )
        if not isinstance(self.keep, list | tuple):
            raise OptionsError(f"keep must be names of columns, got {self.keep!r:.60}")
        object.__setattr__(self, "keep", tuple(self.keep))
        for name in (self.id, self.text, *self.keep):
            if not isinstance(name, str):
                raise OptionsError(f"a column must be named by a string, got {name!r:.60}")
        if not isinstance(self.format, str | None):
            raise OptionsError(f"format must be the name of a format, got {self.format!r:.60}")
        if self.format not in (None, RECOGNISED):
            from embed_kcpd.readers.formats import named_format

            named_format(self.format)

    @property
    def needed(self) -> tuple[str, ...]:
        """Columns that documents must have; without the usual column ``id`` rows are numbered."""
        named = () if self.id == USUAL_ID else (self.id,)
        return (self.text, *named, *self.keep)


def text_of(content: object, most: int) -> str:
    """The text of a value; lone surrogates, which JSON can hold, are let through.

    >>> text_of(b"caf\\xe9", 10)
    Traceback (most recent call last):
    ...
    embed_kcpd.corpora.documents.DocumentError: invalid UTF-8: byte 0xe9 at offset 3
    """
    data = bytes_of(content, most)
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"invalid UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}"
        ) from None


def document_of(content: object, name: str, documents: Documents) -> Document:
    """The document that a value holds, in the format that is given or recognised."""
    data = bytes_of(content, documents.max_bytes)
    return read_source(
        Source(name, data), None if documents.format == RECOGNISED else documents.format
    )


def bytes_of(content: object, most: int) -> bytes:
    """The content as bytes of UTF-8, no more than ``most``."""
    if content is None:
        raise DocumentError("no text: the text is missing")
    if not isinstance(content, str | bytes):
        raise DocumentError(f"no text: it is {type(content).__name__}, not a string")
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    check_size(len(data), most)
    return data


def check_size(size: int, most: int) -> None:
    """Raise where a document is larger than the limit."""
    if size > most:
        raise DocumentError(f"too large: {size:,} bytes, at most {most:,} are read")
