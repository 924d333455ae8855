"""A document to segments.

In:  a document that was read, and settings.
Out: a ``SegmentedText`` whose units have places, or its penalty path.
"""

from dataclasses import replace

import numpy.typing as npt

from embed_kcpd import pipeline
from embed_kcpd.granularity.defaults import with_defaults
from embed_kcpd.granularity.protocol import Granularity
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.granularity.text_target import TextTarget
from embed_kcpd.preparation import text_splitter
from embed_kcpd.readers import plain
from embed_kcpd.readers.document import Document, DocumentKind, check_document
from embed_kcpd.result.path import WHOLE_PATH, PathRange, PenaltyPath
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.settings import DEFAULT_SETTINGS, Settings, checked_settings
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import GivenUnits, splitter_values

UNIT_NAMES = {DocumentKind.stream: "posts", DocumentKind.chat: "messages"}
"""What units are called that are not split further."""

SPOKEN_UNITS = "passages"
"""What joined sentences of a recording are called."""

WITHOUT_SECTIONS = (DocumentKind.stream, DocumentKind.recording)
"""Kinds whose segments are not cut again as documents with sections: posts are units, and a
recording of hours that changes its subject sharply would get 180 chapters (docs/results/tried.md).
"""

LONG_RECORDING = 2700.0
"""Seconds from which on a recording is long: beside so much else all of a talk is alike, and the
scale of its subjects is measured too large."""

LONGEST_CHAPTERS = 420.0
"""Seconds that chapters of a long recording last on average at most.  People make one every four or
five minutes, whatever the length (docs/results/tried.md)."""


def segment_document(
    document: Document,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    vectors: npt.ArrayLike | None = None,
) -> SegmentedText:
    """Cut a document where its topic changes; its times, speakers and headings are evidence.

    The text of the result is ``document.text``.  Posts and messages are units as they are;
    ``settings.unit`` splits everything else.
    """
    check_document(document)
    return pipeline.segment(document.text, document_settings(document, settings), vectors=vectors)


def segment_document_path(
    document: Document,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    vectors: npt.ArrayLike | None = None,
    within: PathRange = WHOLE_PATH,
) -> PenaltyPath:
    """Every segmentation of a document that is cheapest for some penalty."""
    check_document(document)
    own = document_settings(document, settings)
    return pipeline.segment_path(document.text, own, vectors=vectors, within=within)


def document_settings(document: Document, settings: Settings) -> Settings:
    """The settings with the units of this document, and what it says of itself."""
    checked_settings(settings)
    if document.format == plain.NAME:
        return settings
    from embed_kcpd.readers.recording_units import cue_parts
    from embed_kcpd.readers.units import document_units

    own = replace(
        settings,
        language=settings.language or document.language,
        spoken=True if _is_recording(document) and settings.spoken is None else settings.spoken,
    )
    splitter = text_splitter(document.text, own)
    units, places = document_units(document, splitter)
    is_spoken = _is_recording(document) and isinstance(splitter, Sentences)
    default = SPOKEN_UNITS if is_spoken else str(splitter_values(splitter)["name"])
    name = UNIT_NAMES.get(document.kind) or default
    if document.kind in WITHOUT_SECTIONS:
        own = replace(own, granularity=_without_sections(own, _fewest_chapters(document)))
    parts = tuple(cue_parts(document, splitter)) if is_spoken else ()
    return replace(own, unit=GivenUnits(units, places, name, parts))


def _without_sections(settings: Settings, fewest: int) -> Granularity | TextTarget | None:
    """The granularity; the default rule does not cut its segments again."""
    chosen = settings.granularity
    if chosen is None:
        _, chosen = with_defaults(settings.objective, None)
    if not isinstance(chosen, TextScale):
        return chosen
    return replace(chosen, sections=False, fewest=max(chosen.fewest, fewest))


def _fewest_chapters(document: Document) -> int:
    """The fewest chapters of a recording; any number is right for a short one.

    What counts is how long people speak: times may be those of a clock or of a broadcast.
    """
    if not _is_recording(document) or not document.pieces:
        return 1
    first = document.pieces[0].place.start_seconds or 0.0
    seconds = max(piece.place.end_seconds or 0.0 for piece in document.pieces) - first
    return round(seconds / LONGEST_CHAPTERS) if seconds >= LONG_RECORDING else 1


def _is_recording(document: Document) -> bool:
    return document.kind is DocumentKind.recording
