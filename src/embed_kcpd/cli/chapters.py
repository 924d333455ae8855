"""``embed-kcpd chapters``: a transcript in, its chapters out."""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from embed_kcpd.cli.chapter_options import (
    ChapterFormat,
    ChapterOptions,
    ExistingName,
    PlayerOptions,
    Recording,
)
from embed_kcpd.cli.choices import check_targets, chosen_settings
from embed_kcpd.cli.granularity import check_steps
from embed_kcpd.cli.levels import tell_missing_levels
from embed_kcpd.cli.option_groups import with_option_groups
from embed_kcpd.cli.options import (
    AnnotationOptions,
    LimitOptions,
    ObjectiveOptions,
    OutputOptions,
    RecordingOptions,
)
from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from embed_kcpd.chapters.chapter import Chapters
    from embed_kcpd.granularity.protocol import Granularity
    from embed_kcpd.granularity.text_target import TextTarget
    from embed_kcpd.readers.document import Document


@with_option_groups
def chapters(
    recording: Recording,
    *,
    wanted: ChapterOptions,
    text: RecordingOptions,
    annotations: AnnotationOptions,
    player: PlayerOptions,
    output: OutputOptions,
) -> None:
    """Find the chapters of a recording from its transcript.

    A terminal shows a list; --as writes what players and publishers read.
    """
    from embed_kcpd.chapters import Existing
    from embed_kcpd.chapters import chapters as find_chapters
    from embed_kcpd.chapters.beginning import begins_seconds
    from embed_kcpd.cli.titles import check_title_options
    from embed_kcpd.outputs.phrases import unit_name

    granularity = _granularity(wanted)
    _check_existing(wanted, annotations)
    _check(recording, wanted.given, player, output)
    _check_summaries(player, output, wanted)
    check_title_options(annotations.title_endpoint, annotations.title_model or player.summary_model)
    told = None if wanted.begins is None else begins_seconds(wanted.begins)
    document = _document(recording, text.format, wanted)
    limits = LimitOptions(
        min_seconds=_seconds(wanted.min_duration), max_seconds=_seconds(wanted.max_duration)
    )
    settings = replace(
        chosen_settings(text.as_text, ObjectiveOptions(), limits),
        granularity=granularity,
        confidence=not annotations.no_confidence,
        levels=annotations.levels,
    )
    begins = _begins(document) if told is None else told
    existing = Existing(wanted.existing.value)
    made = find_chapters(document, settings, existing=existing, begins=begins)
    _write(_with_chat_texts(made, annotations, player.summary_model), player, output)
    tell_missing_levels(made.result, annotations.levels)
    if output.explain:
        sys.stderr.write(made.result.explain().describe(unit_name(made.result)) + "\n")


def _document(recording: str, format_name: str | None, wanted: ChapterOptions) -> "Document":
    """The transcript, with the chapters of the file beside it where one is given."""
    from embed_kcpd.chapters import read_chapters
    from embed_kcpd.cli.reading import read_file

    given = None if wanted.given is None else read_chapters(wanted.given)
    document = read_file(recording, format_name)
    return document if given is None else replace(document, chapters=given)


def _begins(document: "Document") -> float:
    """Where the recording begins; a person is told where that is not at zero."""
    from embed_kcpd.chapters.beginning import beginning
    from embed_kcpd.outputs.phrases import clock

    begins = beginning(document)
    if begins:
        sys.stderr.write(
            f"{document.name}: its times are those of a clock; chapters count from "
            f"{clock(begins)} (--begins 0:00 keeps the times)\n"
        )
    return begins


def _granularity(wanted: ChapterOptions) -> "Granularity | TextTarget | None":
    """How fine to cut; ``None`` leaves it to the library."""
    from embed_kcpd.granularity.fixed import SegmentCount
    from embed_kcpd.granularity.text_scale.rule import TextScale
    from embed_kcpd.granularity.text_target import TextTarget

    names = ("chapters", "every", "per_hour", "coarser", "finer")
    told = [f"--{name.replace('_', '-')}" for name in names if getattr(wanted, name) is not None]
    if len(told) > 1:
        raise OptionsError(f"{told[0]} and {told[1]} exclude each other; give one of them")
    if wanted.chapters is not None:
        return SegmentCount(wanted.chapters)
    if wanted.every is not None:
        return TextTarget(seconds=_seconds(wanted.every))
    if wanted.per_hour is not None:
        if not 0 < wanted.per_hour < float("inf"):
            raise OptionsError(f"--per-hour must be more than 0, got {wanted.per_hour:g}")
        return TextTarget(seconds=3600.0 / wanted.per_hour)
    check_steps(wanted.coarser, wanted.finer)
    steps = wanted.coarser if wanted.coarser is not None else wanted.finer and -wanted.finer
    return None if steps is None else TextScale(coarser=steps)


