"""Times of a clock: hours, minutes, seconds.

In:  a time as transcripts write it: ``1:02:03.5``, ``00:12``, ``-00:00:05,250``.
Out: seconds.
"""

import re

CLOCK = r"[-\u2212]?(?:[0-9]{1,6}:)?[0-9]{1,3}:[0-5]?[0-9](?:[.,][0-9]{1,9})?"
"""A time as a regular expression without groups."""

_PARTS = re.compile(r"([-\u2212]?)(?:(\d+):)?(\d+):(\d+)(?:[.,](\d+))?")


def clock_seconds(time: str) -> float:
    """The seconds of a time that matches ``CLOCK``.

    >>> clock_seconds("1:02:03.5"), clock_seconds("-00:05,25"), clock_seconds("26:00:00")
    (3723.5, -5.25, 93600.0)
    """
    parts = _PARTS.fullmatch(time)
    if parts is None:
        raise ValueError(f"{time!r} is no time of a clock")
    sign, hours, minutes, seconds, fraction = parts.groups(default="0")
    total = int(hours) * 3600 + int(minutes) * 60 + float(f"{int(seconds)}.{fraction}")
    return -total if sign in ("-", "\u2212") else total
