"""A timeline as plain values: JSON, and lines for a pipe or a terminal.

In:  a timeline, and the score of known events where there is one.
Out: dictionaries and lists, the JSON of them, tab-separated lines.
     ``docs/reference/timeline.schema.json`` describes the JSON.
"""

from datetime import datetime

from embed_kcpd.outputs.json_output import explanation_values, indented
from embed_kcpd.outputs.lines import on_one_line
from embed_kcpd.text.listing import listed
from embed_kcpd.timeline.events import EventScore
from embed_kcpd.timeline.timeline import SHARE, Change, Period, Timeline

SCHEMA = {"name": "embed-kcpd/timeline", "version": "1.0"}
"""The second number grows with every key that is added, the first when one changes."""


def as_values(timeline: Timeline, score: EventScore | None = None) -> dict[str, object]:
    """The timeline in dictionaries, lists, strings and numbers; dates are ISO 8601."""
    return {
        "schema": SCHEMA,
        "name": timeline.name,
        "n_posts": len(timeline.dates),
        "periods": [_period_values(timeline, period) for period in timeline.periods],
        "changes": [_change_values(change) for change in timeline.changes],
        "events": None if score is None else _score_values(timeline, score),
        "explanation": explanation_values(timeline.result.explain()),
        "provenance": dict(timeline.result.provenance),
    }


def as_json(timeline: Timeline, score: EventScore | None = None) -> str:
    """The timeline as indented JSON, one line break at its end."""
    return indented(as_values(timeline, score))


def as_lines(timeline: Timeline) -> str:
    """One line for each period: first and last date, posts, certainty of its start, phrases."""
    sure = {change.unit: change.certainty or "" for change in timeline.changes}
    return "".join(
        "\t".join(
            (
                timeline.day(period.start),
                timeline.day(period.end),
                str(period.n_posts),
                sure.get(period.start_unit, ""),
                on_one_line(listed(period.keywords) or period.title),
            )
        )
        + "\n"
        for period in timeline.periods
    )


def _period_values(timeline: Timeline, period: Period) -> dict[str, object]:
    return {
        "start_unit": period.start_unit,
        "end_unit": period.end_unit,
        "start_date": period.start.isoformat(),
        "end_date": period.end.isoformat(),
        "n_posts": period.n_posts,
        "title": period.title,
        "keywords": list(period.keywords),
        "central_posts": [
            {
                "unit": unit,
                "date": timeline.dates[unit].isoformat(),
                "author": timeline.author(unit),
                "text": timeline.posts[unit],
            }
            for unit in period.central
        ],
    }


def _change_values(change: Change) -> dict[str, object]:
    return {
        "unit": change.unit,
        "date": change.date.isoformat(),
        "probability": change.probability,
        "certainty": change.certainty,
        "earliest": _iso(change.earliest),
        "latest": _iso(change.latest),
        "interval_probability": None if change.probability is None else SHARE,
    }


def _score_values(timeline: Timeline, score: EventScore) -> dict[str, object]:
    return {
        "tolerance_days": score.tolerance.total_seconds() / 86_400,
        "n_hits": score.n_hits,
        "n_false_alarms": len(score.false_alarms),
        "by_chance": score.by_chance,
        "p_value": score.p_value,
        "events": [
            {
                "date": event.date.isoformat(),
                "title": event.title,
                "change_date": _iso(None if place is None else timeline.changes[place].date),
            }
            for event, place in zip(score.events, score.nearest, strict=True)
        ],
        "false_alarms": [timeline.changes[place].date.isoformat() for place in score.false_alarms],
    }


def _iso(date: datetime | None) -> str | None:
    return None if date is None else date.isoformat()
