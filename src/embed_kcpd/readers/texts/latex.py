r"""LaTeX: headings, paragraphs, lists, tables and notes.

In:  a source.
Out: a document of what its body says, without markup; files that it reads are not opened.

A file is taken for LaTeX by its name, or where it is called a text and its first line that is no
comment begins a document (``\documentclass``) or a section.
"""

import re

from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.blocks import block_pieces
from embed_kcpd.readers.texts.latex_blocks import latex_text
from embed_kcpd.text.listing import listed

NAME = "latex"

SUFFIXES = frozenset([".tex", ".latex", ".ltx"])
_TEXT_SUFFIXES = frozenset(["", ".txt", ".text"])

_BEGINNING = re.compile(
    r"(?:\s|%[^\r\n]*(?:[\r\n]|\Z))*"
    r"(?:\\documentclass\s*[\[{]|\\documentstyle\s*[\[{]|\\begin\{document\}"
    r"|\\(?:part|chapter|section)\*?\s*[\[{])"
)
_MOST_FILES = 5
"""Files that are named in the note about those that are not opened."""


def is_latex(source: Source) -> bool:
    """By its name, or by its first line."""
    if source.suffix in SUFFIXES:
        return True
    is_text = source.suffix in _TEXT_SUFFIXES or source.name == "standard input"
    return is_text and _BEGINNING.match(source.beginning) is not None


def read_latex(source: Source) -> Document:
    """The body of a file."""
    read = latex_text(source.text)
    pieces = block_pieces(read.blocks)
    notes = (_note(read.files),) if read.files else ()
    return Document(
        source.name, NAME, DocumentKind.text, pieces, title=read.title or None, notes=notes
    )


def _note(files: tuple[str, ...]) -> str:
    more = f" and {len(files) - _MOST_FILES} more" if len(files) > _MOST_FILES else ""
    return f"files that the text reads are not opened: {listed(files[:_MOST_FILES])}{more}"
