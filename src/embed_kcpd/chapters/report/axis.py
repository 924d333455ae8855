"""The time axis of the report: chapters as wide as they last.

In:  chapters.
Out: a strip of links with titles, and marks of time below it.
"""

from embed_kcpd.chapters.chapter import Chapters
from embed_kcpd.outputs.phrases import clock
from embed_kcpd.outputs.report.axis import time_marks
from embed_kcpd.outputs.report.parts import clean, hue

NARROW = 0.045
"""Share of the axis below which a chapter has no room for its number."""


def time_axis(made: Chapters) -> str:
    """The strip and its marks."""
    end = made.chapters[-1].end or 1.0
    blocks = "".join(
        f'<a href="#c{chapter.start_unit}" style="--hue:{hue(number)};'
        f"left:{100 * chapter.start / end:.3f}%;"
        f'width:{100 * max(chapter.end - chapter.start, 0.01) / end:.3f}%" '
        f'title="{clean(f"{clock(chapter.start)} {chapter.title}")}">'
        f"{number if chapter.end - chapter.start >= NARROW * end else ''}</a>"
        for number, chapter in enumerate(made.chapters, 1)
    )
    marks = "".join(
        f'<span style="left:{100 * seconds / end:.2f}%">{clock(seconds)}</span>'
        for seconds in time_marks(end)
    )
    return (
        '<div class="bar"><nav class="strip" aria-label="Chapters">'
        f'<div class="row own">{blocks}</div></nav>'
        f'<div class="ticks" aria-hidden="true">{marks}</div></div>'
    )
