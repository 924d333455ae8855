"""The segments as plain lines for a pipe; a terminal gets the rows of ``terminal.py``.

In:  a segmented text, and where it is printed.
Out: one line for each segment, tabs between its fields, and nothing else.

What draws on a terminal is imported only where there is one.
"""

import re
from typing import TextIO

from embed_kcpd.errors import OptionsError
from embed_kcpd.result.segmented_text import SegmentedText, check_result

FIRST_WORDS = 200
"""Characters of a segment's beginning; a terminal shows as many as it is wide."""

_NOT_FOR_DISPLAY = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]+")
"""White space, and what would move the cursor of a terminal or cannot be printed."""


def print_segments(result: SegmentedText, stream: TextIO) -> None:
    """Print the segments: rows for a person on a terminal, lines in a pipe or a file."""
    check_result(result)
    if not hasattr(stream, "write"):
        raise OptionsError(
            f"stream must be an open file such as sys.stdout, got {stream!r:.60}; "
            "write_atomically(path, as_lines(result)) writes a file"
        )
    if stream.isatty():
        from embed_kcpd.outputs.terminal import print_rows

        print_rows(result, stream)
    else:
        stream.write(as_lines(result))


def as_lines(result: SegmentedText) -> str:
    """One line for each segment: units and characters (half-open), certainty, title, first words.

    The certainty is that of the boundary at which the segment begins.

    With levels there is a line for every heading of the outline, and its level, counted
    from 0 for the coarsest, comes first.
    """
    check_result(result)
    sure = dict(zip(result.boundaries, result.certainties, strict=False))
    if result.segmentation.hierarchy is None:
        return "".join(
            _line(result, s.start_unit, s.end_unit, sure.get(s.start_unit, ""), s.title)
            for s in result.segments
        )
    from embed_kcpd.outputs.outline import flattened, outline

    return "".join(
        f"{heading.level}\t"
        + _line(
            result,
            heading.start_unit,
            heading.end_unit,
            sure.get(heading.start_unit, ""),
            heading.title,
        )
        for heading in flattened(outline(result))
    )


def _line(result: SegmentedText, start: int, end: int, sure: str, title: str) -> str:
    start_char, end_char = result.units[start].start, result.units[end - 1].end
    beginning = beginning_of(result.text[start_char:end_char])
    fields = (start, end, start_char, end_char, sure, on_one_line(title), beginning)
    return "\t".join(map(str, fields)) + "\n"


def beginning_of(text: str) -> str:
    """The first words of a segment, on one line."""
    return on_one_line(text[: 2 * FIRST_WORDS])[:FIRST_WORDS]


def on_one_line(text: str) -> str:
    """Text that neither ends a line or a field nor moves the cursor of a terminal."""
    return _NOT_FOR_DISPLAY.sub(" ", text).strip()
