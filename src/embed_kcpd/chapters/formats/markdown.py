"""Chapters as a list in Markdown.

In:  chapters, with shorter ones inside where there are levels, and the recording's address.
Out: a list item for each, its time a link where there is an address.
"""

import re
from collections.abc import Iterator, Sequence

from embed_kcpd.chapters.chapter import Chapter
from embed_kcpd.chapters.formats.lines import one_line
from embed_kcpd.chapters.links import timed_link
from embed_kcpd.chapters.times import clock

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|])")


def as_markdown(chapters: Sequence[Chapter], link: str | None = None) -> str:
    """The list."""
    return "\n".join(_items(chapters, link, 0)) + "\n"


def _items(chapters: Sequence[Chapter], link: str | None, depth: int) -> Iterator[str]:
    for chapter in chapters:
        time = clock(chapter.start)
        if link is not None:
            time = f"[{time}]({timed_link(link, chapter.start)})"
        title = _SPECIAL.sub(r"\\\1", one_line(chapter.title))
        yield f"{'  ' * depth}- {time} {title}"
        yield from _items(chapter.children, link, depth + 1)
