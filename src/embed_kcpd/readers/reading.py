"""A file on the machine to a document.

In:  a path, ``-`` for standard input, or bytes; the name of a format where it is known; what
     else a person says about the file.
Out: a ``Document``.

Options travel inside the ``Source``, so that a format which needs none need not know of them.
One that the format of the file has no use for is an error.
"""

import os

from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.given_kinds import check_kind
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.formats import Format, named_format, recognised_format
from embed_kcpd.readers.options import NO_OPTIONS, ReadOptions
from embed_kcpd.readers.source import Source, source_at


def read(
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
    options: ReadOptions = NO_OPTIONS,
) -> Document:
    """Read a file, recognised by what it holds unless its ``format`` is given."""
    if not isinstance(path, str | os.PathLike):
        raise InputError(f"read takes the path of a file, got {path!r:.60}")
    return read_source(source_at(os.fspath(path), options), format)


def read_source(source: Source, format: str | None = None) -> Document:  # noqa: A002
    """Read content that is in memory."""
    if not isinstance(source, Source):
        raise InputError(
            f"read_source takes a Source(name, data), got {source!r:.60}; read(path) reads a file"
        )
    if not (isinstance(source.name, str) and isinstance(source.data, bytes)):
        raise InputError(
            "Source(name, data) takes a name and bytes (text.encode() of a string), "
            f"got {source.name!r:.60} and {type(source.data).__name__}"
        )
    check_kind(source.options, ReadOptions, "options")
    chosen = recognised_format(source) if format is None else named_format(format)
    _check(chosen, source)
    return chosen.read(source)


def _check(chosen: Format, source: Source) -> None:
    useless = [name for name in source.options.given if name not in chosen.options]
    if useless:
        flag = f"--{useless[0].replace('_', '-')}"
        raise OptionsError(
            f"{source.name} is read as {chosen.description}, for which {flag} means nothing; "
            "leave it out, or name another format with --format"
        )
