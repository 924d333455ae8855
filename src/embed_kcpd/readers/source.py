"""A file before it is understood: its name, its bytes, and the text they may hold.

In:  a path, or bytes with a name.
Out: a ``Source`` that formats look at; what it derives is made once and only when asked for.
"""

import json
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from embed_kcpd.errors import InputError, NotTextError
from embed_kcpd.readers.folder import folder_archive, not_a_chat
from embed_kcpd.readers.options import NO_OPTIONS, ReadOptions

BEGINNING = 4096
"""Bytes that are enough to tell most formats apart."""

ARCHIVE = b"PK\x03\x04"
"""How a zip archive begins."""

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
"""Byte order marks, and the encoding each announces; that of UTF-32 begins like one of UTF-16."""


@dataclass(frozen=True)
class Source:
    """A file and its content; ``name`` is for messages, ``options`` are what a person said."""

    name: str
    data: bytes
    options: ReadOptions = NO_OPTIONS

    @property
    def suffix(self) -> str:
        """The end of the name in small letters, such as ``.vtt``; empty where there is none."""
        return Path(self.name).suffix.lower()

    @cached_property
    def encoding(self) -> str:
        return next((name for mark, name in _MARKS if self.data.startswith(mark)), "utf-8")

    @cached_property
    def beginning(self) -> str:
        """The first characters, for telling formats apart; bytes that are no text are replaced.

        A zip archive has none: a file in it may be stored as it is, and would be taken for all.
        """
        if self.data.startswith(ARCHIVE):
            return ""
        return self.data[:BEGINNING].decode(self.encoding, "replace").lstrip("\ufeff")

    @cached_property
    def text(self) -> str:
        """The whole text; an error says at which byte it stops being one."""
        return decoded(self.data, self.name, self.encoding)

    @property
    def json(self) -> object:
        """The JSON value of the whole file; ``InputError`` names line and column where it ends."""
        value, reason = self._parsed
        if reason:
            raise InputError(reason)
        return value

    @cached_property
    def _parsed(self) -> tuple[object, str]:
        """The JSON value, or why there is none: many formats ask, and a long file is read once."""
        try:
            return json.loads(self.text.lstrip("\ufeff")), ""
        except RecursionError:
            return None, f"{self.name} is JSON nested too deeply to be read"
        except ValueError as error:
            return None, f"{self.name} is not valid JSON: {error}"

    def line_of(self, position: int) -> int:
        """The number of the line, from 1 on, that holds this character of the text."""
        return self.text.count("\n", 0, position) + 1


def source_at(path: str, options: ReadOptions = NO_OPTIONS) -> Source:
    """The file at this path; ``-`` is standard input, a folder the archive of its JSON files."""
    return Source("standard input" if path == "-" else path, _read_bytes(path), options)


def decoded(data: bytes, name: str, encoding: str = "utf-8") -> str:
    """Bytes as text; an error says where they stop being one."""
    if encoding == "utf-8" and b"\0" in data:
        raise NotTextError(
            f"{name} is not a text: byte 0x00 at offset {data.index(0)}; "
            "it may be a binary file, or UTF-16 without a byte order mark, "
            "which has to be converted to UTF-8 first"
        )
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name} is not {encoding.upper()}: byte 0x{data[error.start]:02x} "
            f"at offset {error.start}; convert it first from the encoding that it has, such as "
            "WINDOWS-1252 (Western Europe), WINDOWS-1251 (Cyrillic), SHIFT_JIS or GB18030, "
            "with: iconv -f ENCODING -t UTF-8"
        ) from None


def _read_bytes(path: str) -> bytes:
    if not path:
        # For pathlib it is the folder we are in.
        raise InputError("the name of the file is empty; give a file, or - for standard input")
    if path == "-" and sys.stdin is None:
        raise InputError("standard input is closed; give the name of a file")
    try:
        if path == "-":
            return sys.stdin.buffer.read()
        return _packed(path) if Path(path).is_dir() else Path(path).read_bytes()
    except InputError:
        raise
    except (OSError, ValueError) as error:
        # A name with a null byte is a ValueError.
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {path}: {reason}") from None


def _packed(folder: str) -> bytes:
    archive = folder_archive(Path(folder))
    if archive is None:
        raise InputError(not_a_chat(folder))
    return archive
