"""The timeline as a figure: periods as steps through time, events above them.

In:  a timeline, other timelines of the same posts to compare it with, an event score.
Out: a matplotlib figure (extra ``plot``).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from embed_kcpd.outputs.figures import COLOURS, new_figure, put_title
from embed_kcpd.result.explanation import counted
from embed_kcpd.text.listing import listed
from embed_kcpd.timeline.axis import histogram_bars
from embed_kcpd.timeline.events import EventScore
from embed_kcpd.timeline.timeline import Timeline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_FIRST_DAY = datetime(1970, 1, 1)
"""Day 0 of matplotlib."""

ROW = 0.27
"""Inches for one period."""
LABEL_WIDTH = 145
"""Characters of phrases that would fill the whole width."""


def draw_timeline(
    timeline: Timeline,
    score: EventScore | None = None,
    others: Sequence[tuple[str, Timeline]] = (),
) -> "Figure":
    """Periods with counts and key phrases; ``others`` are shown as strips above them."""
    n_rows = len(timeline.periods) + len(others) + 3.2
    figure, [axes] = new_figure(width=10.0, height=max(2.4, ROW * n_rows + 0.6))
    axes.xaxis_date()
    axes.grid(axis="y", visible=False)
    axes.set_axisbelow(True)
    _draw_counts(axes, timeline)
    for place, (name, other) in enumerate(others):
        _draw_strip(axes, -2.0 - place, name, other)
    for row in range(len(timeline.periods)):
        _draw_period(axes, timeline, row)
    if score is not None:
        _draw_events(axes, score, top=-2.2 - len(others))
    axes.set_ylim(len(timeline.periods) - 0.3, -2.9 - len(others))
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.margins(x=0.01)
    put_title(axes, _headline(timeline, score))
    return figure


def _headline(timeline: Timeline, score: EventScore | None) -> str:
    posts = counted(len(timeline.dates), "post")
    said = f"{posts} in {counted(len(timeline.periods), 'period')}"
    if score is None:
        return said
    days = score.tolerance.days
    return (
        f"{said}; {score.n_hits} of {len(score.events)} events within {counted(days, 'day')} "
        f"of a change ({score.by_chance:.1f} by chance)"
    )


def _days(dates: Sequence[datetime]) -> list[float]:
    """Dates as matplotlib counts them; a zone is left aside, as everywhere in a figure."""
    return [(date.replace(tzinfo=None) - _FIRST_DAY) / timedelta(days=1) for date in dates]


def _edges(timeline: Timeline) -> list[float]:
    """Where periods begin, and the end of the last."""
    return _days([*(period.start for period in timeline.periods), timeline.dates[-1]])


def _draw_period(axes: "Axes", timeline: Timeline, row: int) -> None:
    """A bar, and beside it how many posts and what about, on the side with more room."""
    period, edges = timeline.periods[row], _edges(timeline)
    start, end = edges[row], edges[row + 1]
    axes.barh(row, end - start, left=start, height=0.72, color=COLOURS[row % len(COLOURS)])
    is_late = start + end > edges[0] + edges[-1]
    room = (start - edges[0] if is_late else edges[-1] - end) / ((edges[-1] - edges[0]) or 1.0)
    phrases = _drawable(listed(period.keywords) or period.title)
    label = axes.annotate(
        f"{counted(period.n_posts, 'post')}   {_shortened(phrases, int(LABEL_WIDTH * room) - 10)}",
        (start if is_late else end, row),
        xytext=(-4 if is_late else 4, 0),
        textcoords="offset points",
        ha="right" if is_late else "left",
        va="center",
        fontsize=8,
        color="#333333",
    )
    # A label may reach beyond the axes, which keep their width.
    label.set_in_layout(False)
    change = timeline.changes[row - 1] if row else None
    if change is not None and change.earliest is not None and change.latest is not None:
        interval = _days([change.earliest, change.latest])
        axes.plot(interval, [row - 0.43] * 2, color="#222222", linewidth=1.6)


def _draw_strip(axes: "Axes", row: float, name: str, timeline: Timeline) -> None:
    """All periods of another timeline in one row."""
    edges = _edges(timeline)
    for place, (start, end) in enumerate(pairwise(edges)):
        shade = ("#c3ccd6", "#97a7b8")[place % 2]
        axes.barh(row, end - start, left=start, height=0.62, color=shade)
    label = f" {name}: {counted(len(timeline.periods), 'period')}"
    axes.text(edges[0], row, label, va="center", fontsize=8, color="#111111")


def _draw_counts(axes: "Axes", timeline: Timeline) -> None:
    """How many posts there are when, in the row above the periods."""
    days = _days(timeline.dates)
    heights = histogram_bars(timeline.dates)
    step = (days[-1] - days[0]) / len(heights)
    lefts = [days[0] + place * step for place in range(len(heights))]
    tall = [-0.9 * height for height in heights]
    axes.bar(lefts, tall, width=step, bottom=-0.6, align="edge", color="#c9c9c9")


def _draw_events(axes: "Axes", score: EventScore, top: float) -> None:
    """A mark above the periods for each event, filled where a change meets it."""
    days = _days([event.date for event in score.events])
    for day, place in zip(days, score.nearest, strict=True):
        axes.axvline(day, color="#777777", linewidth=0.5, linestyle=":", zorder=0)
        face = "#ffffff" if place is None else "#222222"
        axes.plot([day], [top], marker="v", markersize=6, color="#222222", markerfacecolor=face)


def _shortened(text: str, most: int) -> str:
    """The beginning of a text; never less than a word or two."""
    most = max(most, 12)
    return text if len(text) <= most else text[: most - 1].rstrip(" ,") + "…"


def _drawable(text: str) -> str:
    """Text without what matplotlib takes for mathematics or cannot draw."""
    plain = " ".join(text.split()).replace("$", r"\$")
    return plain.encode("utf-8", "replace").decode("utf-8")
