"""HTML: the main text of a page, or all of it.

In:  a source.
Out: a document of its headings, paragraphs, lists, tables and code.
"""

import re
from collections.abc import Iterable

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.readers.language import stated_language
from embed_kcpd.readers.source import Source, decoded
from embed_kcpd.readers.stated_encoding import stated_encoding
from embed_kcpd.readers.texts.blocks import block_pieces, collapsed
from embed_kcpd.readers.texts.html_blocks import html_blocks
from embed_kcpd.readers.texts.html_tree import html_tree
from embed_kcpd.readers.texts.main_text import main_text
from embed_kcpd.readers.texts.tree import Node
from embed_kcpd.text.words import count_words

NAME = "html"
WHOLE_NAME = "html-whole"

_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(
    r"<(?:p|div|h[1-6]|article|section|main|table|ul|ol|title|meta)[\s>]", re.IGNORECASE
)
_CHARSET = re.compile(
    rb"""(?:<meta[^>]{0,200}?charset|<\?xml[^>]{0,200}?encoding)\s*=\s*["']?\s*([\w:-]{1,40})""",
    re.IGNORECASE,
)
_CHARSET_WITHIN = 4096
"""Bytes in which a page names its encoding."""


def is_html(source: Source) -> bool:
    """A page begins with its doctype or root; a fragment is told by its name and its tags."""
    if _PAGE.match(source.beginning):
        return True
    has_name = source.suffix in (".html", ".htm", ".xhtml")
    return has_name and _TAG.search(source.beginning) is not None


def read_html(source: Source) -> Document:
    """The main text of a page."""
    root = html_tree(page_text(source))
    nodes, leave_out = main_text(root)
    pieces = block_pieces(html_blocks(nodes, leave_out))
    everything = block_pieces(html_blocks([root], lambda _: False))
    kept, words = _n_words(pieces), _n_words(everything)
    note = f"main text: {kept} of {words} words; all of the page with the format {WHOLE_NAME}"
    return _document(source, root, NAME, pieces, (note,) if kept < words else ())


def read_html_whole(source: Source) -> Document:
    """All that a page says, menus and notices included."""
    root = html_tree(page_text(source))
    return _document(source, root, WHOLE_NAME, block_pieces(html_blocks([root], lambda _: False)))


def page_text(source: Source) -> str:
    """The page as text, in the encoding that it names; UTF-8 where it names none."""
    named = _CHARSET.search(source.data[:_CHARSET_WITHIN])
    if source.encoding != "utf-8" or named is None:
        return source.text
    name = named[1].decode("ascii")
    # A page whose first bytes can be read so is not UTF-16, whatever it says.
    name = "utf-8" if name.lower().startswith(("utf-16", "utf-32")) else name
    try:
        encoding = stated_encoding(name)
    except LookupError:
        raise InputError(
            f"{source.name} says that its encoding is {name}, which is not known; "
            "convert it to UTF-8 first"
        ) from None
    return decoded(source.data, source.name, encoding)


def page_title(root: Node) -> str | None:
    """What the page is called."""
    title = next(root.all("title"), None)
    return collapsed(title.content) or None if title is not None else None


def _document(
    source: Source, root: Node, name: str, pieces: tuple[Piece, ...], notes: tuple[str, ...] = ()
) -> Document:
    page = next(root.all("html"), None)
    language = page.attributes.get("lang") if page is not None else None
    return Document(
        source.name,
        name,
        DocumentKind.text,
        pieces,
        title=page_title(root),
        language=stated_language(language),
        notes=notes,
    )


def _n_words(pieces: Iterable[Piece]) -> int:
    return int(count_words([piece.text for piece in pieces]).sum())
