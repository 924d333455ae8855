"""Chapters as a list in Markdown.

In:  chapters, with shorter ones inside where there are levels, and the recording's address.
Out: a list item for each, its time a link where there is an address, its summary on a line below.
"""

import re
from collections.abc import Iterator, Sequence

from embed_kcpd.chapters.chapter import Chapter
from embed_kcpd.chapters.formats.lines import one_line
from embed_kcpd.chapters.links import timed_link
from embed_kcpd.outputs.phrases import clock

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|])")


def as_markdown(chapters: Sequence[Chapter], link: str | None = None) -> str:
    """The list."""
    return "\n".join(_items(chapters, link, 0)) + "\n"


def _items(chapters: Sequence[Chapter], link: str | None, depth: int) -> Iterator[str]:
    for chapter in chapters:
        time = clock(chapter.start)
        if link is not None:
            time = f"[{time}]({timed_link(link, chapter.start)})"
        indent = "  " * depth
        summary = f"\\\n{indent}  {_escaped(chapter.summary)}" if chapter.summary else ""
        yield f"{indent}- {time} {_escaped(chapter.title)}{summary}"
        yield from _items(chapter.children, link, depth + 1)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", one_line(text))
