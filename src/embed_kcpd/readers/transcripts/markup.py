"""Markup of transcripts: tags and character references, without a document type or entities.

In:  HTML or XML as transcripts use it, or a line of a subtitle.
Out: tags and texts with their places, or the text alone.

A document type is skipped and no entity but those of HTML is known, so that a file which
defines entities by entities cannot grow.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"<!--(?:[^-]|-(?!->))*(?:-->|\Z)"
    r"|<!\[CDATA\[(?P<literal>(?:[^\]]|\](?!\]>))*)(?:\]\]>|\Z)"
    r"|<(?P<closes>/?)(?P<name>[A-Za-z][^\s/>]*)(?P<rest>[^>]*)(?:>|\Z)"
    r"|<[!?/][^>]*(?:>|\Z)"
)
# A name is matched from its first character on, so that a long one is read once.
_ATTRIBUTE = re.compile(r"""(?<![^\s=/"'])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_STYLE_TAG = re.compile(
    r"</?(?:i|b|u|s|em|strong|font|span|c|v|lang|ruby|rt|br)(?:[\s.][^<>]*)?/?>|\{\\[^{}]*\}",
    re.IGNORECASE,
)
_HIDDEN = ("script", "style", "head", "title")


@dataclass(frozen=True, slots=True)
class Tag:
    """``<name attributes>``, or ``</name>`` where it ``closes``."""

    name: str
    attributes: dict[str, str]
    closes: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Characters:
    """Text between tags, its references replaced; ``start`` and ``end`` are of the file."""

    text: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Tag | Characters]:
    """Tags and the text between them, in order; comments and declarations are left out."""
    position = 0
    for token in _TOKEN.finditer(text):
        if token.start() > position:
            yield _characters(text, position, token.start())
        position = token.end()
        if token["name"]:
            given = _ATTRIBUTE.findall(token["rest"])
            attributes = {key.lower(): html.unescape(a or b) for key, a, b in given}
            name, closes = token["name"].lower(), bool(token["closes"])
            yield Tag(name, attributes, closes, token.start(), token.end())
        elif token["literal"]:
            yield Characters(token["literal"], *token.span("literal"))
    if position < len(text):
        yield _characters(text, position, len(text))


def visible_tokens(text: str) -> Iterator[Tag | Characters]:
    """The same without what a page does not show: scripts, styles and its head."""
    hidden_by = ""
    for token in tokens(text):
        if isinstance(token, Tag) and token.name in _HIDDEN:
            if not hidden_by and not token.closes:
                hidden_by = token.name
            elif token.closes and token.name == hidden_by:
                hidden_by = ""
        elif not hidden_by:
            yield token


def without_styles(text: str) -> str:
    """A subtitle without its tags of style; other signs of "less than" stay.

    >>> without_styles("<i>If</i> a < b,{\\\\an8} say &quot;so&quot;<br/>")
    'If a < b, say "so"'
    """
    return unescaped(_STYLE_TAG.sub("", text))


def unescaped(text: str) -> str:
    """A text with its complete character references replaced.

    >>> unescaped("R&amp;D &#39;AT&T&#39;")
    "R&D 'AT&T'"
    """
    return _REFERENCE.sub(lambda reference: html.unescape(reference[0]), text)


def _characters(text: str, start: int, end: int) -> Characters:
    return Characters(unescaped(text[start:end]), start, end)
