"""Numbers in words for people.

In:  a count and a noun.
Out: a phrase with the noun in its right form.
"""

from embed_kcpd.result.segmented_text import SegmentedText

_UNIT_NAMES = {"sentences": "sentence", "paragraphs": "paragraph", "lines": "line", "turns": "turn"}


def unit_name(result: SegmentedText) -> str:
    """What one unit of the result is called, ``unit`` if nobody knows."""
    made = result.provenance.get("unit")
    name = made.get("name") if isinstance(made, dict) else None
    return _UNIT_NAMES.get(str(name), "unit")


def counted(count: int, noun: str) -> str:
    """The count with its noun.

    >>> counted(1, "segment"), counted(1200, "line")
    ('1 segment', '1,200 lines')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
