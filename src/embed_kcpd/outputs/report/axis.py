"""Round times and dates for the labels of an axis.

In:  the length of a recording, or the first and last date.
Out: seconds, or dates with their labels.
"""

from datetime import datetime, timedelta

STEPS = (10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400)
"""Seconds between two marks of time; the first with at most ``MOST_MARKS`` of them is used."""

MOST_MARKS = 10
"""Marks of time on one axis."""

MOST_TICKS = 12
"""Dates on one axis."""

_YEARS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MONTHS = (1, 2, 3, 6)
_DAYS = (1, 2, 5, 10, 15)


def time_marks(end: float) -> list[int]:
    """Round times from zero to the end of the recording, not too many.

    >>> time_marks(1800.0)
    [0, 300, 600, 900, 1200, 1500]
    """
    step = next((each for each in STEPS if end / each <= MOST_MARKS), None)
    step = step or round(end / MOST_MARKS / 3600 + 0.5) * 3600
    # A mark at the very end would stand outside the page.
    return list(range(0, max(1, int(end - step / 4)), step))


def date_ticks(first: datetime, last: datetime) -> list[tuple[datetime, str]]:
    """Starts of years, months or days between two dates, at most ``MOST_TICKS`` of them.

    >>> [label for _, label in date_ticks(datetime(2020, 1, 1), datetime(2021, 4, 1))]
    ['2020-01', '2020-03', '2020-05', '2020-07', '2020-09', '2020-11', '2021-01', '2021-03']
    """
    zone = first.tzinfo
    for step in _MONTHS:
        months = _months(first, last, step)
        if len(months) <= MOST_TICKS and len(months) > 2:
            return [(datetime(y, m, 1, tzinfo=zone), f"{y:04d}-{m:02d}") for y, m in months]
    for step in _YEARS:
        years = [y for y in range(first.year, last.year + 1) if y % step == 0]
        years = [y for y in years if first <= datetime(y, 1, 1, tzinfo=zone) <= last]
        if 2 <= len(years) <= MOST_TICKS:
            return [(datetime(y, 1, 1, tzinfo=zone), f"{y:04d}") for y in years]
    return _day_ticks(first, last)


def _months(first: datetime, last: datetime, step: int) -> list[tuple[int, int]]:
    """Years and months whose first day lies between the dates."""
    start, end = first.year * 12 + first.month - 1, last.year * 12 + last.month - 1
    if end - start > 12 * MOST_TICKS:
        return []
    numbers = [n for n in range(start, end + 1) if n % step == 0]
    pairs = [(n // 12, n % 12 + 1) for n in numbers]
    return [(y, m) for y, m in pairs if first <= datetime(y, m, 1, tzinfo=first.tzinfo) <= last]


def _day_ticks(first: datetime, last: datetime) -> list[tuple[datetime, str]]:
    midnight = first.replace(hour=0, minute=0, second=0, microsecond=0)
    for step in _DAYS:
        days = [midnight + timedelta(days=n) for n in range(0, (last - first).days + 2, step)]
        days = [day for day in days if first <= day <= last]
        if 2 <= len(days) <= MOST_TICKS:
            return [(day, day.date().isoformat()) for day in days]
    return [(first, first.isoformat(" ", "minutes")[:16])]
