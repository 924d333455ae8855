"""HTML to tags and texts.

In:  the text of a page.
Out: its tokens in order, each with its place.

Follows the rules of the HTML standard for broken tags, comments and raw text, and reads any
input in time proportional to its length.  The parser of the standard library does neither on
every Python that is supported, and does not say where an attribute or text begins.
"""

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

_NAME = re.compile(r"[a-zA-Z][^\s/>]*")
_ATTRIBUTE = re.compile(r"""([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>]*))?""")
_BETWEEN = re.compile(r"[\s/=]*")
_COMMENT = re.compile(r"<!--(?:-?>|.*?(?:--!?>|\Z))", re.DOTALL)
_DECLARATION = re.compile(r"<[!?/][^>]*(?:>|\Z)")
RAW_TEXT = frozenset(
    ["script", "style", "textarea", "title", "iframe", "noembed", "noframes", "xmp", "noscript"]
)
"""Elements inside which nothing is a tag but their own end."""


@dataclass(frozen=True, slots=True)
class StartTag:
    name: str
    start: int
    end: int
    attributes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EndTag:
    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Characters:
    """Text between tags, character references resolved."""

    content: str
    start: int
    end: int


Token = StartTag | EndTag | Characters


def tokens(text: str) -> Iterator[Token]:
    """Tags and texts; comments, declarations and a tag that never ends are left out.

    >>> [type(token).__name__ for token in tokens("<p class=a>x &lt; y<!-- z --></p>")]
    ['StartTag', 'Characters', 'EndTag']
    """
    at = 0
    while at < len(text):
        mark = text.find("<", at)
        mark = len(text) if mark < 0 else mark
        if mark > at:
            yield _characters(text, at, mark)
        if mark == len(text):
            return
        token, at = _markup(text, mark)
        if token is not None:
            yield token
        if isinstance(token, StartTag) and token.name in RAW_TEXT:
            closing = _raw_end(token.name).search(text, at)
            end = len(text) if closing is None else closing.start()
            if end > at:
                yield _characters(text, at, end)
            at = end


def _markup(text: str, at: int) -> tuple[Token | None, int]:
    """What begins with the ``<`` at this place, and where it ends."""
    name = _NAME.match(text, at + 1)
    if name is not None:
        return _start_tag(text, at, name)
    if text.startswith("<!--", at):
        comment = _COMMENT.match(text, at)
        return None, len(text) if comment is None else comment.end()
    declaration = _DECLARATION.match(text, at)
    if declaration is None:
        return Characters("<", at, at + 1), at + 1
    name = _NAME.match(text, at + 2) if text[at + 1] == "/" else None
    end = declaration.end()
    return (EndTag(name[0].lower(), at, end) if name else None), end


def _start_tag(text: str, start: int, name: re.Match[str]) -> tuple[StartTag | None, int]:
    attributes: dict[str, str] = {}
    at = _after_blanks(text, name.end())
    while at < len(text) and text[at] != ">":
        attribute = _ATTRIBUTE.match(text, at)
        if attribute is None:  # cannot happen: what is no blank and no ">" begins a name
            break
        value = attribute[2] or ""
        if value[:1] in ("'", '"') and value[-1:] == value[:1]:
            value = value[1:-1]
        attributes.setdefault(attribute[1].lower(), html.unescape(value))
        at = _after_blanks(text, attribute.end())
    if at >= len(text):
        return None, len(text)
    return StartTag(name[0].lower(), start, at + 1, attributes), at + 1


def _after_blanks(text: str, at: int) -> int:
    blanks = _BETWEEN.match(text, at)
    return at if blanks is None else blanks.end()


def _characters(text: str, start: int, end: int) -> Characters:
    return Characters(html.unescape(text[start:end]), start, end)


@cache
def _raw_end(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}(?=[\s/>]|\Z)", re.IGNORECASE)


def is_hidden(attributes: Mapping[str, str]) -> bool:
    """Whether a browser shows nothing of the element that has these attributes.

    >>> is_hidden({"style": "Display: none"}), is_hidden({"class": "none"})
    (True, False)
    """
    style = attributes.get("style", "").replace(" ", "").lower()
    return "hidden" in attributes or "display:none" in style or "visibility:hidden" in style
