"""The timeline as one self-contained page: point at a period and read its posts.

In:  a timeline, and the score of known events where there is one.
Out: HTML without scripts and without anything to fetch; the page itself forbids both.
"""

from datetime import datetime
from itertools import pairwise

from embed_kcpd.outputs.dates import known_length
from embed_kcpd.outputs.report.axis import date_ticks
from embed_kcpd.outputs.report.frame import framed, resource
from embed_kcpd.outputs.report.parts import clean, hue
from embed_kcpd.result.explanation import counted
from embed_kcpd.text.listing import listed
from embed_kcpd.timeline.axis import histogram_bars
from embed_kcpd.timeline.events import EventScore
from embed_kcpd.timeline.timeline import SHARE, Period, Timeline

MOST_POSTS = 400
"""Posts of one period that the page holds; of a longer one, evenly spaced ones and the typical."""


HELP = (
    "Point at a period to read its posts; a click keeps them open. The line under the start of a "
    "period is the interval that holds the change. The grey bars count the posts."
)
EVENTS_HELP = " A diamond is an event, filled if a change is near."

LAST_TICK = 95.0
"""Percent of the width behind which a label would not fit."""


def as_html(timeline: Timeline, score: EventScore | None = None) -> str:
    """The whole page."""
    first, last = timeline.day(timeline.dates[0]), timeline.day(timeline.dates[-1])
    periods = counted(len(timeline.periods), "period")
    posts = counted(len(timeline.dates), "post")
    numbers = range(1, len(timeline.periods) + 1)
    rules = "\n".join(_rule(number) for number in numbers)
    panels = "\n".join(_panel(timeline, number) for number in numbers)
    events = "" if score is None else _events(timeline, score)
    caption = HELP if score is None else HELP + EVENTS_HELP
    return framed(
        f'<div class="timeline">{_axis(timeline, score)}\n'
        f'<p class="caption">{caption}</p>\n<main>\n{panels}\n'
        f'<div class="overview">{_changes(timeline)}\n{events}</div>\n</main></div>',
        name=timeline.name,
        found=periods,
        text=f"{posts} from {first} to {last}",
        style=f"{resource('embed_kcpd.timeline', 'timeline.css')}\n{rules}",
    )


def _rule(number: int) -> str:
    """Pointing at a bar shows its panel and no other."""
    pointed = f"body:has(#b{number}:hover, #b{number}:focus-visible)"
    return f"{pointed} .panel {{display:none}} {pointed} #p{number} {{display:block}}"


class _Scale:
    """Dates to percent of the width."""

    def __init__(self, timeline: Timeline) -> None:
        self._first = timeline.dates[0]
        self._width = (timeline.dates[-1] - self._first).total_seconds() or 1.0

    def percent(self, date: datetime) -> float:
        if date.tzinfo is None and self._first.tzinfo is not None:
            date = date.replace(tzinfo=self._first.tzinfo)
        if date.tzinfo is not None and self._first.tzinfo is None:
            date = date.replace(tzinfo=None)
        share = (date - self._first).total_seconds() / self._width
        return 100.0 * min(1.0, max(0.0, share))


def _axis(timeline: Timeline, score: EventScore | None) -> str:
    scale = _Scale(timeline)
    starts = [scale.percent(period.start) for period in timeline.periods] + [100.0]
    bars = "".join(
        f'<a id="b{number}" href="#p{number}" style="--hue:{hue(number)};left:{left:.3f}%;'
        f'width:{max(right - left, 0.15):.3f}%" title="{_label(timeline, number)}">'
        f"{number if right - left > 2.5 else ''}</a>"
        for number, (left, right) in enumerate(pairwise(starts), 1)
    )
    marks = "".join(
        f'<i style="left:{scale.percent(change.earliest):.3f}%;'
        f'width:{scale.percent(change.latest) - scale.percent(change.earliest):.3f}%"></i>'
        for change in timeline.changes
        if change.earliest is not None and change.latest is not None
    )
    lines = "".join(
        f'<span style="left:{scale.percent(date):.3f}%">{clean(label)}</span>'
        for date, label in date_ticks(timeline.dates[0], timeline.dates[-1])
        if scale.percent(date) < LAST_TICK
    )
    return (
        f'<div class="axis">{_event_marks(scale, score)}'
        f'<svg class="counts" viewBox="0 0 {len(histogram_bars(timeline.dates))} 1" '
        f'preserveAspectRatio="none" role="img" aria-label="Number of posts over time">'
        f"{_counts(timeline)}</svg>"
        f'<nav class="bars" aria-label="Periods">{bars}</nav>'
        f'<div class="intervals" aria-hidden="true">{marks}</div>'
        f'<div class="ticks" aria-hidden="true">{lines}</div></div>'
    )


