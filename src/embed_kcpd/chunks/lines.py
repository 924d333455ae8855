"""What the lines of a text say about a boundary: ends of paragraphs, items, lead-ins.

In:  a text, its units, and whether its lists have markers.
Out: what a boundary before each unit costs more, or less where it is negative.

The end of a paragraph is a good place for a boundary, and between two items of a list is a better
one than inside an item.  A line that ends in a colon belongs to the list, table or quotation
after it.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.text.units import Unit

PARAGRAPH = 0.6
"""What a boundary costs less where a paragraph ends (docs/results/benchmarks.md)."""

ITEM = 0.3
"""What a boundary costs less before an item: half of what it does after a paragraph."""

LEAD_IN = 1.0
"""What it costs more after a colon: more than the end of a paragraph is worth."""

_MARKER = re.compile(r"(?:[-*+•‣◦▪–]|\(?(?:\d{1,3}|[A-Za-z])[.)])[^\S\r\n]+\S")
_BLANK_LINE = re.compile(r"(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*[\r\n]")
_COLON = re.compile(r"[:：][*_]*$")


def line_prices(text: str, units: Sequence[Unit], *, has_markers: bool) -> FloatArray:
    """Prices of boundaries as the lines have them.

    Without markers, as in a document whose markup a reader has taken away, a paragraph is one
    line, and every line that no blank one parts from the line before is an item.

    >>> text = "You need:\\n- a spade\\n- seeds\\n\\nThen dig."
    >>> units = [Unit(0, 10), Unit(10, 20), Unit(20, 29), Unit(29, len(text))]
    >>> line_prices(text, units, has_markers=True).tolist()
    [0.0, 1.0, -0.3, -0.6]
    """
    prices = np.zeros(len(units))
    for at, (before, unit) in enumerate(pairwise(units), start=1):
        written = text[before.start : before.end]
        words = written.rstrip()
        line_end = written[len(words) :]
        if "\n" not in line_end and "\r" not in line_end:
            continue
        if _COLON.search(words):
            prices[at] = LEAD_IN
        elif _BLANK_LINE.search(line_end):
            prices[at] = -PARAGRAPH
        elif not has_markers or _MARKER.match(text, unit.start, unit.end):
            prices[at] = -ITEM
    return prices
