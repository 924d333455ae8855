"""Times of chapters in seconds and in words: written and read.

In:  seconds, or a duration as a person writes it.
Out: ``01:02:03.500``, or seconds.
"""

import re

from embed_kcpd.errors import OptionsError

_UNITS = {"": 1.0, "s": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_DURATION = re.compile(r"\s*([0-9]*\.?[0-9]+)\s*([a-z]*)\s*")


def exact_clock(seconds: float) -> str:
    """Two digits each for hours, minutes and seconds, and thousandths.

    >>> exact_clock(3723.4567)
    '01:02:03.457'
    """
    whole, thousandths = divmod(milliseconds(seconds), 1000)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02d}:{minutes:02d}:{rest:02d}.{thousandths:03d}"


def milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def duration_seconds(duration: str) -> float:
    """Seconds of a duration such as ``90``, ``90s``, ``5min``, ``1.5h`` or ``1h 30min``.

    >>> duration_seconds("5min"), duration_seconds("1h 30m"), duration_seconds("90")
    (300.0, 5400.0, 90.0)
    """
    parts = _DURATION.findall(duration.lower())
    written = "".join(number + unit for number, unit in parts)
    is_whole = written == "".join(duration.lower().split())
    if not parts or not is_whole or any(unit not in _UNITS for _, unit in parts):
        raise OptionsError(f"{duration!r} is no duration; write it like 90s, 5min or 1h")
    total = sum(float(number) * _UNITS[unit] for number, unit in parts)
    if not 0 < total < float("inf"):
        raise OptionsError(f"a duration must be longer than nothing, got {duration!r}")
    return total
