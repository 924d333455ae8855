"""The text of the report, segment by segment.

In:  a view of the result.
Out: a section of HTML for each segment; between two of them how probable the boundary is; where a
     part begins, its heading.

``sections.js`` makes the same elements when the slider is moved: what is changed here is changed
there.
"""

import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from embed_kcpd.outputs.report.paragraphs import Lines, Piece, pieces_of
from embed_kcpd.outputs.report.parts import clean, percent, title_of
from embed_kcpd.outputs.report.times import UnitTimes, unit_times
from embed_kcpd.outputs.report.view import View, sections_of
from embed_kcpd.result.certainty import certainty
from embed_kcpd.result.explanation import counted
from embed_kcpd.result.segment import Segment
from embed_kcpd.result.segmented_text import SegmentedText

LONG = 1600
"""Characters (UTF-16) from which on a segment is folded to its first lines."""

FOLDED = 800
"""Characters (UTF-16) of a folded segment that are laid out: more than its first lines hold.  What
follows stands in elements of the class ``far``."""

LINE_BREAKS: Mapping[str, Lines] = {
    "line": "lines",
    "turn": "lines",
    "post": "lines",
    "message": "lines",
    "passage": "",
}
"""Units whose line breaks are all kept, and those of captions, which only wrap what is said."""


def text_of(view: View) -> str:
    """All segments in order."""
    return "\n".join(_nodes(view)) or '<p class="empty">The text is empty.</p>'


def _nodes(view: View) -> Iterator[str]:
    result, shown, colours = view.result, view.shown_parts, view.colours
    pieces = list(pieces_of(result.text, result.units, LINE_BREAKS.get(view.unit)))
    sections, times = dict(sections_of(view.headings)), unit_times(result.places)
    level = 3 if shown else 2
    probabilities = result.probabilities
    for number, segment in enumerate(result.segments, 1):
        style = colours[number - 1].style
        if number > 1 and probabilities:
            yield _boundary(probabilities[number - 2])
        if segment.start_unit in shown:
            title = clean(view.part_titles[shown[segment.start_unit]])
            yield f'<h2 class="part" dir="auto" style="{style}">{title}</h2>'
        head = f"<span>{number}</span>{title_of(number, segment)}"
        body = "".join(_paragraphs(pieces, segment, sections, level))
        yield (
            f'<section class="segment" id="s{number}" style="{style}">'
            f'<h{level} dir="auto">{head}</h{level}>'
            f'<p class="meta">{clean(_meta(view, segment, times))}</p>'
            f"{_folded(segment, view.unit, body)}</section>"
        )


def _boundary(probability: float) -> str:
    share = percent(probability)
    bar = f'<span><i style="width:{share}%"></i></span>'
    return f'<p class="boundary">{bar}{share}% {certainty(share / 100)}</p>'


def _paragraphs(
    pieces: Sequence[Piece], segment: Segment, sections: Mapping[int, str], level: int
) -> Iterator[str]:
    """Paragraphs of one segment, and the headings of the sections inside it."""
    first = bisect_left(pieces, segment.start_unit, key=lambda piece: piece.unit)
    last = bisect_left(pieces, segment.end_unit, key=lambda piece: piece.unit)
    room = FOLDED if is_long(segment) else math.inf
    ends, is_far = "", False
    for at in range(first, last):
        piece = pieces[at]
        is_headed = piece.is_first and piece.unit in sections
        continues = at > 0 and pieces[at - 1].paragraph == piece.paragraph
        if at == first or is_headed or not continues:
            yield ends
            if room <= 0 and not is_far:
                is_far = True
                yield '<div class="far">'
            if is_headed:
                title = clean(sections[piece.unit])
                yield f'<h{level + 1} class="section" dir="auto">{title}</h{level + 1}>'
            # The rest of a paragraph that a boundary or a heading divides.
            names = " ".join(filter(None, (piece.lines, "rest" if continues else "")))
            yield f'<p class="{names}" dir="auto">' if names else '<p dir="auto">'
            ends = "</p>"
        elif room <= 0 and not is_far and ends == "</p>":
            yield '<span class="far">'
            ends = "</span></p>"
        name = f' id="u{piece.unit}"' if piece.is_first else ""
        yield f'<span class="u"{name}>{clean(piece.text)}</span>'
        room -= utf16_length(piece.text)
    yield ends + ("</div>" if is_far else "")


def _folded(segment: Segment, unit: str, paragraphs: str) -> str:
    """The paragraphs of a segment, behind a box to unfold them if they are long."""
    body = f'<div class="body">{paragraphs}</div>'
    if not is_long(segment):
        return body
    name = f"f{segment.start_unit}"
    more = f"Show all {counted(segment.end_unit - segment.start_unit, unit)}"
    return (
        f'<input class="fold" type="checkbox" id="{name}">{body}'
        f'<label class="unfold" for="{name}"><span class="more">{more}</span>'
        '<span class="less">Show less</span></label>'
    )


def is_long(segment: Segment) -> bool:
    """Whether the segment is folded."""
    return utf16_length(segment.text) > LONG


def utf16_length(text: str) -> int:
    """How long a string is for a browser.

    >>> utf16_length("a😀")
    3
    """
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _meta(view: View, segment: Segment, times: UnitTimes | None) -> str:
    first, last = segment.start_unit + 1, segment.end_unit
    which = f"{view.unit} {first:,}" if first == last else f"{view.unit}s {first:,} to {last:,}"
    when = "" if times is None else times.between(segment.start_unit, segment.end_unit)
    parts = (f"{which[0].upper()}{which[1:]}", when, note(view.result, segment))
    return " · ".join(filter(None, parts))


def note(result: SegmentedText, segment: Segment) -> str:
    """The headings above a segment and its pages, where the document has any."""
    places = result.places_of(segment)
    if not places:
        return ""
    path = [heading for heading in places[0].headings if heading != segment.title]
    pages = sorted({place.page for place in places if place.page is not None})
    parts = [" › ".join(path)] if path else []
    if pages:
        last = f" to {pages[-1]:,}" if len(pages) > 1 else ""
        parts.append(f"page{'s' if last else ''} {pages[0]:,}{last}")
    return " · ".join(parts)
