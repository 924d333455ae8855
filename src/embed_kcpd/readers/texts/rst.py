"""reStructuredText: headings, paragraphs, lists, tables and code.

In:  a source.
Out: a document of its blocks, their text without markup.

A file is taken for reStructuredText by its name, or where it is called a text and its first lines
hold a directive (``.. note::``) beside another one, a role, a link target or an underlined title,
and no fence of Markdown.
"""

import re

from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.blocks import block_pieces
from embed_kcpd.readers.texts.rst_blocks import rst_blocks

NAME = "rst"

SUFFIXES = frozenset([".rst", ".rest"])
_TEXT_SUFFIXES = frozenset(["", ".txt", ".text"])

_DIRECTIVE = re.compile(r"^[ ]{0,8}\.\. [A-Za-z][\w:-]*::(?:[ \t]|\r?$)", re.MULTILINE)
_TARGET = re.compile(r"^\.\. _[^:\r\n]{1,100}:", re.MULTILINE)
_ROLE = re.compile(r"(?<!\w):[a-z][a-z:+-]{1,30}:`[^`\r\n]")
_UNDERLINE = re.compile(r"^\S[^\r\n]{2,}\r?\n([=\-~^\"'*+#.:_])\1{3,}[ \t]*\r?$", re.MULTILINE)
_FENCE = re.compile(r"^(?:```|~~~ ?\w|#{1,6} \S)", re.MULTILINE)


def is_rst(source: Source) -> bool:
    """By its name, or by clear evidence in its first lines."""
    if source.suffix in SUFFIXES:
        return True
    is_text = source.suffix in _TEXT_SUFFIXES or source.name == "standard input"
    return is_text and _has_evidence(source.beginning)


def _has_evidence(beginning: str) -> bool:
    n_directives = len(_DIRECTIVE.findall(beginning))
    if not n_directives or _FENCE.search(beginning):
        return False
    others = (_TARGET, _ROLE, _UNDERLINE)
    return n_directives > 1 or any(each.search(beginning) for each in others)


def read_rst(source: Source) -> Document:
    """The blocks of a file; what it is called is its first heading."""
    pieces = block_pieces(rst_blocks(source.text))
    is_titled = bool(pieces) and pieces[0].place.heading == 1
    title = pieces[0].text if is_titled else None
    return Document(source.name, NAME, DocumentKind.text, pieces, title=title)
