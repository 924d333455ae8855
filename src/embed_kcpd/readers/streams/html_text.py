"""What a piece of HTML says, without its tags.

In:  HTML of a feed's entry or of a mail.
Out: its text; what a browser shows on lines of their own stands on lines of their own.
"""

import re

from embed_kcpd.readers.texts.html_tokens import Characters, StartTag, tokens

_SILENT = frozenset({"script", "style", "template", "head", "title", "noscript"})
_LINES = frozenset(
    {"address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption"}
    | {"figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main"}
    | {"nav", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul"}
)
_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>|&(?:#\d+|#x[0-9a-fA-F]+|\w+);")
_EMPTY = re.compile(rf"<(?:{'|'.join(sorted(_SILENT))})\b[^<>]*/>", re.IGNORECASE)
"""Elements that XHTML closes where they begin; HTML would take what follows for their content."""
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n\s*")


def html_text(html: str) -> str:
    """The text of some HTML; a text without tags and entities is returned as it is.

    >>> html_text("<p>Beans &amp; peas</p><p>climb.</p>"), html_text("a < b")
    ('Beans & peas\\nclimb.', 'a < b')
    """
    if not _TAG.search(html):
        return html
    parts: list[str] = []
    silent = 0
    for token in tokens(_EMPTY.sub("", html)):
        if isinstance(token, Characters):
            if not silent:
                parts.append(token.content.replace("\n", " "))
        elif token.name in _SILENT:
            silent = silent + 1 if isinstance(token, StartTag) else max(0, silent - 1)
        elif token.name in _LINES:
            parts.append("\n")
    return _BREAKS.sub("\n", _SPACES.sub(" ", "".join(parts))).strip()
