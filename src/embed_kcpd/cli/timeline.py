"""``embed-kcpd timeline``: dated posts in, the dates when their subject changed out."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.choices import check_targets, chosen_settings
from embed_kcpd.cli.granularity import chosen_granularity
from embed_kcpd.cli.option_groups import options_in, with_option_groups
from embed_kcpd.cli.options import (
    AsJson,
    ColumnOptions,
    GranularityOptions,
    LimitOptions,
    ObjectiveOptions,
    PostOptions,
)
from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from datetime import timedelta

    from embed_kcpd.timeline import Event, EventScore, Timeline

_event_option = options_in("Known events")
_output_option = options_in("Output")
TOLERANCE = "30d"


@dataclass(frozen=True, slots=True)
class EventOptions:
    """What is known to have happened."""

    events: Annotated[
        Path | None,
        _event_option(
            help="File of known events with date and title: CSV, or a JSON list of objects."
        ),
    ] = None
    tolerance: Annotated[
        str | None,
        _event_option(
            help="How near a change must be to meet an event: a number and h, d, w or y.",
            show_default=TOLERANCE,
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """Where the timeline is drawn."""

    html: Annotated[
        Path | None, _output_option(help="Write a page to this file on which posts can be read.")
    ] = None
    png: Annotated[Path | None, _output_option(help="Draw a picture into this file.")] = None
    svg: Annotated[Path | None, _output_option(help="Draw a vector picture into this file.")] = None


@with_option_groups
def timeline(
    posts: Annotated[
        str, typer.Argument(help="Table, feed, chat or mailbox; - for standard input.")
    ],
    *,
    text: PostOptions,
    columns: ColumnOptions,
    judged: ObjectiveOptions,
    wanted: GranularityOptions,
    limits: LimitOptions,
    known: EventOptions,
    pictures: PictureOptions,
    as_json: AsJson = False,
) -> None:
    """Find when the subject of dated posts changed.

    A terminal shows a table of periods; a pipe gets a line for each of them:

    first and last date, number of posts, certainty of its start, key phrases.
    """
    from dataclasses import replace

    from embed_kcpd.cli.reading import read_file
    from embed_kcpd.timeline import score_events, values
    from embed_kcpd.timeline import timeline as made_timeline
    from embed_kcpd.timeline.terminal import print_timeline

    check_targets(posts, known.events, html=pictures.html, png=pictures.png, svg=pictures.svg)
    if pictures.png is not None or pictures.svg is not None:
        from embed_kcpd.outputs.figures import new_figure

        # A missing package is named before the work, not after it.
        new_figure()
    events, tolerance = _known(known)
    settings = replace(
        chosen_settings(text.as_text, judged, limits),
        granularity=chosen_granularity(wanted, judged),
    )
    made = made_timeline(read_file(posts, text.format, columns), settings)
    score = score_events(made, events, tolerance) if events else None
    _draw(made, score, pictures)
    if as_json:
        sys.stdout.write(values.as_json(made, score))
    else:
        print_timeline(made, score, sys.stdout)


def _known(options: EventOptions) -> "tuple[tuple[Event, ...], timedelta]":
    """The events, read before the posts are, so that a mistake in them costs no time."""
    from embed_kcpd.timeline.events import parsed_tolerance, read_events

    if options.events is None and options.tolerance is not None:
        raise OptionsError("--tolerance belongs to --events, which is missing")
    tolerance = parsed_tolerance(options.tolerance or TOLERANCE)
    return () if options.events is None else read_events(options.events), tolerance


def _draw(made: "Timeline", score: "EventScore | None", pictures: PictureOptions) -> None:
    from embed_kcpd.files import write_atomically

    if pictures.html is not None:
        from embed_kcpd.timeline.page import as_html

        write_atomically(pictures.html, as_html(made, score))
    for path, form in ((pictures.png, "png"), (pictures.svg, "svg")):
        if path is not None:
            from embed_kcpd.outputs.figures import figure_bytes
            from embed_kcpd.timeline.figure import draw_timeline

            write_atomically(path, figure_bytes(draw_timeline(made, score), form))
