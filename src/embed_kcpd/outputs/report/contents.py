"""The contents of the report: a link to each segment, nested where the text has levels.

In:  a view of the result.
Out: one navigation element, empty for an empty text.
"""

from bisect import bisect_right

from embed_kcpd.outputs.outline import Heading
from embed_kcpd.outputs.report.parts import clean, size_of, title_of
from embed_kcpd.outputs.report.view import Colour, View


def contents(view: View) -> str:
    """The outline where there is one, else the titles in order, under those of their parts."""
    if not view.result.segments:
        return ""
    inside = _outline(view) if view.headings else _list(view)
    head = f'<p class="label">Contents<span>{view.unit}s</span></p>'
    return f'<nav class="contents" aria-label="Contents">{head}{inside}</nav>'


def _list(view: View) -> str:
    shown = view.shown_parts
    entries = []
    for number, (segment, colour) in enumerate(
        zip(view.result.segments, view.colours, strict=True), 1
    ):
        if segment.start_unit in shown:
            title = clean(view.part_titles[shown[segment.start_unit]])
            entries.append(f'<li class="part" dir="auto">{title}</li>')
        link = _link(
            f"#s{number}", str(number), title_of(number, segment), size_of(segment), colour
        )
        entries.append(f"<li>{link}</li>")
    return f"<ol>{''.join(entries)}</ol>"


def _link(address: str, number: str, title: str, size: int, colour: Colour) -> str:
    return (
        f'<a href="{address}" style="{colour.style}"><span class="n">{number}</span>'
        f'<span class="title" dir="auto">{title}</span><span class="size">{size:,}</span></a>'
    )


def _outline(view: View) -> str:
    """The headings of all levels, folded below the segments."""
    starts = [start for start, _ in view.result.segmentation.spans]
    items = "".join(_item(heading, view, starts) for heading in view.headings)
    return f'<div class="list outline">{items}</div>'


def _item(heading: Heading, view: View, starts: list[int]) -> str:
    # A heading that holds one other says nothing that the other does not.
    while len(heading.children) == 1 and not heading.is_own:
        heading = heading.children[0]
    number = bisect_right(starts, heading.start_unit)
    title = clean(heading.title) or "(no title)"
    size = heading.end_unit - heading.start_unit
    shown = str(number) if heading.is_own else ""
    address = f"#s{number}" if heading.is_own else f"#u{heading.start_unit}"
    link = _link(address, shown, title, size, view.colours[number - 1])
    if len(heading.children) < 2:
        return link
    inside = "".join(_item(child, view, starts) for child in heading.children)
    if heading.is_own:
        head = f"<summary>{len(heading.children)} sections</summary>"
        return f"{link}<details>{head}{inside}</details>"
    head = f'<span class="title" dir="auto">{title}</span><span class="size">{size:,}</span>'
    return f'<details class="part" open><summary>{head}</summary>{inside}</details>'
