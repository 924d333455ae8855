"""XML as feeds really have it, made well-formed.

In:  the bytes of a feed.
Out: its root element.

The text is decoded by its byte order mark or by what the XML declaration says, and parsed as it
is.  Only where that fails it is mended: what stands before the root, characters XML cannot hold,
bare ampersands, attributes without quotes, prefixes nobody declared, and an end that is missing.
A document type is dropped in any case, so that no entity is ever expanded but those of HTML.
"""

import re
import xml.etree.ElementTree as ET  # the types that are dropped are what makes it unsafe
from html.entities import html5

from embed_kcpd.errors import InputError
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.stated_encoding import stated_encoding

DEEPEST = 200
"""Elements inside each other; a feed has about ten."""

_DECLARED = re.compile(rb"^\s*<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_DECLARATION = re.compile(r"<\?xml[^<]*?\?>")
_DOCTYPE = re.compile(r"<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL | re.IGNORECASE)
_DOCTYPE_START = re.compile(r"<!DOCTYPE", re.IGNORECASE)
_ROOT = re.compile(r"<(?:[\w.-]+:)?(?:rss|feed|RDF)\b", re.IGNORECASE)
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_AMPERSAND = re.compile(r"&(?:(#\d{1,7}|#x[0-9a-fA-F]{1,6})|(\w{1,32}));|&")
_XML_NAMES = frozenset({"amp", "lt", "gt", "quot", "apos"})
_MARKED = re.compile(r"<!\[CDATA\[.*?(?:\]\]>|$)|<!--.*?(?:-->|$)", re.DOTALL)
# A name is matched from its first character to its last, so that a long one is read once.
_TAG = re.compile(r"<(/?)([A-Za-z_][\w:.-]*)(?![\w:.-])((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*?)(/?)>")
_ATTRIBUTE = re.compile(
    r"(?<![\w:.-])([A-Za-z_][\w:.-]*)\s*=\s*(\"[^\"<]*\"|'[^'<]*'|[^\s\"'<>/]+)"
)


def feed_text(source: Source) -> str:
    """The feed decoded, without its XML declaration and document type."""
    declared = _DECLARED.match(source.data[:200])
    for encoding in (declared[1].decode("ascii") if declared else "utf-8", "utf-8", "cp1252"):
        try:
            name = source.encoding if source.encoding != "utf-8" else stated_encoding(encoding)
            text = source.data.decode(name)
            break
        except (UnicodeError, LookupError):
            continue
    else:
        text = source.data.decode("latin-1")
    return text.lstrip("\ufeff")


def feed_root(source: Source) -> ET.Element:
    """The root element; an ``InputError`` says why a feed cannot be read."""
    text = _without_doctype(_DECLARATION.sub("", feed_text(source), count=1)).strip()
    try:
        # With no document type there are no entities but the five of XML.
        return _parsed(text)
    except ET.ParseError:
        pass
    try:
        return _parsed(_mended(text))
    except ET.ParseError as error:
        raise InputError(f"{source.name} is not XML that can be read: {error}") from None


def _without_doctype(text: str) -> str:
    """The text without its document type; only the first place where one begins is tried."""
    start = _DOCTYPE_START.search(text)
    doctype = start and _DOCTYPE.match(text, start.start())
    return text[: doctype.start()] + text[doctype.end() :] if doctype else text


def _parsed(text: str) -> ET.Element:
    if "<!ENTITY" in text or "<!DOCTYPE" in text.upper():
        text = re.sub(r"<!(?:ENTITY|DOCTYPE)", "&lt;!", text, flags=re.IGNORECASE)
    parser = ET.XMLParser(target=_Shallow())
    parser.feed(text.encode("utf-8", "replace"))
    root: ET.Element = parser.close()
    return root


class _Shallow(ET.TreeBuilder):
    """A tree that is not deeper than a feed can be."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def start(self, tag: str, attrs: dict[str, str]) -> ET.Element:
        self._depth += 1
        _check_depth(self._depth)
        return super().start(tag, attrs)

    def end(self, tag: str) -> ET.Element:
        self._depth -= 1
        return super().end(tag)


def _check_depth(depth: int) -> None:
    if depth > DEEPEST:
        raise ET.ParseError(f"elements stand more than {DEEPEST} deep in each other")


def _mended(text: str) -> str:
    """The text with everything repaired that can be repaired without guessing."""
    root = _ROOT.search(text)
    text = _FORBIDDEN.sub("", text[root.start() :] if root else text)
    parts: list[str] = []
    open_tags: list[str] = []
    end = 0
    for marked in _MARKED.finditer(text):
        parts.append(_with_tags(text[end : marked.start()], open_tags))
        parts.append(_closed_mark(marked[0]))
        end = marked.end()
    parts.append(_with_tags(text[end:], open_tags))
    return "".join(parts) + "".join(f"</{tag}>" for tag in reversed(open_tags))


def _closed_mark(mark: str) -> str:
    """A comment is dropped; a section that is never closed ends with the file."""
    if mark.startswith("<!--"):
        return ""
    return mark if mark.endswith("]]>") else f"{mark}]]>"


def _with_tags(text: str, open_tags: list[str]) -> str:
    """Text and tags, well-formed; ``open_tags`` are those still to be closed."""
    parts: list[str] = []
    end = 0
    for tag in _TAG.finditer(text):
        parts.append(_plain(text[end : tag.start()]))
        parts.append(_tag(tag, open_tags))
        end = tag.end()
    parts.append(_plain(text[end:]))
    return "".join(parts)


def _tag(tag: re.Match[str], open_tags: list[str]) -> str:
    closing, name, inside, empty = tag.groups()
    local = name.rpartition(":")[2]
    if closing:
        if local not in open_tags:
            return ""
        closed = []
        while open_tags:
            closed.append(open_tags.pop())
            if closed[-1] == local:
                break
        return "".join(f"</{each}>" for each in closed)
    kept = {each[1].rpartition(":")[2]: each[2] for each in _ATTRIBUTE.finditer(inside)}
    written = "".join(
        f' {key}="{_attribute(value)}"' for key, value in kept.items() if key != "xmlns"
    )
    if not empty:
        open_tags.append(local)
        _check_depth(len(open_tags))
    return f"<{local}{written}{'/' if empty else ''}>"


def _attribute(value: str) -> str:
    """A value that was written in any quotes or in none."""
    quoted = value[:1] in ("'", '"')
    return _plain(value[1:-1] if quoted else value).replace('"', "&quot;")


def _plain(text: str) -> str:
    """Text with its ampersands and angle brackets as XML wants them."""
    return _AMPERSAND.sub(_reference, text).replace("<", "&lt;")


def _reference(match: re.Match[str]) -> str:
    number, name = match.groups()
    if name in _XML_NAMES:
        return match[0]
    if name and f"{name};" in html5:
        return html5[f"{name};"].replace("&", "&amp;").replace("<", "&lt;")
    if number:
        code = int(number[2:], 16) if number[1] == "x" else int(number[1:])
        known = code <= 0x10FFFF and not _FORBIDDEN.match(chr(code))
        return match[0] if known else ""
    return "&amp;" + match[0][1:]
