"""One segment of a text: the type.

In:  a range of units, and what is known about it.
Out: a frozen value.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Segment:
    """One stretch of the text: units ``start_unit`` to ``end_unit - 1``.

    ``title`` is short; ``keywords`` are the phrases that tell most about it, best first.
    """

    start_unit: int
    end_unit: int
    start_char: int
    end_char: int
    text: str
    title: str
    cost: float
    keywords: tuple[str, ...] = ()
