"""Headings of documents from offices: the styles that make a paragraph one.

In:  the styles of a document, each with its name, its outline level and the style it is based on.
Out: the heading level of every style that has one.

A style takes the level of the one it is based on; programs that write no levels are understood
by the names that they give to headings.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

LEVELS = 9
"""Outline levels that documents have; a level beyond them is body text."""

_HEADING = re.compile(r"(?:heading|überschrift|titre|título)\s*([1-9])$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Style:
    """A style of paragraphs; ``level`` is 0 for body text, ``None`` where it says nothing."""

    name: str
    level: int | None
    based_on: str


def heading_levels(styles: Mapping[str, Style]) -> dict[str, int]:
    """The heading level of each style that has one.

    >>> styles = {"a": Style("heading 2", None, ""), "b": Style("Mine", None, "a")}
    >>> heading_levels(styles)
    {'a': 2, 'b': 2}
    """
    levels: dict[str, int] = {}
    for identity in styles:
        _follow(identity, styles, levels)
    return {identity: level for identity, level in levels.items() if level}


def _follow(identity: str, styles: Mapping[str, Style], levels: dict[str, int]) -> None:
    """Add the levels of a style and of those it is based on; 0 is body text."""
    chain: list[str] = []
    level: int | None = None
    while level is None and identity in styles and identity not in levels:
        levels[identity] = 0  # where styles are based on one another in a circle
        chain.append(identity)
        level = _own_level(styles[identity])
        identity = styles[identity].based_on
    levels.update(dict.fromkeys(chain, levels.get(identity, 0) if level is None else level))


def _own_level(style: Style) -> int | None:
    if style.level is not None:
        return style.level
    match = _HEADING.match(style.name)
    if match:
        return int(match[1])
    return 1 if style.name.lower() == "title" else None
