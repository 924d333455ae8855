"""Chapters as the metadata file of ffmpeg.

In:  chapters.
Out: ``FFMETADATA1`` with a block for each; times in thousandths of a second.

    ffmpeg -i talk.mp4 -i chapters.txt -map_metadata 1 -codec copy talk-with-chapters.mp4
"""

import re
from collections.abc import Sequence

from embed_kcpd.chapters.chapter import Chapter
from embed_kcpd.chapters.formats.lines import one_line
from embed_kcpd.chapters.times import milliseconds

_SPECIAL = re.compile(r"([=;#\\])")


def as_ffmetadata(chapters: Sequence[Chapter]) -> str:
    """The file; without TIMEBASE some versions of ffmpeg would read nanoseconds."""
    blocks = [
        "[CHAPTER]\nTIMEBASE=1/1000\n"
        f"START={milliseconds(each.start)}\nEND={milliseconds(each.end)}\n"
        f"title={escaped(one_line(each.title))}\n"
        for each in chapters
    ]
    return ";FFMETADATA1\n" + "\n".join(blocks)


def escaped(value: str) -> str:
    r"""A value in which signs of the format are marked.

    >>> escaped("a=b; #1")
    'a\\=b\\; \\#1'
    """
    return _SPECIAL.sub(r"\\\1", value)