def _counts(timeline: Timeline) -> str:
    heights = histogram_bars(timeline.dates)
    return "".join(
        f'<rect x="{place}" y="{1 - height:.3f}" width="1" height="{height:.3f}"/>'
        for place, height in enumerate(heights)
        if height
    )


def _event_marks(scale: _Scale, score: EventScore | None) -> str:
    if score is None:
        return ""
    known = known_length([event.date for event in score.events])
    marks = "".join(
        f'<i class="{"missed" if place is None else "met"}" '
        f'style="left:{scale.percent(event.date):.3f}%" '
        f'title="{event.date.isoformat()[:known]}: {clean(event.title)}"></i>'
        for event, place in zip(score.events, score.nearest, strict=True)
    )
    return f'<div class="events">{marks}</div>'


def _label(timeline: Timeline, number: int) -> str:
    period = timeline.periods[number - 1]
    days = f"{timeline.day(period.start)} to {timeline.day(period.end)}"
    return clean(f"{days}: {counted(period.n_posts, 'post')}. {listed(period.keywords)}")


def _changes(timeline: Timeline) -> str:
    if not timeline.changes:
        return "<p>No change of the subject was found.</p>"
    head = "<tr><th>Change</th><th>How sure</th><th>Between</th><th>Then</th></tr>"
    rows = []
    for number, change in enumerate(timeline.changes, 2):
        sure = "" if change.probability is None else f"{change.probability:.0%} {change.certainty}"
        between = (
            ""
            if change.earliest is None or change.latest is None
            else f"<span>{timeline.day(change.earliest)}</span> and "
            f"<span>{timeline.day(change.latest)}</span>"
        )
        phrases = clean(listed(timeline.periods[number - 1].keywords[:4]))
        rows.append(
            f'<tr><td><a href="#p{number}">{timeline.day(change.date)}</a></td><td>{sure}</td>'
            f'<td>{between}</td><td dir="auto">{phrases}</td></tr>'
        )
    note = (
        f"A change has its date from the first post after it. It lies between the two dates with "
        f"a probability of {SHARE:.0%}, or with all the probability it has where that is less."
    )
    table = f"<table>{head}{''.join(rows)}</table>"
    return f'<h2>Changes</h2><div class="wide">{table}</div><p class="caption">{note}</p>'


def _events(timeline: Timeline, score: EventScore) -> str:
    known = known_length([event.date for event in score.events])
    rows = "".join(
        f"<tr><td>{event.date.isoformat()[:known]}</td><td>{clean(event.title)}</td>"
        f"<td>{'' if place is None else timeline.day(timeline.changes[place].date)}</td></tr>"
        for event, place in zip(score.events, score.nearest, strict=True)
    )
    said = (
        f"{score.n_hits} of {len(score.events)} events have a change within "
        f"{score.tolerance.total_seconds() / 86_400:g} days. As many changes at random places "
        f"would meet {score.by_chance:.1f} on average, and as many or more with a probability of "
        f"{score.p_value:.2g}. Changes without an event: {len(score.false_alarms):,}."
    )
    head = "<tr><th>Event</th><th></th><th>Nearest change</th></tr>"
    table = f'<table class="events-table">{head}{rows}</table>'
    return f'<h2>Events</h2><p>{said}</p><div class="wide">{table}</div>'


def _panel(timeline: Timeline, number: int) -> str:
    """The posts of a period, the most typical first."""
    period = timeline.periods[number - 1]
    typical = "".join(_post(timeline, unit) for unit in period.central)
    shown = _shown(period)
    rest = "".join(_post(timeline, unit) for unit in shown)
    left_out = period.n_posts - len(shown)
    more = f"<p class='caption'>{left_out:,} more are not shown.</p>" if left_out else ""
    title = clean(period.title) or "(no title)"
    return (
        f'<section class="panel" id="p{number}" style="--hue:{hue(number)}">'
        f'<h2 dir="auto"><span>{number}</span> {title}</h2><p class="meta">'
        f"{timeline.day(period.start)} to {timeline.day(period.end)}, "
        f'{counted(period.n_posts, "post")}</p><p class="phrases" dir="auto">'
        f"{clean(listed(period.keywords))}</p>"
        f"<h3>Most typical</h3><ol>{typical}</ol>"
        f"<h3>All posts</h3><ol>{rest}</ol>{more}</section>"
    )


def _shown(period: Period) -> list[int]:
    """Units of a period that the page holds: all, or evenly spaced ones."""
    step = max(1, -(-period.n_posts // MOST_POSTS))
    return list(range(period.start_unit, period.end_unit, step))


def _post(timeline: Timeline, unit: int) -> str:
    author = timeline.author(unit)
    by = f" {clean(author)}" if author else ""
    return (
        f'<li><span class="when">{timeline.day(timeline.dates[unit])}{by}</span> '
        f'<span dir="auto">{clean(timeline.posts[unit])}</span></li>'
    )
