"""Markdown: headings, paragraphs, lists, tables and code.

In:  a source.
Out: a document of its blocks, their text without markup.

A file is taken for Markdown by its name, or where it is called a text and its first lines leave
little doubt: code between fences, two headings (``## Name``) with blank lines around them, or
one such heading beside a link, a table or bold text.
"""

import re

from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.blocks import block_pieces
from embed_kcpd.readers.texts.markdown_blocks import markdown_blocks

NAME = "markdown"

SUFFIXES = frozenset([".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx", ".rmd", ".qmd"])
_TEXT_SUFFIXES = frozenset(["", ".txt", ".text"])
"""Names of files whose content decides; a script may hold lines that look like headings."""

_HEADING = re.compile(r"(?:\A|\n[ \t]*\r?\n)#{1,6} \S[^\n]*(?=\r?\n[ \t]*\r?(?:\n|\Z)|\Z)")
_CODE = re.compile(r"^(```+|~~~+)[\w+#.-]*[ \t]*\r?\n(?:.*\n)*?\1[ \t]*\r?$", re.MULTILINE)
_OTHER = re.compile(
    r"\]\((?:https?://|#|\.{0,2}/|[\w/-]+\.\w)"  # a link
    r"|^\|?[ \t:]*-{3,}[ \t:]*\|[ \t:|-]*$"  # the rule of a table
    r"|\*\*\w[^*\n]*\*\*",  # bold text
    re.MULTILINE,
)
_FRONT_MATTER = re.compile(r"\ufeff?(---|\+\+\+)[ \t]*\r?\n(?:.*\n)*?\1[ \t]*(?:\r?\n|\Z)")
_TITLE = re.compile(r"^title\s*[:=]\s*[\"']?(.*)$", re.MULTILINE)


def is_markdown(source: Source) -> bool:
    """By its name, or by clear evidence in its first lines."""
    if source.suffix in SUFFIXES:
        return True
    is_text = source.suffix in _TEXT_SUFFIXES or source.name == "standard input"
    return is_text and _has_evidence(source.beginning)


def _has_evidence(beginning: str) -> bool:
    headings = len(_HEADING.findall(beginning))
    if headings >= 2 or _CODE.search(beginning):
        return True
    return headings == 1 and _OTHER.search(beginning) is not None


def read_markdown(source: Source) -> Document:
    """The blocks of a file; a header of fields before the text is left out."""
    text = source.text
    header = _FRONT_MATTER.match(text)
    start = header.end() if header else int(text.startswith("\ufeff"))
    title = _TITLE.search(header[0]) if header else None
    pieces = block_pieces(markdown_blocks(text, start))
    name = re.sub(r"[\"']\Z", "", title[1].rstrip()) if title else ""
    return Document(source.name, NAME, DocumentKind.text, pieces, title=name or None)
