"""The segments for a person at a terminal, or plain lines for a pipe.

In:  a segmented text, and where it is printed.
Out: which units, title, first words.

Colour and bars appear only where they can be seen; a pipe gets one line for each segment,
tabs between its fields, and nothing else.
"""

import re
from collections.abc import Iterator
from itertools import cycle
from typing import TextIO

from rich.console import Console
from rich.text import Text

from embed_kcpd.outputs.phrases import counted, unit_name
from embed_kcpd.result.segmentation import Segment, SegmentedText

COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")
"""Neighbouring segments differ in colour; it carries no other meaning."""

BAR_WIDTH = 12
FIRST_WORDS = 200
"""Characters of a segment's beginning; a terminal shows as many as it is wide."""

_NOT_FOR_DISPLAY = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]+")
"""White space, and what would move the cursor of a terminal or cannot be printed."""


def print_segments(result: SegmentedText, stream: TextIO) -> None:
    """Print the segments for whoever reads ``stream``."""
    if stream.isatty():
        console = Console(file=stream, highlight=False)
        console.print(Text("\n").join(as_rows(result, console.width)), no_wrap=True)
        if not result.is_reliable:
            console.print(Text(f"Not reliable: {result.explain().reason}", "italic yellow"))
    else:
        stream.write(as_lines(result))


def as_lines(result: SegmentedText) -> str:
    """One line for each segment: its units and characters (half-open), title, first words."""
    return "".join(
        f"{s.start_unit}\t{s.end_unit}\t{s.start_char}\t{s.end_char}\t{s.title}\t{_beginning(s)}\n"
        for s in result.segments
    )


def as_rows(result: SegmentedText, width: int) -> Iterator[Text]:
    """For each segment a row with its title and size and a row with its first words.

    Before the size stands how sure the boundary is at which the segment begins.
    """
    segments = result.segments
    longest = max((_size(segment) for segment in segments), default=1)
    chances = result.probabilities
    for number, (segment, colour) in enumerate(zip(segments, cycle(COLOURS), strict=False), 1):
        filled = max(1, round(BAR_WIDTH * _size(segment) / longest))
        sure = f"{chances[number - 2]:.0%}" if chances and number > 1 else ""
        size = Text(f"  {sure:>4}" if chances else "", "dim").append(f"  {_size(segment):>4} ")
        size.append("━" * filled, colour)
        size.append("─" * (BAR_WIDTH - filled), "dim")
        title = Text(f"{number:>3}  ").append(segment.title or "(no title)", f"bold {colour}")
        title.truncate(max(8, width - size.cell_len), overflow="ellipsis", pad=True)
        words = Text("     " + _beginning(segment), "dim")
        words.truncate(width, overflow="ellipsis")
        yield from (title.append(size), words)
    unit = unit_name(result)
    total = f"{counted(len(segments), 'segment')} of {counted(result.n_units, unit)}"
    yield Text(f"     {total}", "italic")


def _size(segment: Segment) -> int:
    return segment.end_unit - segment.start_unit


def _beginning(segment: Segment) -> str:
    return _NOT_FOR_DISPLAY.sub(" ", segment.text[: 2 * FIRST_WORDS]).strip()[:FIRST_WORDS]
