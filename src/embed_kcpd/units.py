"""Text to units: sentences, paragraphs, lines, turns.

In:  a string.
Out: units that tile it: the first starts at 0, each starts where the one before ends,
     the last ends at the end, so that joining them gives the text back unchanged.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unit:
    """Characters ``start`` to ``end - 1`` of the text, white space around it included."""

    start: int
    end: int


Splitter = Callable[[str], tuple[Unit, ...]]


def lines(text: str) -> tuple[Unit, ...]:
    """Every line with its line break.

    >>> [text[u.start:u.end] for text in ["one\\ntwo"] for u in lines(text)]
    ['one\\n', 'two']
    """
    units, start = [], 0
    for line in text.splitlines(keepends=True):
        units.append(Unit(start, start + len(line)))
        start += len(line)
    return tuple(units)
