"""EPUB: the chapters of a book in reading order.

In:  a source.
Out: a document of its headings, paragraphs, lists, tables and code.

The package lists the files of the book and their order; the table of contents (the navigation
of EPUB 3, the NCX of EPUB 2) names them.  An entry whose title does not stand in its file as a
heading becomes one.
"""

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import unquote

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.language import stated_language
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.archive import Archive, archive_names, opened_archive
from embed_kcpd.readers.texts.blocks import Block, BlockKind, block_pieces, collapsed
from embed_kcpd.readers.texts.html import page_text
from embed_kcpd.readers.texts.html_blocks import html_blocks
from embed_kcpd.readers.texts.html_tree import html_tree
from embed_kcpd.readers.texts.tree import Node
from embed_kcpd.readers.texts.xml_tree import xml_tree

NAME = "epub"

_CONTAINER = "META-INF/container.xml"
_PAGE_TYPES = frozenset(["application/xhtml+xml", "text/html", "application/x-dtbook+xml"])


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the table of contents; ``level`` counts from 1."""

    path: str
    title: str
    level: int


def is_epub(source: Source) -> bool:
    """A zip archive with the container of a book."""
    return _CONTAINER in archive_names(source)


def read_epub(source: Source) -> Document:
    """The text of a book."""
    archive = opened_archive(source)
    package_path = _package_path(archive)
    package = xml_tree(archive, package_path)
    files = _files(package, package_path)
    entries = _entries(archive, package, files)
    pages = _pages(package, files)
    names = set(archive.names)
    present = [path for path in pages if path in names]
    blocks = [block for path in present for block in _page_blocks(archive, path, entries)]
    missing = len(pages) - len(present)
    return Document(
        source.name,
        NAME,
        DocumentKind.text,
        block_pieces(blocks),
        title=_metadata(package, "title"),
        language=stated_language(_metadata(package, "language")),
        notes=(f"{missing} of {len(pages)} listed pages are not in the file",) if missing else (),
    )


def _package_path(archive: Archive) -> str:
    for root in xml_tree(archive, _CONTAINER).all("rootfile"):
        path = root.attributes.get("full-path", "")
        if path:
            return path
    raise InputError(f"{archive.name}: {_CONTAINER} names no package file")


def _files(package: Node, package_path: str) -> dict[str, Node]:
    """The files that the package lists, by identity, each with its path in the archive."""
    files = {}
    for item in package.all("item"):
        path = _resolved(package_path, item.attributes.get("href", ""))
        files[item.attributes.get("id", "")] = replace(
            item, attributes={**item.attributes, "path": path}
        )
    return files


def _resolved(base: str, reference: str) -> str:
    """The path in the archive of a reference in the file ``base``, its fragment left out."""
    path = unquote(reference.partition("#")[0])
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), path))


def _pages(package: Node, files: Mapping[str, Node]) -> list[str]:
    """Paths of the pages in reading order, the navigation left out."""
    pages = []
    for reference in package.all("itemref"):
        item = files.get(reference.attributes.get("idref", ""))
        if item is None or item.attributes.get("media-type") not in _PAGE_TYPES:
            continue
        if "nav" not in item.attributes.get("properties", "").split():
            pages.append(item.attributes["path"])
    return pages


def _entries(archive: Archive, package: Node, files: Mapping[str, Node]) -> list[_Entry]:
    """The table of contents; empty where the book has none that can be read."""
    names = set(archive.names)
    for item in files.values():
        path = item.attributes["path"]
        if "nav" in item.attributes.get("properties", "").split() and path in names:
            return list(_navigation(html_tree(_page(archive, path)), path))
    spine = next(package.all("spine"), package)
    index = files.get(spine.attributes.get("toc", ""))
    if index is None or index.attributes["path"] not in names:
        return []
    path = index.attributes["path"]
    return list(_points(xml_tree(archive, path), path, 0))


def _navigation(root: Node, path: str) -> Iterator[_Entry]:
    """Entries of the first navigation of a page, by the depth of their lists."""
    for nav in root.all("nav"):
        kinds = nav.attributes.get("epub:type", nav.attributes.get("type", "toc")).split()
        if "toc" in kinds:
            yield from _list_entries(nav, path, 0)
            return


def _list_entries(node: Node, path: str, level: int) -> Iterator[_Entry]:
    for child in node.elements():
        if child.tag == "a" and child.attributes.get("href"):
            target = _resolved(path, child.attributes["href"])
            yield _Entry(target, collapsed(child.content), max(1, level))
        else:
            yield from _list_entries(child, path, level + (child.tag == "ol"))


def _points(node: Node, path: str, level: int) -> Iterator[_Entry]:
    """Entries of an NCX."""
    for child in node.elements():
        if child.tag != "navPoint":
            yield from _points(child, path, level)
            continue
        label, content = child.first("navLabel"), child.first("content")
        if label is not None and content is not None:
            target = _resolved(path, content.attributes.get("src", ""))
            yield _Entry(target, collapsed(label.content), level + 1)
        yield from _points(child, path, level + 1)


def _page(archive: Archive, path: str) -> str:
    return page_text(Source(f"{archive.name}: {path}", archive.read(path))).lstrip("\ufeff")


def _page_blocks(archive: Archive, path: str, entries: list[_Entry]) -> Iterator[Block]:
    """The blocks of a page, its headings at the levels that the table of contents gives them."""
    root = html_tree(_page(archive, path))
    blocks = list(html_blocks([root], lambda node: node.tag == "nav", path))
    headings = [block for block in blocks if block.kind is BlockKind.heading]
    named = {_key(entry.title): entry for entry in reversed(entries) if entry.path == path}
    known = next((block for block in headings if _key(block.text) in named), None)
    deeper = 0
    if known is not None:
        deeper = named[_key(known.text)].level - known.level
    elif named:
        entry = [*named.values()][-1]
        yield Block(BlockKind.heading, entry.title, level=entry.level)
        deeper = entry.level + 1 - min((block.level for block in headings), default=1)
    for block in blocks:
        is_heading = block.kind is BlockKind.heading
        yield replace(block, level=max(1, block.level + deeper)) if is_heading else block


def _key(title: str) -> str:
    """A title without case, marks and spaces, for comparing."""
    return "".join(character for character in title.casefold() if character.isalnum())


def _metadata(package: Node, name: str) -> str | None:
    for metadata in package.all("metadata"):
        for element in metadata.all(name):
            if collapsed(element.content):
                return collapsed(element.content)
    return None
