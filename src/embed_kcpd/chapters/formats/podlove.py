"""Podlove Simple Chapters, for feeds and players of podcasts.

In:  chapters.
Out: XML with a ``psc:chapter`` for each.
"""

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

from embed_kcpd.chapters.chapter import Chapter
from embed_kcpd.chapters.formats.lines import one_line
from embed_kcpd.chapters.times import exact_clock


def as_podlove(chapters: Sequence[Chapter]) -> str:
    """The element with its namespace."""
    lines = [
        f'  <psc:chapter start="{exact_clock(each.start)}" title={_quoted(each.title)}/>'
        for each in chapters
    ]
    head = '<psc:chapters version="1.2" xmlns:psc="http://podlove.org/simple-chapters">'
    return "\n".join([head, *lines, "</psc:chapters>"]) + "\n"


def _quoted(title: str) -> str:
    return quoteattr(one_line(title))
