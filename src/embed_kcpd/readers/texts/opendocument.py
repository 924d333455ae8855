"""OpenDocument: what texts and presentations have in common.

In:  a source, a zip archive or one XML file.
Out: which kind of document it is; its body, the ``Markup`` of its elements and its title.

White space between words is one space however it is written; further spaces, tabs and line
breaks are elements.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from embed_kcpd.errors import InputError
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.archive import SIGNATURE, Archive, archive_names, opened_archive
from embed_kcpd.readers.texts.blocks import Block, BlockKind, collapsed
from embed_kcpd.readers.texts.heading_styles import LEVELS, Style, heading_levels
from embed_kcpd.readers.texts.office_blocks import BODY, Markup, joined_paragraphs
from embed_kcpd.readers.texts.tree import Node, Text
from embed_kcpd.readers.texts.xml_tree import parsed_tree, xml_tree
from embed_kcpd.text.places import SourceSpan

_CONTENT, _STYLES, _META = "content.xml", "styles.xml", "meta.xml"
_MANIFEST, _PACKED = "META-INF/manifest.xml", "encrypted-package"
_FLAT = re.compile(rb"<(?:office:)?document\s[^>]{0,15000}?\bmimetype=[\"']([\w./+-]{1,99})")
_FLAT_WITHIN = 2048
"""Bytes in which the root of a flat file begins."""

_MOST_SPACES = 100
"""Spaces that one element may stand for."""

_WHITE = re.compile(r"[ \t\r\n]+")
_MARKS = {"tab": "\1", "line-break": "\2"}
_WRITTEN = {0: " ", 1: "\t", 2: "\n"}
"""What elements stand for is marked until white space is collapsed; XML cannot hold the marks."""

_PARAGRAPHS = frozenset(["p", "h"])
_SHAPES = frozenset(
    [
        *("text-box", "custom-shape", "rect", "ellipse", "circle", "line", "path", "polygon"),
        *("polyline", "regular-polygon", "connector", "measure", "caption"),
    ]
)
"""What can hold paragraphs of its own inside a paragraph."""

_UNREAD = frozenset(
    [
        *("annotation", "tracked-changes", "script", "object", "object-ole", "image", "plugin"),
        *("ruby-text", "forms", "event-listeners", "note"),
    ]
)
"""Elements whose text is not part of the text around them."""

_NOT_INLINE = _UNREAD | _SHAPES | {"frame", "g"}


_StyleKey = tuple[str, str]
"""The family of a style and its name, which another family may use again."""


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A document whose XML is parsed; ``styles`` are the elements that define them."""

    body: Node
    markup: Markup
    title: str | None
    styles: Mapping[_StyleKey, Node]


def media_type(source: Source) -> str:
    """The kind of document that a file says it is, empty where it says nothing."""
    if not source.data.startswith(SIGNATURE):
        root = source.data.find(b"document", 0, _FLAT_WITHIN)
        match = _FLAT.match(source.data, source.data.rfind(b"<", 0, root)) if root > 0 else None
        return match[1].decode() if match else ""
    if "mimetype" not in archive_names(source):
        return ""
    try:
        return opened_archive(source).read("mimetype").decode("ascii", "replace").strip()
    except InputError:
        return ""


def opened_document(source: Source, kind: str) -> OpenDocument:
    """A document of this kind, ``text`` or ``presentation``."""
    if source.data.startswith(SIGNATURE):
        archive = opened_archive(source)
        _check_readable(archive)
        root, part = xml_tree(archive, _CONTENT), _CONTENT
        others = [xml_tree(archive, path) for path in (_STYLES, _META) if archive.holds(path)]
    else:
        root, part, others = parsed_tree(source.data, source.name), "", []
    body = next((body for each in root.all("body") for body in each.all(kind)), None)
    if body is None:
        raise InputError(f"{source.name} has no body of the kind office:{kind}")
    styles = {
        (style.attributes.get("family", ""), style.attributes.get("name", "")): style
        for tree in [*others, root]
        for style in tree.all("style")
    }
    return OpenDocument(body, _markup(part, styles), _title([root, *others]), styles)


