"""The options of ``embed-kcpd chapters``.

In:  nothing.
Out: dataclasses for ``with_option_groups``.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

import typer

from embed_kcpd.cli.option_groups import options_in

_granularity_option = options_in("How many chapters")
_output_option = options_in("Output")

Recording = Annotated[
    str,
    typer.Argument(help="Transcript with times (.srt, .vtt, JSON ...), or - for standard input."),
]


class ChapterFormat(str, Enum):
    youtube = "youtube"
    spotify = "spotify"
    podcasting = "podcasting"
    webvtt = "webvtt"
    ffmetadata = "ffmetadata"
    matroska = "matroska"
    podlove = "podlove"
    markdown = "markdown"


class ExistingName(str, Enum):
    cut = "cut"
    compare = "compare"
    ignore = "ignore"


@dataclass(frozen=True, slots=True)
class ChapterOptions:
    """How many chapters; the default measures the scale of topics on the transcript itself."""

    chapters: Annotated[int | None, _granularity_option(help="Exact number of chapters.")] = None
    every: Annotated[
        str | None, _granularity_option(help="Average duration of a chapter, such as 5min.")
    ] = None
    per_hour: Annotated[
        float | None, _granularity_option(help="Average number of chapters in an hour.")
    ] = None
    coarser: Annotated[
        float | None,
        _granularity_option(
            help="Steps coarser than the default; each leaves two thirds of the chapters."
        ),
    ] = None
    finer: Annotated[
        float | None,
        _granularity_option(
            help="Steps finer than the default; each gives one and a half times as many chapters."
        ),
    ] = None
    min_duration: Annotated[
        str | None, _granularity_option(help="Shortest chapter allowed, such as 60s.")
    ] = None
    max_duration: Annotated[
        str | None, _granularity_option(help="Longest chapter allowed, such as 15min.")
    ] = None
    existing: Annotated[
        ExistingName,
        _granularity_option(
            help="Chapters that come with the recording: cut there and nowhere else, compare "
            "them with those found, or ignore them."
        ),
    ] = ExistingName.compare
    given: Annotated[
        str | None,
        _granularity_option(
            help="File with chapters of the recording: Podcasting 2.0 JSON, information of "
            "yt-dlp, a WebVTT track, ffmpeg metadata, or lines such as 0:00 Title or Title 0:00.",
            show_default="those in the transcript",
        ),
    ] = None
    begins: Annotated[
        str | None,
        _granularity_option(
            help="Time of the transcript at which the recording begins, such as 10:00:00; "
            "chapters count from there.",
            show_default="0:00, or found where the times are those of a clock",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class PlayerOptions:
    """In which format, what stands in it, and where the recording is."""

    summary_model: Annotated[
        str | None,
        _output_option(
            help="Chat model at --title-endpoint that writes a sentence about each chapter, for "
            "the list, --json, --html and --as markdown.",
            show_default="no summaries",
        ),
    ] = None
    as_format: Annotated[
        ChapterFormat | None,
        _output_option(
            "--as",
            help="Write chapters as a publisher or player reads them.",
            show_default="a list",
        ),
    ] = None
    link: Annotated[
        str | None,
        _output_option(
            help="Address of the recording, for links to each chapter in Markdown and HTML."
        ),
    ] = None
    media: Annotated[
        str | None,
        _output_option(
            help="Audio or video file (or its address) that the HTML report plays; it is "
            "referenced, not copied."
        ),
    ] = None
