"""Plain text: the format of a file that is no other.

In:  a source.
Out: a document of one piece, the text exactly as it stands in the file.

Files that people take for texts and that no reader understands are refused with advice.
"""

import re
from pathlib import Path

from embed_kcpd.errors import InputError, NotTextError
from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.readers.folder import not_a_chat
from embed_kcpd.readers.signs import begins_json
from embed_kcpd.readers.source import Source
from embed_kcpd.text.places import Place, SourceSpan

NAME = "text"

_OLD_OFFICE = b"\xd0\xcf\x11\xe0"

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""What is in a document of Office with a password."""

_REFUSED = (
    (b"%PDF-", "a PDF", "give it as the format pdf"),
    (_OLD_OFFICE, "an old Office document", "save it as DOCX, PPTX or CSV first"),
)
"""How documents begin that are no plain texts, what they are, and what to do."""

_NO_TEXTS = (
    (
        re.compile(rb"PK\x03\x04"),
        "a zip archive",
        "it holds no document that can be read; unpack it and give a file that is in it, "
        "save a spreadsheet as CSV, other documents as PDF or DOCX",
    ),
    (
        re.compile(rb"\x1f\x8b|\x28\xb5\x2f\xfd|\xfd7zXZ\x00|BZh[1-9]1AY|7z\xbc\xaf"),
        "a compressed file",
        "unpack it first, for instance with: gunzip",
    ),
    (
        re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF....WEBP", re.DOTALL),
        "a picture",
        "let a program for OCR write down what it shows",
    ),
    (
        re.compile(
            rb"ID3[\x02-\x04]|\xff[\xf1-\xf3\xf9-\xfb]|OggS\x00|fLaC\x00|RIFF....(?:WAVE|AVI )"
            rb"|....ftyp|\x1aE\xdf\xa3",
            re.DOTALL,
        ),
        "a recording",
        "transcribe it, for instance with Whisper, and give the transcript",
    ),
)
"""How files begin that hold no text, what they are, and what to do."""


def is_plain(_: Source) -> bool:
    """Everything: plain text is tried last."""
    return True


def read_plain(source: Source) -> Document:
    """The whole file as one piece."""
    if source.suffix == ".msg" and source.data.startswith(_OLD_OFFICE):
        raise InputError(f"{source.name} is a mail of Outlook; save it as .eml or plain text first")
    if source.data.startswith(_OLD_OFFICE) and _ENCRYPTED in source.data:
        raise InputError(f"{source.name} needs a password; save it without one first")
    for beginning, kind, advice in _REFUSED:
        if source.data.startswith(beginning):
            raise InputError(f"{source.name} is {kind}, not a plain text; {advice}")
    if source.data.startswith(b"PK\x03\x04"):
        _check_archive(source)
    for signature, kind, advice in _NO_TEXTS:
        if signature.match(source.data):
            raise NotTextError(f"{source.name} is {kind}, not a plain text; {advice}")
    if source.suffix == ".json" and begins_json(source):
        source.json  # noqa: B018 - raises where the file was cut off
    if _is_json(source):
        raise NotTextError(
            f"{source.name} is JSON of no kind that is known here; "
            "a list of posts needs a text and a date in each of its objects, or --text-column"
        )
    text = source.text
    pieces = (Piece(text, Place(SourceSpan(0, len(text)))),) if text else ()
    return Document(source.name, NAME, DocumentKind.text, pieces)


def _check_archive(source: Source) -> None:
    """Raise for a folder, and for an archive that was cut off, so that no format recognised it."""
    from embed_kcpd.readers.texts.archive import opened_archive  # loaded for archives alone

    if Path(source.name).is_dir():
        raise NotTextError(not_a_chat(source.name))
    try:
        opened_archive(source)
    except InputError as error:
        raise NotTextError(str(error)) from None


def _is_json(source: Source) -> bool:
    """Whether the whole file is a JSON object or a list of them."""
    if not begins_json(source):
        return False
    try:
        value = source.json
    except InputError:
        return False
    is_list = isinstance(value, list) and len(value) > 0 and isinstance(value[0], dict)
    return is_list or (isinstance(value, dict) and len(value) > 0)
