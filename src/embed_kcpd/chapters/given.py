"""Chapters that come with a recording, as its boundaries.

In:  a document with chapters, and settings with its units.
Out: settings that cut there and nowhere else, and chapters with the times and titles given.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from embed_kcpd.chapters.chapter import Chapter, Chapters
from embed_kcpd.errors import OptionsError
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.problem.limits import Limits
from embed_kcpd.readers.document import Document, GivenChapter
from embed_kcpd.settings import Settings
from embed_kcpd.text.units import GivenUnits

EARLY = 0.5
"""Seconds by which a unit may begin before its chapter, for times that were rounded."""


def given_settings(document: Document, settings: Settings) -> Settings:
    """The settings with a boundary at every given chapter and none elsewhere."""
    units = settings.unit
    if not isinstance(units, GivenUnits):
        raise OptionsError(f"{document.name} is no recording with times")
    starts = [place.start_seconds or 0.0 for place in units.places]
    forced = frozenset(_first_unit(starts, chapter) for chapter in document.chapters)
    inside = frozenset(unit for unit in forced if 0 < unit < len(starts))
    return replace(
        settings, limits=Limits(forced=inside), granularity=SegmentCount(len(inside) + 1)
    )


def with_given_titles(made: Chapters, given: Sequence[GivenChapter]) -> Chapters:
    """The chapters with the times and titles that were given.

    Keywords and units are those of the chapter of the transcript that was found there.
    """
    ordered = sorted(given, key=lambda chapter: chapter.start_seconds)
    end = made.chapters[-1].end
    edges = [min(max(0.0, chapter.start_seconds), end) for chapter in ordered] + [end]
    edges[0] = 0.0
    starts = [chapter.start for chapter in made.chapters]
    named = [
        _named(made.chapters[max(0, _nearest(starts, chapter.start_seconds))], chapter, span)
        for chapter, span in zip(ordered, pairwise(edges), strict=True)
        if span[0] < span[1] or len(ordered) == 1
    ]
    return replace(made, chapters=tuple(named), parts=())


def _first_unit(starts: Sequence[float], chapter: GivenChapter) -> int:
    return bisect_left(starts, chapter.start_seconds - EARLY)


def _nearest(starts: Sequence[float], seconds: float) -> int:
    return min(range(len(starts)), key=lambda number: abs(starts[number] - seconds))


def _named(found: Chapter, given: GivenChapter, span: tuple[float, float]) -> Chapter:
    title = " ".join(given.title.split()) or found.title
    return replace(found, start=span[0], end=max(span), title=title, confidence=1.0, children=())
