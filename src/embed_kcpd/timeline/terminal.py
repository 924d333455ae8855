"""The timeline for a person at a terminal, or plain lines for a pipe.

In:  a timeline, the score of known events where there is one, and where it is printed.
Out: a table of periods, and below it what the events say.
"""

from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from embed_kcpd.outputs.lines import on_one_line
from embed_kcpd.outputs.terminal import COLOURS
from embed_kcpd.result.explanation import counted
from embed_kcpd.text.listing import listed
from embed_kcpd.timeline.events import EventScore
from embed_kcpd.timeline.timeline import Change, Timeline
from embed_kcpd.timeline.values import as_lines


def print_timeline(timeline: Timeline, score: EventScore | None, stream: TextIO) -> None:
    """Print the periods: rows for a person on a terminal, lines in a pipe or a file."""
    if not stream.isatty():
        stream.write(as_lines(timeline))
        if score is not None:
            stream.write(score_line(score))
        return
    console = Console(file=stream, highlight=False)
    console.print(_table(timeline))
    if score is not None:
        console.print(Text(score_line(score).strip()))
    if not timeline.result.is_reliable:
        console.print(Text(f"Not reliable: {timeline.result.explain().reason}", "italic yellow"))


def score_line(score: EventScore) -> str:
    """Hits, chance and false alarms in one line."""
    return (
        f"events\t{score.n_hits} of {len(score.events)} met\t{score.by_chance:.1f} by chance\t"
        f"p = {score.p_value:.2g}\t{counted(len(score.false_alarms), 'change')} without an event\n"
    )


def _table(timeline: Timeline) -> Table:
    table = Table("from", "change between", "", "posts", "about", box=None)
    starts: tuple[Change | None, ...] = (None, *timeline.changes)
    for number, (period, change) in enumerate(zip(timeline.periods, starts, strict=True)):
        colour = COLOURS[number % len(COLOURS)]
        table.add_row(
            Text(timeline.day(period.start), colour),
            _between(timeline, change),
            "" if change is None else change.certainty or "",
            str(period.n_posts),
            Text(on_one_line(listed(period.keywords) or period.title)),
        )
    return table


def _between(timeline: Timeline, change: Change | None) -> str:
    if change is None or change.earliest is None or change.latest is None:
        return ""
    return f"{timeline.day(change.earliest)} and {timeline.day(change.latest)}"
