"""The text of the report, segment by segment.

In:  a segmented text.
Out: a section of HTML for each segment and, between two of them, what the boundary gains.
"""

import re
from collections.abc import Iterator

from embed_kcpd.outputs.phrases import unit_name
from embed_kcpd.outputs.report.parts import clean, hue, share, title_of
from embed_kcpd.result.explanation import counted
from embed_kcpd.result.segment import Segment
from embed_kcpd.result.segmented_text import SegmentedText

_BLANK_LINE = re.compile(r"\n\s*\n|\u2029")


def text_of(result: SegmentedText) -> str:
    """All segments in order."""
    return "\n".join(_sections(result)) or "<p>The text is empty.</p>"


def _sections(result: SegmentedText) -> Iterator[str]:
    unit, top = unit_name(result), max(result.gains, default=0.0)
    certainties = result.certainties
    for number, segment in enumerate(result.segments, 1):
        if number > 1:
            gain = result.gains[number - 2]
            bar = f'<i style="width:{share(gain, top):.0f}%"></i>'
            sure = f"{certainties[number - 2]}, " if certainties else ""
            yield f'<p class="boundary"><span>{bar}</span>{sure}gain {gain:.2f}</p>'
        yield _section(number, segment, f"{_meta(segment, unit)}{_place(result, segment)}")


def _section(number: int, segment: Segment, meta: str) -> str:
    parts = [part.strip() for part in _BLANK_LINE.split(segment.text)]
    paragraphs = "\n".join(f'<p dir="auto">{clean(part)}</p>' for part in parts if part)
    return (
        f'<section class="segment" id="s{number}" style="--hue:{hue(number)}">\n'
        f'<h2 dir="auto"><span>{number}</span>{title_of(number, segment)}</h2>\n'
        f'<p class="meta">{meta}</p>\n{paragraphs}\n</section>'
    )


def _meta(segment: Segment, unit: str) -> str:
    first, last = segment.start_unit + 1, segment.end_unit
    which = f"{unit} {first:,}" if first == last else f"{unit}s {first:,} to {last:,}"
    characters = counted(segment.end_char - segment.start_char, "character")
    return f"{which[0].upper()}{which[1:]}, {characters}, cost {segment.cost:.2f}"


def _place(result: SegmentedText, segment: Segment) -> str:
    """The headings above a segment and its pages, where the document has any."""
    places = result.places_of(segment)
    if not places:
        return ""
    path = [heading for heading in places[0].headings if heading != segment.title]
    pages = sorted({place.page for place in places if place.page is not None})
    parts = [clean(" › ".join(path))] if path else []
    if pages:
        last = f" to {pages[-1]:,}" if len(pages) > 1 else ""
        parts.append(f"page{'s' if last else ''} {pages[0]:,}{last}")
    return "".join(f" · {part}" for part in parts)