def _check_existing(wanted: ChapterOptions, annotations: AnnotationOptions) -> None:
    """Raise where given chapters are the cuts and something else is asked of the cuts."""
    if wanted.existing is not ExistingName.cut:
        return
    names = ("chapters", "every", "per_hour", "coarser", "finer", "min_duration", "max_duration")
    told = [f"--{name.replace('_', '-')}" for name in names if getattr(wanted, name) is not None]
    told += ["--levels"] if annotations.levels > 1 else []
    told += ["--title-model"] if annotations.title_model else []
    if told:
        raise OptionsError(f"{told[0]} and --existing cut exclude each other; give one of them")


def _seconds(duration: str | None) -> float | None:
    from embed_kcpd.chapters.times import duration_seconds

    return None if duration is None else duration_seconds(duration)


def _check(recording: str, given: str | None, player: PlayerOptions, output: OutputOptions) -> None:
    """Raise, before any work is done, for options that cannot be met."""
    from embed_kcpd.chapters.links import check_link

    check_targets(recording, given, player.media, html=output.html, output=output.output)
    check_link(player.link)
    check_link(player.media and player.media.replace(" ", "%20"))
    if player.as_format is not None and output.as_json:
        raise OptionsError("--as and --json exclude each other; give one of them")
    if player.media is not None and output.html is None:
        raise OptionsError("--media is played by the HTML report; give its file with --html")
    uses_link = output.html is not None or player.as_format is ChapterFormat.markdown
    if player.link is not None and not uses_link:
        raise OptionsError("--link is used by --as markdown and --html; give one of them")


def _check_summaries(player: PlayerOptions, output: OutputOptions, wanted: ChapterOptions) -> None:
    """Raise for summaries that nothing would show, or of chapters that are taken as they are."""
    if player.summary_model is None:
        return
    if player.as_format not in (None, ChapterFormat.markdown) and output.html is None:
        raise OptionsError(
            "--summary-model is used by the list, --json, --html and --as markdown; "
            "give one of them"
        )
    if wanted.existing is ExistingName.cut:
        raise OptionsError("--summary-model and --existing cut exclude each other; give one")


def _with_chat_texts(
    made: "Chapters", annotations: AnnotationOptions, summary_model: str | None
) -> "Chapters":
    """The chapters with titles and summaries of chat models, where some were named."""
    from embed_kcpd.chapters import chapters_of
    from embed_kcpd.cli.titles import summaries_of, with_chat_titles

    endpoint = annotations.title_endpoint
    if not (annotations.title_model or summary_model):
        return made
    result = with_chat_titles(made.result, endpoint, annotations.title_model)
    summaries: tuple[str, ...] = ()
    if summary_model:
        result, summaries = summaries_of(result, endpoint, summary_model)
    return replace(chapters_of(result, made.name, summaries), comparison=made.comparison)


def _write(made: "Chapters", player: PlayerOptions, output: OutputOptions) -> None:
    from embed_kcpd.chapters.formats.listing import as_listing, comparison_line
    from embed_kcpd.chapters.report.page import as_html
    from embed_kcpd.files import write_atomically

    content = player.as_format and formatted(made, player.as_format, player.link)
    if output.html is not None:
        write_atomically(output.html, as_html(made, link=player.link, media=player.media))
    if made.comparison is not None:
        sys.stderr.write(comparison_line(made.comparison) + "\n")
    if content is None:
        content = made.to_json() if output.as_json else as_listing(made)
    if output.output is not None:
        write_atomically(output.output, content)
    else:
        sys.stdout.write(content)


def formatted(made: "Chapters", wanted: ChapterFormat, link: str | None = None) -> str:
    """The chapters as a publisher or player reads them."""
    writers: dict[ChapterFormat, Callable[[], str]] = {
        ChapterFormat.youtube: made.to_youtube,
        ChapterFormat.spotify: made.to_spotify,
        ChapterFormat.podcasting: made.to_podcasting,
        ChapterFormat.webvtt: made.to_webvtt,
        ChapterFormat.ffmetadata: made.to_ffmetadata,
        ChapterFormat.matroska: made.to_matroska,
        ChapterFormat.podlove: made.to_podlove,
        ChapterFormat.markdown: partial(made.to_markdown, link),
    }
    return writers[wanted]()
