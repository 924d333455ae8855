"""The time axis of the report: chapters as wide as they last.

In:  chapters.
Out: a strip of links with titles, and marks of time below it.
"""

from embed_kcpd.chapters.chapter import Chapters
from embed_kcpd.chapters.times import clock
from embed_kcpd.outputs.report.parts import clean, hue

STEPS = (10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400)
"""Seconds between two marks of time; the first with at most ``MOST_MARKS`` of them is used."""

MOST_MARKS = 10

NARROW = 0.045
"""Share of the axis below which a chapter has no room for its number."""


def time_axis(made: Chapters) -> str:
    """The strip and its marks."""
    end = made.chapters[-1].end or 1.0
    blocks = "".join(
        f'<a href="#c{chapter.start_unit}" '
        f'style="--hue:{hue(number)};flex-grow:{max(chapter.end - chapter.start, 0.01):.2f}" '
        f'title="{clean(f"{clock(chapter.start)} {chapter.title}")}">'
        f"{number if chapter.end - chapter.start >= NARROW * end else ''}</a>"
        for number, chapter in enumerate(made.chapters, 1)
    )
    marks = "".join(
        f'<span style="left:{100 * seconds / end:.2f}%">{clock(seconds)}</span>'
        for seconds in axis_marks(end)
    )
    return (
        f'<nav class="strip" aria-label="Chapters">{blocks}</nav>'
        f'<div class="axis" aria-hidden="true">{marks}</div>'
    )


def axis_marks(end: float) -> list[int]:
    """Round times from zero to the end of the recording, not too many.

    >>> axis_marks(1800.0)
    [0, 300, 600, 900, 1200, 1500]
    """
    step = next((each for each in STEPS if end / each <= MOST_MARKS), None)
    step = step or round(end / MOST_MARKS / 3600 + 0.5) * 3600
    # A mark at the very end would stand outside the page.
    return list(range(0, max(1, int(end - step / 4)), step))
