"""The options of ``embed-kcpd chapters``.

In:  nothing.
Out: dataclasses for ``with_option_groups``.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

import typer

_FINE = "How many chapters"
_OUTPUT = "Output"

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

    chapters: Annotated[
        int | None, typer.Option(help="Exact number of chapters.", rich_help_panel=_FINE)
    ] = None
    every: Annotated[
        str | None,
        typer.Option(help="Average duration of a chapter, such as 5min.", rich_help_panel=_FINE),
    ] = None
    per_hour: Annotated[
        float | None,
        typer.Option(help="Average number of chapters in an hour.", rich_help_panel=_FINE),
    ] = None
    coarser: Annotated[
        float | None,
        typer.Option(
            help="Steps coarser than the default; each leaves two thirds of the chapters.",
            rich_help_panel=_FINE,
        ),
    ] = None
    finer: Annotated[
        float | None,
        typer.Option(
            help="Steps finer than the default; each gives one and a half times as many chapters.",
            rich_help_panel=_FINE,
        ),
    ] = None
    min_duration: Annotated[
        str | None,
        typer.Option(help="Shortest chapter allowed, such as 60s.", rich_help_panel=_FINE),
    ] = None
    max_duration: Annotated[
        str | None,
        typer.Option(help="Longest chapter allowed, such as 15min.", rich_help_panel=_FINE),
    ] = None
    existing: Annotated[
        ExistingName,
        typer.Option(
            help="Chapters that come with the recording: cut there and nowhere else, compare "
            "them with those found, or ignore them.",
            rich_help_panel=_FINE,
        ),
    ] = ExistingName.compare
    given: Annotated[
        str | None,
        typer.Option(
            help="File with chapters of the recording: Podcasting 2.0 JSON, information of "
            "yt-dlp, a WebVTT track, ffmpeg metadata, or lines such as 0:00 Title or Title 0:00.",
            show_default="those in the transcript",
            rich_help_panel=_FINE,
        ),
    ] = None
    begins: Annotated[
        str | None,
        typer.Option(
            help="Time of the transcript at which the recording begins, such as 10:00:00; "
            "chapters count from there.",
            show_default="0:00, or found where the times are those of a clock",
            rich_help_panel=_FINE,
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class PlayerOptions:
    """In which format, what stands in it, and where the recording is."""

    summary_model: Annotated[
        str | None,
        typer.Option(
            help="Chat model at --title-endpoint that writes a sentence about each chapter, for "
            "the list, --json, --html and --as markdown.",
            show_default="no summaries",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    as_format: Annotated[
        ChapterFormat | None,
        typer.Option(
            "--as",
            help="Write chapters as a publisher or player reads them.",
            show_default="a list",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    link: Annotated[
        str | None,
        typer.Option(
            help="Address of the recording, for links to each chapter in Markdown and HTML.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    media: Annotated[
        str | None,
        typer.Option(
            help="Audio or video file (or its address) that the HTML report plays; it is "
            "referenced, not copied.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
