"""The segments for a person at a terminal; a pipe gets the lines of ``lines.py``.

In:  a segmented text, and where it is printed.
Out: which units, title, first words, with colour and bars.
"""

from collections.abc import Iterator
from itertools import chain, cycle, repeat
from typing import TextIO

from rich.console import Console
from rich.text import Text

from embed_kcpd.outputs.lines import beginning_of, on_one_line
from embed_kcpd.outputs.outline import Heading, flattened, outline
from embed_kcpd.outputs.phrases import unit_name
from embed_kcpd.result.explanation import counted
from embed_kcpd.result.segment import Segment
from embed_kcpd.result.segmented_text import SegmentedText

COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
"""Neighbouring segments differ in colour; it carries no other meaning."""

BAR_WIDTH = 12


def print_rows(result: SegmentedText, stream: TextIO) -> None:
    """Print the segments with colour and bars, as wide as the terminal is."""
    console = Console(file=stream, highlight=False)
    console.print(Text("\n").join(as_rows(result, console.width)), no_wrap=True)
    if result.n_units > 1 and not result.is_reliable:
        console.print(Text(f"Not reliable: {result.explain().reason}", "italic yellow"))


def as_rows(result: SegmentedText, width: int) -> Iterator[Text]:
    """For each segment a row with its title and size and a row with its first words.

    Before the size stands how sure the boundary is at which the segment begins.  With levels,
    the parts above the segments and the sections inside them have a row each.
    """
    parts, sections = _around(result)
    longest = max((_size(segment) for segment in result.segments), default=1)
    before = chain(("",), result.certainties) if result.probabilities else repeat(None)
    for number, (segment, colour, sure) in enumerate(
        zip(result.segments, cycle(COLOURS), before, strict=False), 1
    ):
        for part in parts.get(segment.start_unit, ()):
            yield _part_row(part, width)
        size = _size_bar(segment, colour, sure, longest)
        title = Text(f"{number:>3}  ").append(_named(segment.title), f"bold {colour}")
        title.truncate(max(8, width - size.cell_len), overflow="ellipsis", pad=True)
        yield title.append(size)
        yield _fitted(Text("     " + beginning_of(segment.text), "dim"), width)
        for section in sections.get(segment.start_unit, ()):
            yield _section_row(section, width)
    unit = unit_name(result)
    total = f"{counted(len(result.segments), 'segment')} of {counted(result.n_units, unit)}"
    hierarchy = result.segmentation.hierarchy
    alone = hierarchy is not None and len(hierarchy.levels) == 1
    yield Text(f"     {total}{'; no level above or below them' if alone else ''}", "italic")


def _around(result: SegmentedText) -> tuple[dict[int, list[Heading]], dict[int, list[Heading]]]:
    """Headings above and below the segments, by the first unit of the segment they stand at."""
    parts: dict[int, list[Heading]] = {}
    sections: dict[int, list[Heading]] = {}
    hierarchy = result.segmentation.hierarchy
    sizes = {segment.start_unit: _size(segment) for segment in result.segments}
    own_start = 0
    for heading in flattened(outline(result)):
        if heading.is_own:
            own_start = heading.start_unit
        elif hierarchy is not None and heading.level < hierarchy.own:
            parts.setdefault(heading.start_unit, []).append(heading)
        elif heading.end_unit - heading.start_unit < sizes[own_start]:
            sections.setdefault(own_start, []).append(heading)
    return parts, sections


def _part_row(part: Heading, width: int) -> Text:
    title = Text("  " * part.level).append(_named(part.title), "bold underline")
    size = part.end_unit - part.start_unit
    return _fitted(title.append(f"  {size}", "dim"), width)


def _section_row(section: Heading, width: int) -> Text:
    size = section.end_unit - section.start_unit
    return _fitted(Text(f"       · {_named(section.title)}").append(f"  {size}", "dim"), width)


def _size_bar(segment: Segment, colour: str, sure: str | None, longest: int) -> Text:
    filled = max(1, round(BAR_WIDTH * _size(segment) / longest))
    bar = Text("" if sure is None else f"  {sure:>7}", "dim").append(f"  {_size(segment):>4} ")
    bar.append("━" * filled, colour)
    return bar.append("─" * (BAR_WIDTH - filled), "dim")


def _named(title: str) -> str:
    return on_one_line(title) or "(no title)"


def _fitted(row: Text, width: int) -> Text:
    row.truncate(width, overflow="ellipsis")
    return row


def _size(segment: Segment) -> int:
    return segment.end_unit - segment.start_unit
