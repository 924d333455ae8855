"""Chapters as Podcasting 2.0 has them: JSON of type ``application/json+chapters``.

In:  chapters.
Out: JSON with ``version`` and ``chapters``; times in seconds.
"""

import json
from collections.abc import Sequence

from embed_kcpd.chapters.chapter import Chapter
from embed_kcpd.chapters.formats.lines import one_line

VERSION = "1.2.0"


def as_podcasting(chapters: Sequence[Chapter]) -> str:
    """The JSON file."""
    values = {
        "version": VERSION,
        "chapters": [
            {
                "startTime": round(each.start, 3),
                "endTime": round(each.end, 3),
                "title": one_line(each.title),
            }
            for each in chapters
        ],
    }
    return json.dumps(values, ensure_ascii=False, indent=2) + "\n"
