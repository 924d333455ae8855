"""A file on the machine to a document.

In:  a path, ``-`` for standard input, or bytes; the name of a format where it is known.
Out: a ``Document``.
"""

import os

from embed_kcpd.readers.document import Document
from embed_kcpd.readers.formats import named_format, recognised_format
from embed_kcpd.readers.source import Source, source_at


def read(path: str | os.PathLike[str], format: str | None = None) -> Document:  # noqa: A002
    """Read a file, recognised by what it holds unless its ``format`` is given."""
    return read_source(source_at(os.fspath(path)), format)


def read_source(source: Source, format: str | None = None) -> Document:  # noqa: A002
    """Read content that is in memory."""
    chosen = recognised_format(source) if format is None else named_format(format)
    return chosen.read(source)
