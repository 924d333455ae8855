"""What publishers ask of chapters, checked before anything is written.

In:  chapters and the least a publisher accepts.
Out: nothing, or a ``LimitsError`` that says what cannot be met and what to do.
"""

from collections.abc import Sequence

from embed_kcpd.chapters.chapter import Chapter
from embed_kcpd.errors import LimitsError


def check_count(chapters: Sequence[Chapter], least: int, publisher: str) -> None:
    """Raise where there are fewer chapters than the publisher shows."""
    if len(chapters) < least:
        here = "there is 1" if len(chapters) == 1 else f"there are {len(chapters)}"
        raise LimitsError(
            f"{publisher} shows chapters only where there are {least} or more, "
            f"here {here}; ask for more with --chapters {least} or --finer 1"
        )


def check_durations(chapters: Sequence[Chapter], least: int, publisher: str) -> None:
    """Raise where a chapter is shorter than the publisher accepts; starts are whole seconds."""
    for number, chapter in enumerate(chapters, 1):
        lasting = int(chapter.end) - int(chapter.start)
        if lasting < least:
            raise LimitsError(
                f"{publisher} needs chapters of {least} s or more, chapter {number} "
                f"({chapter.title!r}) has {lasting} s; "
                f"ask for longer ones with --min-duration {least}"
            )
