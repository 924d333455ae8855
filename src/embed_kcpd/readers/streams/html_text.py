"""What a piece of HTML says, without its tags.

In:  HTML of a feed's entry or of a mail.
Out: its text; what a browser shows on lines of their own stands on lines of their own.
"""

import re
from html.parser import HTMLParser

_SILENT = frozenset({"script", "style", "template", "head", "title", "noscript"})
_LINES = frozenset(
    {"address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption"}
    | {"figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main"}
    | {"nav", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul"}
)
_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>|&(?:#\d+|#x[0-9a-fA-F]+|\w+);")
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n\s*")


def html_text(html: str) -> str:
    """The text of some HTML; a text without tags and entities is returned as it is.

    >>> html_text("<p>Beans &amp; peas</p><p>climb.</p>"), html_text("a < b")
    ('Beans & peas\\nclimb.', 'a < b')
    """
    if not _TAG.search(html):
        return html
    parser = _Text()
    try:
        parser.feed(html)
        parser.close()
    except (AssertionError, ValueError):
        # The parser gives up on some broken declarations: what stands outside tags is kept.
        return _TAG.sub(" ", html).strip()
    return _BREAKS.sub("\n", _SPACES.sub(" ", "".join(parser.parts))).strip()


class _Text(HTMLParser):
    """Collects the text that is shown."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in _SILENT:
            self._silent += 1
        elif tag in _LINES:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag in _LINES:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data.replace("\n", " "))
