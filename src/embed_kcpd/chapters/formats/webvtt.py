"""Chapters as a WebVTT track, for ``<track kind="chapters">``.

In:  chapters, with shorter ones inside where there are levels.
Out: a cue for each chapter, those inside after the one they are in.
"""

import html
from collections.abc import Iterator, Sequence

from embed_kcpd.chapters.chapter import Chapter
from embed_kcpd.chapters.formats.lines import one_line
from embed_kcpd.chapters.times import exact_clock, milliseconds


def as_webvtt(chapters: Sequence[Chapter]) -> str:
    """The track; a title cannot hold markup or an arrow."""
    return "\n\n".join(["WEBVTT\nKind: chapters", *_cues(chapters)]) + "\n"


def _cues(chapters: Sequence[Chapter]) -> Iterator[str]:
    for chapter in chapters:
        # A cue must end after it begins, also where thousandths are the same.
        end = max(chapter.end, (milliseconds(chapter.start) + 1) / 1000)
        title = html.escape(one_line(chapter.title), quote=False)
        yield f"{exact_clock(chapter.start)} --> {exact_clock(end)}\n{title}"
        yield from _cues(chapter.children)
