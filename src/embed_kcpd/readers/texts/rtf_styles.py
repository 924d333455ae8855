"""The table of styles of RTF: which styles make a paragraph a heading.

In:  the control words and the text of the table, and where its groups end.
Out: the heading level of a style.

The table stands before the text: what follows the first question for a level is not counted.
"""

from dataclasses import replace
from functools import cached_property

from embed_kcpd.readers.texts.heading_styles import LEVELS, Style, heading_levels

_NO_STYLE = Style("", None, "")
_LONGEST_NAME = 200


class StyleTable:
    """The styles so far, and the one that is being read."""

    def __init__(self) -> None:
        self._styles: dict[str, Style] = {}
        self._style, self._number = _NO_STYLE, 0

    def take_word(self, word: str, number: int | None) -> None:
        """A control word of the table."""
        if word == "s":
            self._number = number or 0
        elif word == "sbasedon":
            self._style = replace(self._style, based_on=str(number or 0))
        elif word == "outlinelevel":
            self._style = replace(self._style, level=heading_level(number))

    def take_text(self, text: str) -> None:
        """A part of the name of the style; only its beginning matters."""
        self._style = replace(self._style, name=(self._style.name + text)[:_LONGEST_NAME])

    def end_style(self) -> None:
        """A group of the table ends: the style is whole."""
        name = self._style.name.partition(";")[0].strip()
        if name:
            self._styles[str(self._number)] = replace(self._style, name=name)
        self._style, self._number = _NO_STYLE, 0

    def level(self, number: int) -> int:
        """The heading level of a style; 0 where it is that of body text."""
        return self._levels.get(str(number), 0)

    @cached_property
    def _levels(self) -> dict[str, int]:
        return heading_levels(self._styles)


def heading_level(outline: int | None) -> int:
    """The heading level of an outline level; 0 where it is that of body text.

    >>> heading_level(0), heading_level(9), heading_level(None)
    (1, 0, 0)
    """
    return outline + 1 if outline is not None and 0 <= outline < LEVELS else 0
