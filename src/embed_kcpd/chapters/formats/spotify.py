"""Chapters in the description of a Spotify episode.

In:  chapters.
Out: a line ``(00:00) Title`` for each.

Spotify reads them where the first begins at zero and there are three or more; titles have at
most 40 characters, and 30 seconds or longer are advised.
"""

from collections.abc import Sequence

from embed_kcpd.chapters.chapter import Chapter
from embed_kcpd.chapters.formats.lines import one_line
from embed_kcpd.chapters.formats.rules import check_count, check_durations

LEAST_CHAPTERS, LEAST_SECONDS, LONGEST_TITLE = 3, 30, 39


def as_spotify(chapters: Sequence[Chapter]) -> str:
    """The lines; a rule that cannot be met is a ``LimitsError``."""
    check_count(chapters, LEAST_CHAPTERS, "Spotify")
    check_durations(chapters, LEAST_SECONDS, "Spotify")
    lines = (f"({_time(each.start)}) {one_line(each.title, LONGEST_TITLE)}" for each in chapters)
    return "\n".join(lines) + "\n"


def _time(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02d}:{minutes:02d}:{rest:02d}" if hours else f"{minutes:02d}:{rest:02d}"
