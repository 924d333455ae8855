"""A recording to its chapters.

In:  a transcript, read or at a path, and settings.
Out: ``Chapters``.

A chapter begins with the first word after a boundary: at the start of a cue, or at the sentence
where one cue holds many.  The first begins the recording.  Chapters that come with the recording
are taken as they are, compared with those found here, or left aside.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from itertools import pairwise
from pathlib import Path

import numpy.typing as npt

from embed_kcpd import pipeline
from embed_kcpd.chapters.beginning import beginning, counted_from
from embed_kcpd.chapters.chapter import Chapter, Chapters
from embed_kcpd.chapters.comparison import compared
from embed_kcpd.chapters.given import given_settings, with_given_titles
from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.given_kinds import check_kind
from embed_kcpd.given_numbers import is_number
from embed_kcpd.outputs.outline import Heading, outline
from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.reading import read
from embed_kcpd.readers.segmenting import document_settings
from embed_kcpd.result.segmented_text import SegmentedText, check_result
from embed_kcpd.settings import DEFAULT_SETTINGS, Settings


class Existing(Enum):
    """What happens with chapters that come with the recording."""

    cut = "cut"
    """They are the chapters; nothing else is cut."""

    compare = "compare"
    """Chapters are found without them, and compared with them."""

    ignore = "ignore"


def chapters(
    recording: Document | str | os.PathLike[str],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    existing: Existing = Existing.compare,
    begins: float | None = None,
    vectors: npt.ArrayLike | None = None,
) -> Chapters:
    """The chapters of a transcript: a document with times, or the path of a file.

    Times count from ``begins``, the second of the transcript at which the recording begins.  The
    default is 0, or where the times are plainly those of a clock what ``beginning`` says.
    """
    document = recording if isinstance(recording, Document) else read(recording)
    check_kind(existing, Existing, "existing")
    _check(document, existing)
    if begins is not None and not is_number(begins):
        raise OptionsError(f"begins must be a number of seconds, got {begins!r:.60}")
    document = counted_from(document, beginning(document) if begins is None else begins)
    own = document_settings(document, settings)
    if existing is Existing.cut:
        own = given_settings(document, own)
    result = pipeline.segment(document.text, own, vectors=vectors)
    made = chapters_of(result, document.title or Path(document.name).name)
    if existing is Existing.cut:
        return with_given_titles(made, document.chapters)
    if existing is Existing.compare and document.chapters:
        return replace(made, comparison=compared(document.chapters, made.chapters))
    return made


def chapters_of(
    result: SegmentedText, name: str = "recording", summaries: Sequence[str] = ()
) -> Chapters:
    """The chapters of a segmented transcript, with a summary for each where some are given."""
    check_result(result)
    if not result.places:
        raise InputError("this text has no times, which chapters need; chapters(path) reads them")
    if not isinstance(name, str):
        raise OptionsError(f"name must be a string, got {name!r:.60}")
    _check_summaries(summaries, result.segmentation.n_segments)
    starts, end = _unit_starts(result)
    edges = [*(starts[span[0]] for span in result.segmentation.spans), end]
    is_known = result.segmentation.confidence is not None
    confidences = (1.0, *result.probabilities) if is_known else ()
    found = tuple(
        Chapter(
            start=first,
            end=last,
            title=_title(segment.title, number),
            keywords=segment.keywords,
            confidence=confidences[number - 1] if confidences else None,
            start_unit=segment.start_unit,
            summary=summaries[number - 1] if summaries else "",
        )
        for number, (segment, (first, last)) in enumerate(
            zip(result.segments, pairwise(edges), strict=True), 1
        )
    )
    whole = _increasing(found)
    headings = outline(result)
    return _nested(Chapters(name, whole, result), headings, starts, end)


def _check(document: Document, existing: Existing) -> None:
    if not document.pieces:
        raise InputError(f"{document.name} has no chapters: nothing is said in it")
    if document.kind is DocumentKind.chat:
        raise InputError(
            f"{document.name} ({document.format}) is a chat, and chapters are made of transcripts; "
            "cut it with: embed-kcpd segment"
        )
    if document.pieces[0].place.start_seconds is None:
        raise InputError(
            f"{document.name} ({document.format}) has no times, which chapters need; give a "
            "transcript with times such as .srt or .vtt, or cut the text with: embed-kcpd segment"
        )
    if existing is Existing.cut and not document.chapters:
        raise OptionsError(f"{document.name} comes with no chapters to cut at")


def _check_summaries(summaries: Sequence[str], n_segments: int) -> None:
    is_list = isinstance(summaries, Sequence) and not isinstance(summaries, str | bytes)
    if not (is_list and all(isinstance(summary, str) for summary in summaries)):
        raise OptionsError(f"summaries must be a list of strings, got {summaries!r:.60}")
    if summaries and len(summaries) != n_segments:
        raise OptionsError(
            f"{len(summaries)} summaries were given for {n_segments} chapters; give one for each, "
            "empty where there is none"
        )


def _unit_starts(result: SegmentedText) -> tuple[list[float], float]:
    """When each unit begins, the first with the recording, and when the last one ends."""
    starts = [max(0.0, place.start_seconds or 0.0) for place in result.places]
    starts[0] = 0.0
    ends = [place.end_seconds or 0.0 for place in result.places]
    return starts, max(*ends, *starts)


def _increasing(found: Sequence[Chapter]) -> tuple[Chapter, ...]:
    """The chapters without those that begin when the one before does, as before time zero."""
    kept: list[Chapter] = []
    for chapter in found:
        if kept and chapter.start <= kept[-1].start:
            kept[-1] = replace(kept[-1], end=max(kept[-1].end, chapter.end))
        else:
            kept.append(chapter)
    return tuple(kept)


def _title(title: str, number: int) -> str:
    """One line; a number where no word tells the chapter apart."""
    return " ".join(title.split()) or f"Chapter {number}"


def _nested(
    made: Chapters, headings: Sequence[Heading], starts: Sequence[float], end: float
) -> Chapters:
    """The chapters with shorter ones inside, and longer ones around them."""
    if not headings:
        return made
    edges = [*starts, end]
    own = {chapter.start_unit: chapter for chapter in made.chapters}

    def chapter_at(heading: Heading) -> Chapter:
        if len(heading.children) == 1 and not heading.is_own:
            return chapter_at(heading.children[0])
        children = tuple(map(chapter_at, heading.children)) if len(heading.children) > 1 else ()
        known = own.get(heading.start_unit) if heading.is_own else None
        title = known.title if known else _title(heading.title, 1)
        return Chapter(
            edges[heading.start_unit],
            edges[heading.end_unit],
            title,
            known.keywords if known else (),
            known.confidence if known else None,
            heading.start_unit,
            _increasing(children),
            known.summary if known else "",
        )

    roots = _increasing(tuple(map(chapter_at, headings)))
    within = {chapter.start_unit: chapter for chapter in map(chapter_at, _own_level(headings))}
    inside = tuple(within.get(chapter.start_unit, chapter) for chapter in made.chapters)
    parts = () if all(heading.is_own for heading in headings) else roots
    return replace(made, chapters=inside, parts=parts)


def _own_level(headings: Sequence[Heading]) -> list[Heading]:
    """The headings of the segmentation itself."""
    own: list[Heading] = []
    for heading in headings:
        own += [heading] if heading.is_own else _own_level(heading.children)
    return own
