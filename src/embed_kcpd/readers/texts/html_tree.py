"""Tags to a tree, with the end tags that authors may leave out.

In:  the text of a page.
Out: the root ``Node`` of it.
"""

from embed_kcpd.errors import InputError
from embed_kcpd.readers.texts.html_tokens import Characters, StartTag, tokens
from embed_kcpd.readers.texts.tree import DEEPEST, MOST_NODES, Node, Text

VOID = frozenset(
    [
        *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param"),
        *("source", "track", "wbr"),
    ]
)
"""Elements without content."""

_BLOCKS = frozenset(
    [
        *("address", "article", "aside", "blockquote", "center", "details", "dialog", "dir"),
        *("div", "dl", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3"),
        *("h4", "h5", "h6", "header", "hgroup", "hr", "main", "menu", "nav", "ol", "p", "pre"),
        *("section", "table", "ul"),
    ]
)
_CLOSED_BY: dict[str, frozenset[str]] = {
    "p": _BLOCKS,
    "li": frozenset(["li"]),
    "dt": frozenset(["dt", "dd"]),
    "dd": frozenset(["dt", "dd"]),
    "tr": frozenset(["tr", "tbody", "thead", "tfoot"]),
    "td": frozenset(["td", "th", "tr", "tbody", "thead", "tfoot"]),
    "th": frozenset(["td", "th", "tr", "tbody", "thead", "tfoot"]),
    "thead": frozenset(["tbody", "tfoot"]),
    "tbody": frozenset(["tbody", "tfoot"]),
    "option": frozenset(["option", "optgroup"]),
    "head": frozenset(["body"]),
}
"""Elements that end where one of these begins."""


def html_tree(text: str) -> Node:
    """The tree of a page; elements deeper than ``DEEPEST`` lie side by side."""
    root = Node("", {}, 0, len(text))
    opened = [root]
    for number, token in enumerate(tokens(text)):
        if number == MOST_NODES:
            raise InputError(f"the page has more than {MOST_NODES:,} tags and texts")
        if isinstance(token, Characters):
            opened[-1].children.append(Text(token.content, token.start, token.end))
        elif isinstance(token, StartTag):
            _close_implied(opened, token.name, token.start)
            node = Node(token.name, token.attributes, token.start, token.end)
            opened[-1].children.append(node)
            if token.name not in VOID and len(opened) < DEEPEST:
                opened.append(node)
        else:
            _close(opened, token.name, token.end)
    for node in opened:
        node.end = len(text)
    return root


def _close_implied(opened: list[Node], name: str, at: int) -> None:
    """End the elements that may not hold the one that begins here."""
    while len(opened) > 1 and name in _CLOSED_BY.get(opened[-1].tag, ()):
        opened.pop().end = at


def _close(opened: list[Node], name: str, at: int) -> None:
    """End the innermost element of this name and all inside it; a lone end tag is left out."""
    if all(node.tag != name for node in opened):
        return
    while len(opened) > 1:
        node = opened.pop()
        node.end = at
        if node.tag == name:
            return