def _check_readable(archive: Archive) -> None:
    """Raise where the content is missing or encrypted; new programs pack all of it once more."""
    is_listed = archive.holds(_MANIFEST) and not archive.holds(_PACKED)
    if archive.holds(_PACKED) or (is_listed and _is_encrypted(archive)):
        raise InputError(f"{archive.name} needs a password; save it without one first")
    if not archive.holds(_CONTENT):
        raise InputError(f"{archive.name} is a zip archive without {_CONTENT}")


def _is_encrypted(archive: Archive) -> bool:
    return next(xml_tree(archive, _MANIFEST).all("encryption-data"), None) is not None


def _title(roots: list[Node]) -> str | None:
    for root in roots:
        for meta in root.all("meta"):
            title = meta.first("title")
            if title is not None:
                return collapsed(title.content) or None
    return None


def _markup(part: str, styles: Mapping[_StyleKey, Node]) -> Markup:
    hidden = frozenset(key for key, style in styles.items() if _is_hidden(style))
    said = partial(_said, hidden=hidden)
    bare = replace(_MARKUP, part=part, said=said)
    return replace(bare, kind=partial(_kind, levels=_levels(styles)), note=partial(_note, bare))


def _is_hidden(style: Node) -> bool:
    return any(p.attributes.get("display") == "none" for p in style.all("text-properties"))


def _levels(styles: Mapping[_StyleKey, Node]) -> dict[str, int]:
    """The heading level of each style that has one."""
    return heading_levels(
        {
            name: Style(
                style.attributes.get("display-name", name),
                _outline_level(style.attributes.get("default-outline-level", "")),
                style.attributes.get("parent-style-name", ""),
            )
            for (family, name), style in styles.items()
            if family == "paragraph"
        }
    )


def _outline_level(value: str) -> int | None:
    if not value.isdecimal() or len(value) > 3:
        return None
    return int(value) if int(value) <= LEVELS else 0


def _kind(paragraph: Node, levels: Mapping[str, int]) -> tuple[BlockKind, int]:
    if paragraph.tag == "h":
        level = _outline_level(paragraph.attributes.get("outline-level", ""))
        return (BlockKind.heading, level or 1) if level != 0 else BODY
    level = levels.get(paragraph.attributes.get("style-name", ""), 0)
    return (BlockKind.heading, level) if level else BODY


def _note(markup: Markup, note: Node) -> Block | None:
    body = note.first("note-body")
    if body is None:
        return None
    span = SourceSpan(body.start, body.end, markup.part)
    return Block(BlockKind.note, joined_paragraphs(body, markup, "\n"), span)


def _said(paragraph: Node, hidden: frozenset[_StyleKey]) -> str:
    """What a paragraph says, without its text boxes and notes."""
    return _WHITE.sub(" ", _inline(paragraph, hidden)).strip(" ").translate(_WRITTEN)


def _inline(node: Node, hidden: frozenset[_StyleKey]) -> str:
    family = "paragraph" if node.tag in _PARAGRAPHS else "text"
    if (family, node.attributes.get("style-name", "")) in hidden:
        return ""
    parts = []
    for child in node.children:
        if isinstance(child, Text):
            parts.append(child.content)
        elif child.tag == "s":
            parts.append("\0" * _n_spaces(child.attributes.get("c", "1")))
        elif child.tag in _MARKS:
            parts.append(_MARKS[child.tag])
        elif child.tag not in _NOT_INLINE:
            parts.append(_inline(child, hidden))
    return "".join(parts)


def _n_spaces(value: str) -> int:
    return min(int(value), _MOST_SPACES) if value.isdecimal() and len(value) < 9 else 1


_MARKUP = Markup(
    paragraphs=_PARAGRAPHS,
    table="table",
    row="table-row",
    cells=frozenset(["table-cell", "covered-table-cell"]),
    boxes=_SHAPES,
    notes=frozenset(["note"]),
    lists=frozenset(["list"]),
    unread=_UNREAD,
    said=partial(_said, hidden=frozenset()),
)
