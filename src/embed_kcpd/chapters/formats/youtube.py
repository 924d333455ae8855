"""Chapters in the description of a YouTube video.

In:  chapters.
Out: a line ``0:00 Title`` for each.

YouTube shows them where the first begins at 0:00, there are three or more, each is 10 seconds or
longer, and the times rise.  Titles are shown up to 70 characters.
"""

from collections.abc import Sequence

from embed_kcpd.chapters.chapter import Chapter
from embed_kcpd.chapters.formats.lines import one_line
from embed_kcpd.chapters.formats.rules import check_count, check_durations
from embed_kcpd.outputs.phrases import clock

LEAST_CHAPTERS, LEAST_SECONDS, LONGEST_TITLE = 3, 10, 70


def as_youtube(chapters: Sequence[Chapter]) -> str:
    """The lines; a rule that cannot be met is a ``LimitsError``."""
    check_count(chapters, LEAST_CHAPTERS, "YouTube")
    check_durations(chapters, LEAST_SECONDS, "YouTube")
    lines = (f"{clock(each.start)} {one_line(each.title, LONGEST_TITLE)}" for each in chapters)
    return "\n".join(lines) + "\n"
