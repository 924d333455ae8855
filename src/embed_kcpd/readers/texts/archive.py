"""Files that are zip archives: DOCX, PPTX, OpenDocument, EPUB, exports of chats.

In:  a source.
Out: the names and contents of its members, or an ``InputError`` in one line.

A few kilobytes can unpack to terabytes: members are read up to a limit, all of them together
up to another.
"""

import io
import zipfile
import zlib
from dataclasses import dataclass, field

from embed_kcpd.errors import InputError
from embed_kcpd.readers.source import Source

MOST_MEMBER_BYTES = 128 * 2**20
"""Bytes that one member may unpack to."""

MOST_BYTES = 512 * 2**20
"""Bytes that all members read from one archive may unpack to."""

SIGNATURE = b"PK\x03\x04"

_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
    ArithmeticError,
    LookupError,
)
"""What ``zipfile`` raises for archives that are damaged, encrypted or packed in rare ways."""


@dataclass
class Archive:
    """An archive that is open; ``unpacked`` counts the bytes read from it."""

    name: str
    members: zipfile.ZipFile
    unpacked: int = field(default=0)

    @property
    def names(self) -> list[str]:
        return self.members.namelist()

    def holds(self, member: str) -> bool:
        return member in self.members.NameToInfo

    def read(self, member: str) -> bytes:
        """The content of a member."""
        try:
            with self.members.open(member) as stream:
                content = stream.read(MOST_MEMBER_BYTES + 1)
        except _DAMAGE as error:
            reason = "it is not in the archive" if isinstance(error, KeyError) else error
            raise InputError(f"{self.name}: cannot unpack {member}: {reason}") from None
        self.unpacked += len(content)
        if len(content) > MOST_MEMBER_BYTES or self.unpacked > MOST_BYTES:
            raise InputError(
                f"{self.name}: {member} unpacks to more than this reader takes "
                f"({MOST_MEMBER_BYTES:,} bytes each, {MOST_BYTES:,} together)"
            )
        return content


def opened_archive(source: Source) -> Archive:
    """The archive that a source is."""
    try:
        return Archive(source.name, zipfile.ZipFile(io.BytesIO(source.data)))
    except _DAMAGE as error:
        raise InputError(f"{source.name} is a damaged zip archive: {error}") from None


def archive_names(source: Source) -> frozenset[str]:
    """The names of its members; none where it is no archive."""
    if not source.data.startswith(SIGNATURE):
        return frozenset()
    try:
        return frozenset(opened_archive(source).names)
    except InputError:
        return frozenset()
