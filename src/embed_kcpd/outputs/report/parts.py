"""What every part of the report needs: safe text, colours, shares, names of segments.

In:  a value.
Out: the piece of HTML or CSS that shows it.
"""

import re
from html import escape

from embed_kcpd.result.explanation import counted
from embed_kcpd.result.segment import Segment

HUES = (255, 70, 330, 150, 25, 200, 295, 110, 48, 228)
"""Hues of the parts in turn (OKLCH degrees), neighbours far apart on the circle."""

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def clean(text: str) -> str:
    """Text that is safe anywhere in the page; what HTML cannot hold becomes U+FFFD.

    >>> clean('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return escape(_UNPRINTABLE.sub("\ufffd", text))


def hue(number: int) -> int:
    """The hue of a part, a chapter or a period, counted from one."""
    return HUES[(number - 1) % len(HUES)]


def percent(probability: float) -> int:
    """A probability as whole percent."""
    return round(100 * min(1.0, max(0.0, float(probability))))


def size_of(segment: Segment) -> int:
    """Units of the segment."""
    return segment.end_unit - segment.start_unit


def title_of(number: int, segment: Segment) -> str:
    """The title, or the number where no word tells the segment apart."""
    return clean(segment.title) if segment.title else f"Segment {number}"


def segment_label(number: int, segment: Segment, unit: str) -> str:
    """Number, title and size, for those who cannot see the colours."""
    return f"{number}. {title_of(number, segment)}, {counted(size_of(segment), unit)}"
