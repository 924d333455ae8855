"""Whether the day or the month stands first in a date of numbers.

In:  nothing.
Out: the two orders; what a person may say about a file (``ReadOptions``).
"""

from enum import Enum


class DateOrder(Enum):
    """How a date such as 12/9/2026 is read."""

    day_month = "day-month"
    month_day = "month-day"
