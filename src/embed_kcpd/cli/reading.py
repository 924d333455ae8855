"""Reading the text a command works on.

In:  a path, or ``-`` for standard input.
Out: the text, exactly as its UTF-8 says, line endings and byte order mark included.
"""

import sys
from pathlib import Path

from embed_kcpd.errors import InputError

_DOCUMENTS = (
    (b"%PDF-", "a PDF", "extract its text first, for instance with: pdftotext FILE.pdf"),
    (
        b"PK\x03\x04",
        "a DOCX, ODT or other zip file",
        "save it as plain text first, for instance with: pandoc -t plain FILE.docx -o FILE.txt",
    ),
    (b"{\\rtf", "an RTF document", "save it as plain text first"),
    (b"\xd0\xcf\x11\xe0", "an old Office document", "save it as plain text first"),
)
"""How files begin that people take for texts."""


def read_text(path: str) -> str:
    """The text of a file or of standard input."""
    return decoded(_read_bytes(path), "standard input" if path == "-" else path)


def decoded(data: bytes, name: str) -> str:
    """UTF-8 bytes as text; an error says where they stop being UTF-8."""
    for beginning, kind, advice in _DOCUMENTS:
        if data.startswith(beginning):
            raise InputError(f"{name} is {kind}, not a plain text; {advice}")
    if b"\0" in data:
        raise InputError(
            f"{name} is not a text: byte 0x00 at offset {data.index(0)}; "
            "it may be a binary file, or UTF-16, which has to be converted to UTF-8 first"
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name} is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}; "
            "convert it first, for instance with: iconv -f WINDOWS-1252 -t UTF-8"
        ) from None


def _read_bytes(path: str) -> bytes:
    if path == "-" and sys.stdin is None:
        raise InputError("standard input is closed; give the name of a file")
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except (OSError, ValueError) as error:
        # A name with a null byte is a ValueError.
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {path}: {reason}") from None
