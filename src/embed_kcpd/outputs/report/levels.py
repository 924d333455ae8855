"""Panels for how sure the boundaries are and for the levels of the text.

In:  a segmented text.
Out: a panel of HTML each, empty where that was not asked for.
"""

from bisect import bisect_right

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.outputs.outline import Heading, outline
from embed_kcpd.outputs.phrases import unit_name
from embed_kcpd.outputs.report.parts import clean, hue
from embed_kcpd.result.segmented_text import SegmentedText

MOST_BARS = 600
"""Bars of the chart; of a longer text each shows the greatest of several units."""


def chances(result: SegmentedText) -> str:
    """The probability of a boundary at every unit, as bars."""
    posterior = result.segmentation.confidence
    if posterior is None or result.n_units < 2:
        return ""
    heights = _thinned(posterior.at)
    bars = "".join(
        f'<rect x="{place}" y="{1 - height:.3f}" width="1" height="{height:.3f}"/>'
        for place, height in enumerate(heights)
        if height >= 0.005
    )
    none = f"{posterior.none:.0%}" if posterior.none >= 0.005 else "under 1%"
    return (
        '<figure class="chances"><p class="label">Probability of a boundary</p>'
        f'<svg viewBox="0 0 {len(heights)} 1" preserveAspectRatio="none" role="img" '
        f'aria-label="Probability of a boundary at each {unit_name(result)}">{bars}</svg>'
        f'<figcaption class="caption">From the first {unit_name(result)} to the last. '
        f"No boundary at all: {none}.</figcaption></figure>"
    )


def _thinned(values: FloatArray) -> FloatArray:
    if len(values) <= MOST_BARS:
        return values
    edges = np.linspace(0, len(values), MOST_BARS + 1).astype(int)[:-1]
    greatest: FloatArray = np.maximum.reduceat(values, edges)
    return greatest


def levels(result: SegmentedText) -> str:
    """The outline, folded below its first level."""
    headings = outline(result)
    if not headings:
        return ""
    starts = [start for start, _ in result.segmentation.spans]
    unit = unit_name(result)
    items = "".join(_item(heading, starts) for heading in headings)
    head = f'<p class="label">Outline<span>{unit}s</span></p>'
    return f'<nav class="contents outline" aria-label="Outline">{head}{items}</nav>'


def _item(heading: Heading, starts: list[int]) -> str:
    # A heading that holds one other says nothing that the other does not.
    while len(heading.children) == 1 and not heading.is_own:
        heading = heading.children[0]
    number = bisect_right(starts, heading.start_unit)
    name = f'<span class="title" dir="auto">{clean(heading.title) or "(no title)"}</span>'
    size = f'<span class="size">{heading.end_unit - heading.start_unit}</span>'
    shown = number if heading.is_own else ""
    link = (
        f'<a href="#s{number}" style="--hue:{hue(number)}"><span class="n">{shown}</span>'
        f"{name}{size}</a>"
    )
    if len(heading.children) < 2:
        return link
    inside = "".join(_item(child, starts) for child in heading.children)
    if heading.is_own:
        return f"<details><summary>{link}</summary>{inside}</details>"
    return f"<details open><summary>{name}{size}</summary>{inside}</details>"
