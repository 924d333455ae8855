"""PDF: the text of its pages, with the outline as headings.

In:  a source.
Out: a document of its headings and paragraphs; places are in the text of a page as it is
     extracted, before lines are joined.

Needs the extra ``pdf`` (pypdfium2).  An entry of the outline is the heading that says the same
on the page it points to; numbers before it do not count.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from embed_kcpd.errors import InputError, MissingExtraError
from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.signs import PDF_WITHIN
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.blocks import block_pieces, collapsed
from embed_kcpd.readers.texts.pages import PARTED, PageLine, page_blocks, without_running_heads

NAME = "pdf"

MOST_HEADING_LINES = 3
"""Lines that one heading may take."""

_ONE_AT_A_TIME = Lock()
"""PDFium does not work in several threads at once."""

if hasattr(os, "register_at_fork"):
    # A process forked while another thread reads would wait for that thread for ever, and find
    # PDFium half-way: the fork waits until the file is read.
    os.register_at_fork(
        before=_ONE_AT_A_TIME.acquire,
        after_in_parent=_ONE_AT_A_TIME.release,
        after_in_child=_ONE_AT_A_TIME.release,
    )

_LINE = re.compile(r"[^\r\n\ufffe]*(?:\r\n?|\n|\ufffe|\Z)")
_NUMBER = re.compile(
    r"^(?:(?:[A-Z]?\d+(?:\.\d+)*\.?|[IVXLC]+\.|[A-Z]\.?(?:\d+(?:\.\d+)*\.?)?)\s+){1,2}"
)
"""The number of a title; a second one is an article that looks like the letter of an appendix."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the outline; pages count from 1."""

    title: str
    level: int
    page: int


def is_pdf(source: Source) -> bool:
    """By its signature, or by its name where something else stands before that."""
    beginning = source.data[:PDF_WITHIN]
    is_named = source.suffix == ".pdf" and b"%PDF-" in beginning
    return is_named or beginning.lstrip().startswith(b"%PDF-")


def read_pdf(source: Source) -> Document:
    """The text of a PDF."""
    with _ONE_AT_A_TIME:
        pages, entries, title = _extracted(source)
    bodies = without_running_heads(pages)
    titled, missing = _with_headings(bodies, entries)
    pieces = block_pieces(page_blocks(titled))
    notes = list(_notes(pages, bodies, entries, missing))
    if not pieces and pages:
        notes.append("no page holds text: a scan has to be made readable first (OCR)")
    return Document(source.name, NAME, DocumentKind.text, pieces, title=title, notes=tuple(notes))


def _notes(
    pages: Sequence[Sequence[PageLine]],
    bodies: Sequence[Sequence[PageLine]],
    entries: Sequence[_Entry],
    missing: int,
) -> Iterator[str]:
    dropped = sum(map(len, pages)) - sum(map(len, bodies))
    if dropped:
        yield f"{dropped} running heads and page numbers are left out"
    if missing:
        yield f"{missing} of {len(entries)} entries of the outline do not stand on their pages"


def _extracted(source: Source) -> tuple[list[list[PageLine]], list[_Entry], str | None]:
    """The lines of each page, the outline and the title."""
    try:
        from pypdfium2 import PdfDocument, PdfiumError
    except ImportError:
        raise MissingExtraError("pypdfium2", "pdf") from None
    try:
        document = PdfDocument(source.data)
        try:
            pages = [list(_lines(_page_text(document, at), at + 1)) for at in range(len(document))]
            return pages, list(_outline(document)), collapsed(_title(document)) or None
        finally:
            document.close()
    except (PdfiumError, OSError, ValueError, RuntimeError) as error:
        raise InputError(f"{source.name} cannot be read as PDF: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    reason = collapsed(str(error))
    return "it needs a password" if "password" in reason.lower() else reason


def _page_text(document: Any, at: int) -> str:
    page = document[at]
    text = page.get_textpage()
    try:
        return str(text.get_text_range())
    finally:
        text.close()
        page.close()


def _title(document: Any) -> str:
    return str(document.get_metadata_value("Title") or "")


def _outline(document: Any) -> Iterator[_Entry]:
    for bookmark in document.get_toc():
        target = bookmark.get_dest()
        page = target.get_index() if target is not None else None
        if page is not None:
            yield _Entry(bookmark.get_title(), bookmark.level + 1, page + 1)


def _lines(text: str, page: int) -> Iterator[PageLine]:
    """The lines of a page; PDFium writes one mark for a hyphen and the line break after it."""
    for match in _LINE.finditer(text):
        content = match[0].rstrip("\r\n")
        if content.endswith("\ufffe"):
            content = content[:-1] + PARTED
        if content.strip():
            yield PageLine(content, page, match.start(), match.start() + len(content))


def _with_headings(
    pages: list[list[PageLine]], entries: Sequence[_Entry]
) -> tuple[list[list[PageLine]], int]:
    """The pages with the lines marked that are headings, and how many entries were not found."""
    marked = [list(page) for page in pages]
    missing = 0
    for number, entry in enumerate(entries, start=1):
        lines = marked[entry.page - 1] if entry.page <= len(marked) else []
        found = heading_lines(lines, entry.title)
        missing += not found
        for at in found:
            lines[at] = replace(lines[at], heading=number, level=entry.level)
    return marked, missing


def heading_lines(lines: Sequence[PageLine], title: str) -> range:
    """Which lines of a page together say the title; none where they do not."""
    wanted = _key(title)
    for start in range(len(lines)):
        for end in range(start + 1, min(start + MOST_HEADING_LINES, len(lines)) + 1):
            if any(line.heading for line in lines[start:end]):
                break
            said = _key(" ".join(line.text for line in lines[start:end]))
            if said == wanted and wanted:
                return range(start, end)
            if not wanted.startswith(said):
                break
    return range(0)


def _key(title: str) -> str:
    """A title without its number, case, marks and spaces, for comparing."""
    bare = _NUMBER.sub("", collapsed(title))
    return "".join(character for character in bare.casefold() if character.isalnum())
