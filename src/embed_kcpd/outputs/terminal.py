"""The segments for a person at a terminal, or plain lines for a pipe.

In:  a segmented text, and where it is printed.
Out: which units, title, first words.

Colour and bars appear only where they can be seen; a pipe gets one line for each segment,
tabs between its fields, and nothing else.
"""

import re
from itertools import cycle
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from embed_kcpd.segmentation import Segment, SegmentedText

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
        Console(file=stream, highlight=False).print(as_table(result))
    else:
        stream.write(as_lines(result))


def as_lines(result: SegmentedText) -> str:
    """One line for each segment: its units and characters (half-open), title, first words."""
    return "".join(
        f"{s.start_unit}\t{s.end_unit}\t{s.start_char}\t{s.end_char}\t{s.title}\t{_beginning(s)}\n"
        for s in result.segments
    )


def as_table(result: SegmentedText) -> Table:
    """Two rows for each segment, as wide as the terminal, with a bar for its size."""
    segments = result.segments
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(justify="right", style="dim")
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    table.add_column(justify="right", no_wrap=True)
    longest = max((_size(segment) for segment in segments), default=1)
    for number, (segment, colour) in enumerate(zip(segments, cycle(COLOURS), strict=False), 1):
        filled = max(1, round(BAR_WIDTH * _size(segment) / longest))
        bar = Text("━" * filled, colour).append("─" * (BAR_WIDTH - filled), "dim")
        title = Text(segment.title or "(no title)", f"bold {colour}")
        table.add_row(str(number), title, Text(f"{_size(segment)} ", "bold").append(bar))
        table.add_row("", Text(_beginning(segment), "dim"), "")
    count = f"{len(segments)} segments, {result.n_units} units"
    table.add_row("", Text(count.replace("1 segments", "1 segment"), "italic"), "")
    if not result.is_reliable:
        table.add_row("", Text(f"Not reliable: {result.explain().reason}", "italic yellow"), "")
    return table


def _size(segment: Segment) -> int:
    return segment.end_unit - segment.start_unit


def _beginning(segment: Segment) -> str:
    return _NOT_FOR_DISPLAY.sub(" ", segment.text[: 2 * FIRST_WORDS]).strip()[:FIRST_WORDS]
