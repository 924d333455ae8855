"""RSS, Atom and RDF feeds: each entry is a post.

In:  a source.
Out: a document of one piece for each entry: its title, and below it what it says.
"""

import re
import xml.etree.ElementTree as ET
from html import escape

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.html_text import html_text
from embed_kcpd.readers.streams.posts import Post, stream_document
from embed_kcpd.readers.streams.xml_mending import feed_root, feed_text
from embed_kcpd.text.places import SourceSpan

NAME = "feed"
ROOTS = ("rss", "feed", "rdf")
BODIES = ("encoded", "content", "description", "summary")
"""Elements that hold what an entry says, the fullest first."""
DATES = ("pubDate", "published", "date", "issued", "updated", "modified", "created")
AUTHORS = ("creator", "author")

_FIRST_TAG = re.compile(r"<(?:[\w.-]+:)?(rss|feed|rdf)[\s>:]", re.IGNORECASE)
_BEFORE = re.compile(r"\s*(?:<\?.*?\?\??>\s*|<!--.*?-->\s*|<!DOCTYPE.*?>\s*)*", re.DOTALL)
_MARK = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|"
    r"<(/?)(?:[\w.-]+:)?(?:item|entry)(?=[\s>])[^<>]*>",
    re.DOTALL,
)
"""Sections that hold no tags, and where entries begin and end."""


def is_feed(source: Source) -> bool:
    """Whether the first element is that of a feed."""
    beginning = source.beginning
    before = _BEFORE.match(beginning)
    return bool(_FIRST_TAG.match(beginning, before.end() if before else 0))


def read_feed(source: Source) -> Document:
    root = feed_root(source)
    if _local(root).lower() not in ROOTS:
        raise InputError(
            f"{source.name}: expected a feed (rss, feed or RDF), found <{_local(root)[:40]}>"
        )
    entries = [each for each in root.iter() if _local(each) in ("item", "entry")]
    channel = next((each for each in root.iter() if _local(each) == "channel"), root)
    spans = _spans(feed_text(source), len(entries))
    posts = [_post(entry, span) for entry, span in zip(entries, spans, strict=True)]
    return stream_document(
        source,
        NAME,
        posts,
        title=_said(channel, ("title",)),
        language=_said(channel, ("language",)) or _language(root),
    )


def joined_post(title: str, body: str) -> str:
    """A title above what is said, unless that begins with it."""
    title, body = " ".join(title.split()), body.strip()
    if not title or " ".join(body[: 2 * len(title)].split()).startswith(title.rstrip(". …")):
        return body or title
    return f"{title}\n\n{body}" if body else title


def _post(entry: ET.Element, span: SourceSpan | None) -> Post:
    return Post(
        text=joined_post(html_text(_said(entry, ("title",))), html_text(_said(entry, BODIES))),
        written_date=_said(entry, DATES) or None,
        span=span,
        author=_author(entry) or None,
        name=_said(entry, ("guid", "id", "link")) or None,
    )


def _said(element: ET.Element, names: tuple[str, ...]) -> str:
    """What the first of these children says that says anything, as text or as HTML."""
    for name in names:
        for child in element:
            if _local(child) == name and (text := _inner(child).strip()):
                return text
    return ""


def _inner(element: ET.Element) -> str:
    """The text of an element, which may be HTML; the elements inside it (XHTML) as HTML."""
    if not len(element):
        return element.text or ""
    for each in element.iter():
        if isinstance(each.tag, str):
            each.tag = _local(each)
    children = (ET.tostring(child, encoding="unicode", method="html") for child in element)
    return escape(element.text or "", quote=False) + "".join(children)


def _author(entry: ET.Element) -> str:
    for name in AUTHORS:
        for child in entry:
            if _local(child) == name:
                return _said(child, ("name",)) or " ".join(" ".join(child.itertext()).split())
    return ""


def _language(root: ET.Element) -> str:
    return root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("lang") or ""


def _local(element: ET.Element) -> str:
    """The name of an element without its namespace; empty for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _spans(text: str, n_entries: int) -> list[SourceSpan | None]:
    """Where the entries stand in the file, as far as that can be told."""
    starts, ends = [], []
    for mark in _MARK.finditer(text):
        if mark[1] == "":
            starts.append(mark.start())
        elif mark[1] == "/":
            ends.append(mark.end())
    if not len(starts) == len(ends) == n_entries:
        return [None] * n_entries
    return [SourceSpan(start, end) for start, end in zip(starts, ends, strict=True)]
