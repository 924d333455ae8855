"""The strip of the report: its segments along the text, and stems on their boundaries.

In:  a view of the result.
Out: stems as tall as boundaries are probable, a row of links for the segments, rows for parts
     above and sections below where there are any, and an axis.
"""

import math
from itertools import pairwise

from embed_kcpd.outputs.report.parts import HUES, clean, percent, segment_label, size_of
from embed_kcpd.outputs.report.times import axis_labels
from embed_kcpd.outputs.report.view import View, sections_of

CROWDED = 24
"""Segments from which on the strip has no room for numbers."""

MANY_STEMS = 9
"""Stems from which on they have no room for labels on a phone."""

LABEL_WIDTH = 0.035
"""Share of the text within which two stems have no room for two labels."""

PHONE_LABEL_WIDTH = 0.09
"""The same on a phone."""

NARROW = 0.015
"""Share of the text below which a segment has no room for its number."""


def strip_of(view: View) -> str:
    """Stems, and the bar that stays in sight: strip, axis and a place for the slider."""
    result = view.result
    if not result.segments:
        return ""
    crowded = " crowded" if len(result.segments) > CROWDED else ""
    rows = "".join((_parts_row(view), _own_row(view, crowded), _sections_row(view)))
    stems = _stems(view, crowded)
    caption = (
        '<p class="caption">Segments, as wide as they are long. A stem stands on each boundary, '
        "as tall as the boundary is probable.</p>"
    )
    return (
        f"{stems}"
        f'<div class="bar"><nav class="strip{crowded}" aria-label="Segments">{rows}</nav>'
        f'{ticks_of(view)}<div class="slider" hidden></div></div>\n'
        f"{caption if stems else ''}"
    )


def _stems(view: View, crowded: str) -> str:
    result = view.result
    if result.segmentation.confidence is None or result.n_units < 2:
        return ""
    stems, labelled, on_phone = [], -math.inf, -math.inf
    for boundary, probability in zip(result.boundaries, result.probabilities, strict=True):
        label = ""
        if boundary - labelled >= LABEL_WIDTH * result.n_units:
            is_tight = boundary - on_phone < PHONE_LABEL_WIDTH * result.n_units
            on_phone = on_phone if is_tight else boundary
            name = ' class="tight"' if is_tight else ""
            label, labelled = f"<b{name}>{percent(probability)}%</b>", boundary
        place = f"left:{_percent(boundary, view)};height:{percent(probability)}%"
        stems.append(f'<i style="{place}">{label}</i>')
    grid = '<span>100%</span><span class="half">50%</span>'
    inside = f'{grid}<div class="{crowded.strip()}">{"".join(stems)}</div>'
    many = " many" if len(stems) >= MANY_STEMS else ""
    return f'<div class="stems{many}" aria-hidden="true">{inside}</div>\n'


def _own_row(view: View, crowded: str) -> str:
    result = view.result
    blocks = []
    for number, (segment, colour) in enumerate(zip(result.segments, view.colours, strict=True), 1):
        label = segment_label(number, segment, view.unit)
        is_narrow = size_of(segment) < NARROW * result.n_units
        place = (
            f"left:{_percent(segment.start_unit, view)};width:{_percent(size_of(segment), view)}"
        )
        blocks.append(
            f'<a href="#s{number}" style="{colour.style};{place}" title="{label}" '
            f'aria-label="{label}"{" tabindex=-1" if crowded else ""}>'
            f"{'' if crowded or is_narrow else number}</a>"
        )
    return f'<div class="row own">{"".join(blocks)}</div>'


def _parts_row(view: View) -> str:
    """A link for each part; it is hidden where the parts are the segments themselves."""
    if len(view.parts) < 2:
        return ""
    links = "".join(
        f'<a href="#u{start}" style="--hue:{HUES[index % len(HUES)]};left:{_percent(start, view)};'
        f'width:{_percent(end - start, view)}" title="{title}" dir="auto" tabindex="-1">{title}</a>'
        for index, (start, end) in enumerate(pairwise((*view.parts, view.result.n_units)))
        for title in [clean(view.part_titles[index]) or f"Part {index + 1}"]
    )
    hidden = "" if view.shown_parts else " hidden"
    return f'<div class="row parts"{hidden}>{links}</div>'


def _sections_row(view: View) -> str:
    sections = sections_of(view.headings)
    if not sections:
        return ""
    marks = "".join(f'<i style="left:{_percent(start, view)}"></i>' for start, _ in sections)
    return f'<div class="row sections" aria-hidden="true">{marks}</div>'


def ticks_of(view: View) -> str:
    """Times, dates or numbers of units along the text."""
    labels = "".join(
        f'<span style="left:{place:.2f}%">{clean(label)}</span>'
        for place, label in axis_labels(view.result.places, view.result.n_units)
    )
    return f'<div class="ticks" aria-hidden="true">{labels}</div>'


def _percent(units: int, view: View) -> str:
    return f"{100 * units / view.result.n_units:.3f}%"
