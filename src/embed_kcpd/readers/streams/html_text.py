"""What a piece of HTML says, without its tags.

In:  HTML of a feed's entry or of a mail.
Out: its text; what a browser shows on lines of their own stands on lines of their own, and what it
     hides (the first words of a newsletter in the list of mails) is left out.
"""

import re

from embed_kcpd.readers.texts.html_tokens import Characters, EndTag, StartTag, is_hidden, tokens

_SILENT = frozenset({"script", "style", "template", "head", "title", "noscript"})
_LINES = frozenset(
    {"address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption"}
    | {"figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main"}
    | {"nav", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul"}
)
_MAY_HIDE = frozenset({"div", "p", "section", "span", "table", "tbody", "td", "tr"})
"""Elements in which a mail hides text."""

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
    shown, is_whole = _text(html, with_hidden=False)
    # An element that is never closed would hide all that follows it.
    return shown if shown and is_whole else _text(html, with_hidden=True)[0]


def _text(html: str, *, with_hidden: bool) -> tuple[str, bool]:
    """The text, and whether every hidden element ends; ``with_hidden`` takes what they say too."""
    parts: list[str] = []
    silent, hidden, depth = 0, "", 0
    for token in tokens(_EMPTY.sub("", html)):
        if isinstance(token, Characters):
            if not silent and not depth:
                parts.append(token.content.replace("\n", " "))
        elif depth:
            if token.name == hidden:
                depth += 1 if isinstance(token, StartTag) else -1
        elif token.name in _SILENT:
            silent = silent + 1 if isinstance(token, StartTag) else max(0, silent - 1)
        else:
            if token.name in _LINES:
                parts.append("\n")
            if not with_hidden and _begins_hidden(token):
                hidden, depth = token.name, 1
    return _BREAKS.sub("\n", _SPACES.sub(" ", "".join(parts))).strip(), not depth


def _begins_hidden(tag: StartTag | EndTag) -> bool:
    return isinstance(tag, StartTag) and tag.name in _MAY_HIDE and is_hidden(tag.attributes)
