"""The main text of a page, without menus, notices, comments and lists of links.

In:  the tree of a page.
Out: the nodes that hold its main text, and which elements inside them to leave out.

Each paragraph speaks for the element it stands in: by its length and its commas, less so for
elements farther up, and less where it consists of links.  The element with the most points is
the text; elements beside it that have a fifth of its points, or are paragraphs of prose, belong
to it.  A page where nothing collects enough is taken whole.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from embed_kcpd.readers.texts.blocks import collapsed
from embed_kcpd.readers.texts.html_blocks import INLINE, SILENT
from embed_kcpd.readers.texts.html_tokens import is_hidden
from embed_kcpd.readers.texts.tree import Node, Text

SHORTEST_PARAGRAPH = 25
"""Characters below which a paragraph says nothing about where the text is."""

SHORTEST_TEXT = 250
"""Characters below which what was found is no main text: the page is then taken whole."""

MOST_LINKS = 0.5
"""Share of linked characters from which on a block is a list of links."""

BESIDE = 0.2
"""Share of the best points that an element beside the best needs to belong to the text."""

_SIDE_TAGS = frozenset(["nav", "aside", "footer", "form", "dialog", "menu", "fieldset"])
_SIDE_ROLES = frozenset(
    [
        *("navigation", "banner", "complementary", "contentinfo", "search", "dialog", "alert"),
        *("alertdialog", "menu", "menubar", "toolbar", "tablist"),
    ]
)
_SIDE_NAMES = re.compile(
    r"(?:^|[\s_-])(?:ads?|advert\w*|banner|breadcrumbs?|comments?|consent|cookies?|disqus|footer|hidden|"
    r"masthead|menu|meta|modal|nav\w*|newsletter|outbrain|pager|pagination|paywall|popup|promo\w*|"
    r"recommend\w*|related|replies|reply|rss|shar\w+|sidebar|signup|skip|social|sponsor\w*|subscrib\w*|"
    r"taboola|tags?|toc|toolbar|tooltip|trending|widget)(?:$|[\s_-])",
    re.IGNORECASE,
)
_MAIN_NAMES = re.compile(r"article|body|content|entry|main|post|story|text", re.IGNORECASE)
_COMMAS = (",", "，", "、", "،")
_PARAGRAPHS = frozenset(["p", "pre", "td", "blockquote", "li", "dd"])


@dataclass(slots=True)
class _Measure:
    """What an element holds: characters, how many of them in links, commas, and its points."""

    chars: int = 0
    linked: int = 0
    commas: int = 0
    points: float = 0.0

    @property
    def links(self) -> float:
        return self.linked / self.chars if self.chars else 0.0


def main_text(root: Node) -> tuple[list[Node], Callable[[Node], bool]]:
    """The nodes of the main text, and whether to leave out an element inside them."""
    side = _side_elements(root)
    measures: dict[int, _Measure] = {}
    _measure(root, [], side, measures, in_link=False)
    best, parent = _best(root, measures)
    nodes = [root] if best is None else _with_neighbours(best, parent, measures)
    if sum(measures[id(node)].chars for node in nodes) < SHORTEST_TEXT:
        return [root], lambda node: id(node) in side
    return nodes, lambda node: id(node) in side or _is_links(node, measures)


def _side_elements(root: Node) -> frozenset[int]:
    """The identities of elements beside the text.

    One that holds more than half of the page is never beside it, whatever it is called.
    """
    sizes: dict[int, int] = {}
    suspects: list[Node] = []
    most = _size(root, sizes, suspects) / 2
    return frozenset(id(node) for node in suspects if sizes[id(node)] <= most)


def _size(node: Node, sizes: dict[int, int], suspects: list[Node]) -> int:
    """Characters in an element that a reader sees; suspects are collected on the way."""
    size = 0
    if node.tag not in SILENT:
        for child in node.children:
            if isinstance(child, Text):
                size += len(child.content.strip())
            else:
                size += _size(child, sizes, suspects)
    sizes[id(node)] = size
    if _looks_beside(node):
        suspects.append(node)
    return size


def _looks_beside(node: Node) -> bool:
    """Whether an element is beside the text by what it says of itself."""
    attributes = node.attributes
    if node.tag in _SIDE_TAGS or attributes.get("role", "").lower() in _SIDE_ROLES:
        return True
    if is_hidden(attributes):
        return True
    if node.tag in ("body", "html", "article", "main", ""):
        return False
    names = f"{attributes.get('class', '')} {attributes.get('id', '')}"
    return bool(_SIDE_NAMES.search(names)) and not _MAIN_NAMES.search(names)


def _measure(
    node: Node,
    above: list[Node],
    side: frozenset[int],
    measures: dict[int, _Measure],
    *,
    in_link: bool,
) -> _Measure:
    """Measure an element and all inside it, and give points to those above it."""
    measure = measures[id(node)] = _Measure()
    if node.tag in SILENT or id(node) in side:
        return measure
    in_link = in_link or node.tag == "a"
    for child in node.children:
        if isinstance(child, Text):
            inside = _text_measure(child, in_link=in_link)
        else:
            inside = _measure(child, [*above, node], side, measures, in_link=in_link)
        measure.chars += inside.chars
        measure.linked += inside.linked
        measure.commas += inside.commas
    if node.tag in _PARAGRAPHS or _is_bare(node):
        _give_points(measure, above, measures)
    return measure


def _text_measure(text: Text, *, in_link: bool) -> _Measure:
    chars = len(collapsed(text.content))
    commas = sum(text.content.count(comma) for comma in _COMMAS)
    return _Measure(chars, chars if in_link else 0, commas)


def _is_bare(node: Node) -> bool:
    """Whether an element holds text and no other block: a paragraph by another name."""
    if node.tag not in ("div", "section", "article"):
        return False
    return all(child.tag in INLINE or child.tag == "br" for child in node.elements())


def _give_points(measure: _Measure, above: list[Node], measures: dict[int, _Measure]) -> None:
    """Points for the five elements above a paragraph, fewer for those farther up."""
    if measure.chars < SHORTEST_PARAGRAPH:
        return
    points = 1.0 + measure.commas + min(measure.chars / 100, 3.0)
    for distance, element in enumerate(reversed(above[-5:]), start=1):
        measures[id(element)].points += points * (1.0 - measure.links) / distance


def _best(root: Node, measures: dict[int, _Measure]) -> tuple[Node | None, Node | None]:
    """The element with the most points, and the element that holds it."""
    best, parent, most = None, None, 0.0
    todo: list[tuple[Node, Node | None]] = [(root, None)]
    while todo:
        node, holder = todo.pop()
        measure = measures.get(id(node))
        if measure is None:
            continue
        points = measure.points * (1.0 - measure.links)
        if points > most:
            best, parent, most = node, holder, points
        todo.extend((child, node) for child in node.elements())
    return best, parent


def _with_neighbours(best: Node, parent: Node | None, measures: dict[int, _Measure]) -> list[Node]:
    if parent is None:
        return [best]
    enough = max(10.0, BESIDE * measures[id(best)].points)
    return [
        node
        for node in parent.elements()
        if node is best or _belongs(node, measures[id(node)], enough)
    ]


def _belongs(node: Node, measure: _Measure, enough: float) -> bool:
    is_prose = node.tag == "p" and measure.chars > 80 and measure.links < 0.25
    return is_prose or measure.points * (1.0 - measure.links) >= enough


def _is_links(node: Node, measures: dict[int, _Measure]) -> bool:
    """Whether a list, table or division consists mostly of links."""
    measure = measures.get(id(node))
    if measure is None or node.tag not in ("ul", "ol", "dl", "table", "div", "section"):
        return False
    return measure.links > MOST_LINKS
