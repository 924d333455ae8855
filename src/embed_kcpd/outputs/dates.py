"""How much of its dates a stream knows: years, months or days.

In:  dates.
Out: characters of ISO 8601 that say what is known.

A year that is read as a date is its first of January, a month its first day.
"""

from collections.abc import Sequence
from datetime import datetime

YEAR, MONTH, DAY = 4, 7, 10


def known_length(dates: Sequence[datetime]) -> int:
    """Characters of a date that say something.

    >>> known_length([datetime(1914, 1, 1), datetime(1918, 1, 1)])
    4
    >>> known_length([datetime(1914, 1, 1), datetime(1914, 8, 1)])
    7
    >>> known_length([datetime(1914, 1, 1)]), known_length([datetime(1914, 7, 28)])
    (10, 10)
    """
    # One day alone may well be the first of a month.
    is_one_day = len(set(dates)) < 2
    has_days = any(date.day != 1 or has_time(date) for date in dates)
    if is_one_day or has_days:
        return DAY
    return MONTH if any(date.month != 1 for date in dates) else YEAR


def has_time(date: datetime) -> bool:
    """Whether a date has a time of day other than midnight."""
    return (date.hour, date.minute, date.second) != (0, 0, 0)
