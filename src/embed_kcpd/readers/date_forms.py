"""One date in any written form, read without guessing.

In:  a string or number of a file, and whether 12/9 is the 12th of September.
Out: a ``datetime``, with a zone where one is written; ``None`` for what is no date.

Read are ISO 8601 with and without separators, its weeks (2024-W07), seconds to nanoseconds since
1970, mail and Unix dates, numbers with ``/``, ``.`` or ``-`` and names of months in languages of
Europe (``date_names.py``), each with or without a clock of 12 or 24 hours and a zone.  A year,
quarter (Q1 2024), month or week (KW 7/2024) alone is its first day.
"""

import math
import re
from datetime import date as calendar_date
from datetime import datetime, timedelta, timezone
from functools import lru_cache

from embed_kcpd.readers.date_names import DAYS, MONTHS, without_accents
from embed_kcpd.readers.date_order import DateOrder

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
LONGEST_DATE = 100
"""Characters; what is longer is no date."""
LAST_YEAR_OF_2000S = 68
"""Years of two digits up to this one are in the 2000s, as POSIX has it."""

_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?"
    r"(Z|[+-]\d\d(?::?\d\d)?)?)?",
    re.ASCII,
)
_COMPACT = re.compile(
    r"(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)(?:[.,](\d{1,12}))?(Z|[+-]\d\d(?::?\d\d)?)?)?",
    re.ASCII,
)
_NUMBER = re.compile(r"-?\d{9,19}(?:\.\d+)?", re.ASCII)
_CLOCK = re.compile(
    r"(?:(?<=\d)T|(?<![\d:]))(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?(?!\d)"
    r"(?:\s?([ap])\.?\s?m\b\.?)?"
    r"(?:\s?(?P<zone>[a-z]{1,5}(?![a-z]))?\s?(?P<offset>[+-]\d\d?(?::?\d\d)?(?!\d))?)?",
    re.ASCII | re.IGNORECASE,
)
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?", re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d\d)", re.ASCII)
_TWO_NUMBERS = re.compile(r"(?<![\d:])\d{1,2}([-/.])\s?\d{1,2}\1", re.ASCII)
_WEEK = re.compile(r"(\d{4})-?w(\d\d)(?:-?(\d))?", re.ASCII)
_NAMED_WEEK = r"(?:calendar week|kalenderwoche|semaine|semana|week|woche|kw|cw|wk|w)"
_WEEK_YEAR = re.compile(rf"{_NAMED_WEEK}\.? ?(\d\d?)(?: ?/ ?|, ?| |-)(\d{{4}})", re.ASCII)
_YEAR_WEEK = re.compile(rf"(\d{{4}})(?: ?/ ?|, ?| |-){_NAMED_WEEK}\.? ?(\d\d?)", re.ASCII)
_QUARTER_YEAR = re.compile(
    r"(?:q\.? ?([1-4])|([1-4])(?:st|nd|rd|th|er|e|[.oº°])? ?(?:quarter|quartal|trimestre|q))"
    r"(?: ?/ ?|, ?| |-)?(\d{4})",
    re.ASCII,
)
_YEAR_QUARTER = re.compile(r"(\d{4})(?: ?/ ?|, ?| |-)?q([1-4])", re.ASCII)
_OF = r"(?:del? |d['’])?"
_MONTH = r"([^\W\d_]{2,})\.?"
_DAY_NAME = re.compile(
    r"(?:(?:den|el|il|le) )?([0-9]{1,2})(?:st|nd|rd|th|er|[eoºª°.])?[ -]?"
    rf"{_OF}{_MONTH},?[ -]?{_OF}([0-9]{{4}}|[0-9][0-9])(?: ?(?:г|р|r|года|року)\.?)?"
)
_NAME_DAY = re.compile(rf"{_MONTH} ([0-9]{{1,2}})(?:st|nd|rd|th)?,? ([0-9]{{4}})")
_NAME = re.compile(rf"{_MONTH},? {_OF}([0-9]{{4}})")
_YEAR = re.compile(r"\d{4}", re.ASCII)
_WEEKDAY = re.compile(r"\b(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?\b[.,]?")
_COMMENT = re.compile(r"\([^()]*\)|\[[A-Za-z_/+-]+\]")
_SPACES = re.compile(r"\s+")
_DOTTED_CLOCK = re.compile(
    r"((?:\d\d|kl\.?|klo|um|ore),? )(\d\d?)\.(\d\d)(?:\.(\d\d))?(?![\d.])", re.IGNORECASE
)
_NAMED_HOUR = re.compile(r"(?<![\d.:])(\d\d?) ?(?:h ?(\d\d)\b|(?:h|uhr)\b)", re.IGNORECASE)
_BEFORE_CLOCK = re.compile(r" (?:at|um|a|as|a las|alle|(?:alle )?ore|om|klo|kl\.?|o|в|о)$")

_ZONES = {"z": 0, "ut": 0, "utc": 0, "gmt": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5}
_ZONES |= {"mst": -7, "mdt": -6, "pst": -8, "pdt": -7, "cet": 1, "cest": 2, "eet": 2, "eest": 3}
"""Hours of zones with one meaning in mails; of any other name no zone is known."""


def read_date(value: object, order: DateOrder = DateOrder.day_month) -> datetime | None:
    """The date that ``value`` is, or ``None``.

    >>> read_date("2026-11-16T10:00:00Z"), read_date("12/9/26", DateOrder.month_day)
    (datetime.datetime(2026, 11, 16, 10, 0, tzinfo=datetime.timezone.utc), \
datetime.datetime(2026, 12, 9, 0, 0))
    >>> read_date(1_700_000_000_000)
    datetime.datetime(2023, 11, 14, 22, 13, 20, tzinfo=datetime.timezone.utc)
    >>> read_date("13/13/2026"), read_date("soon")
    (None, None)
    """
    if isinstance(value, datetime):
        return _sane(value)
    if isinstance(value, calendar_date):
        return _sane(datetime(value.year, value.month, value.day))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = value if isinstance(value, str) else _digits(value)
    if len(text) > LONGEST_DATE:
        return None
    text = text.strip()
    for form in (_ISO, _COMPACT):
        match = form.fullmatch(text)
        if match is not None:
            date = _written(match.groups()[:3], match.groups()[3:7], match[8])
            if date is not None or form is _ISO:
                return date
    return _since_epoch(text) if _NUMBER.fullmatch(text) else _spelled(text, order)


def day_and_month(value: object) -> tuple[int, int] | None:
    """The two numbers of a date such as 12/9/2026 that could be read in both orders."""
    # Most dates are of another form, which one search tells.
    if not isinstance(value, str) or len(value) > LONGEST_DATE or not _TWO_NUMBERS.search(value):
        return None
    match = _YEAR_LAST.fullmatch(_without_clock(value)[0])
    return (int(match[1]), int(match[3])) if match else None


def _digits(number: float) -> str:
    """A number of a JSON file as it would be written without an exponent."""
    if isinstance(number, int):
        # A number of very many digits is no date, and Python refuses to write it.
        return str(number) if number.bit_length() <= 64 else ""
    if not math.isfinite(number) or abs(number) >= 1e19:
        return ""
    return f"{number:.6f}".rstrip("0").rstrip(".")


def _since_epoch(text: str) -> datetime | None:
    """Seconds, milliseconds, microseconds or nanoseconds, told apart by the number of digits."""
    whole, _, fraction = text.partition(".")
    n_digits = len(whole.lstrip("-"))
    power = next(p for p, most in ((6, 11), (3, 14), (0, 17), (-3, 19)) if n_digits <= most)
    exact = int(whole) * 10**6 + int(f"{whole[:1] if whole[0] == '-' else ''}{fraction:0<6.6}")
    try:
        return _sane(EPOCH + timedelta(microseconds=exact * 10 ** (power + 3) // 10**9))
    except OverflowError:
        return None


def _spelled(text: str, order: DateOrder) -> datetime | None:
    day, clock = _without_clock(text)
    numbers = _day(day, order)
    if numbers is None:
        return None
    if clock is None:
        return _written(numbers, ("0",) * 4, None)
    zone = clock["offset"] or ""
    name = (clock["zone"] or "").lower()
    if not zone and name in _ZONES:
        zone = f"{_ZONES[name]:+03d}"
    return _written(numbers, clock.groups()[:4], zone or None, clock[5])


def _without_clock(text: str) -> tuple[str, re.Match[str] | None]:
    """What is left of a date without clock, zone, weekday and comments; and the clock."""
    plain = _SPACES.sub(" ", _COMMENT.sub(" ", text))
    clock = _CLOCK.search(plain)
    if clock is None:
        plain = _with_colons(plain)
        clock = _CLOCK.search(plain)
    if clock is not None:
        plain = f"{plain[: clock.start()]} {plain[clock.end() :]}"
    plain = _WEEKDAY.sub(" ", without_accents(plain))
    plain = _BEFORE_CLOCK.sub("", _SPACES.sub(" ", plain).strip(" ,[]")).rstrip(" ,")
    return _without_weekday(plain), clock


def _with_colons(text: str) -> str:
    """Clocks such as 20.49, 20h49 and 20 Uhr with the colon that others have."""
    dotted = _DOTTED_CLOCK.sub(lambda m: f"{m[1]}{m[2]}:{m[3]}:{m[4] or '00'}", text)
    return _NAMED_HOUR.sub(lambda m: f"{m[1]}:{m[2] or '00'}", dotted)


def _without_weekday(text: str) -> str:
    """The text without the name of a day before or behind it; "mar 5, 2026" names a month."""
    first, _, after = text.partition(" ")
    is_day = first.rstrip(".,") in DAYS and not _YEAR.fullmatch(after)
    if is_day and not _NAME_DAY.fullmatch(text):
        return after
    before, _, last = text.rpartition(" ")
    return before.rstrip(",") if last in DAYS else text


def _day(text: str, order: DateOrder) -> tuple[str, str, str] | None:
    """Year, month and day as digits."""
    if match := _YEAR_FIRST.fullmatch(text):
        return match[1], match[2], match[3] or "1"
    if match := _YEAR_LAST.fullmatch(text):
        first, second = match[1], match[3]
        day, month = (first, second) if order is DateOrder.day_month else (second, first)
        return match[4], month, day
    if match := _WEEK.fullmatch(text):
        return _week(*(int(number or 1) for number in match.groups()))
    if _YEAR.fullmatch(text):
        return text, "1", "1"
    return _named_day(text) or _week_or_quarter(text)


def _week_or_quarter(text: str) -> tuple[str, str, str] | None:
    """The first day of a week or quarter with a name, such as "kw 7/2024" or "q1 2024"."""
    if match := _WEEK_YEAR.fullmatch(text):
        return _week(int(match[2]), int(match[1]), 1)
    if match := _YEAR_WEEK.fullmatch(text):
        return _week(int(match[1]), int(match[2]), 1)
    if match := _QUARTER_YEAR.fullmatch(text):
        return match[3], str(3 * int(match[1] or match[2]) - 2), "1"
    if match := _YEAR_QUARTER.fullmatch(text):
        return match[1], str(3 * int(match[2]) - 2), "1"
    return None


def _named_day(text: str) -> tuple[str, str, str] | None:
    """The same of a date with the name of a month."""
    if (match := _DAY_NAME.fullmatch(text)) and match[2] in MONTHS:
        return match[3], str(MONTHS[match[2]]), match[1]
    if (match := _NAME_DAY.fullmatch(text)) and match[1] in MONTHS:
        return match[3], str(MONTHS[match[1]]), match[2]
    if (match := _NAME.fullmatch(text)) and match[1] in MONTHS:
        return match[2], str(MONTHS[match[1]]), "1"
    return None


def _week(year: int, week: int, weekday: int) -> tuple[str, str, str] | None:
    """The day of an ISO week, which begins with its Monday."""
    try:
        day = calendar_date.fromisocalendar(year, week, weekday)
    except ValueError:
        return None
    return f"{day.year:04}", str(day.month), str(day.day)


def _written(
    day: tuple[str | None, ...],
    clock: tuple[str | None, ...],
    zone: str | None,
    half: str | None = None,
) -> datetime | None:
    """The moment of these digits; ``None`` where there is no such day or hour."""
    year, month, date = (int(number or 0) for number in day)
    hour, minute, second, fraction = clock
    if len(day[0] or "") == 2:
        year += 2000 if year <= LAST_YEAR_OF_2000S else 1900
    hours, minutes, seconds = _hour(int(hour or 0), half), int(minute or 0), int(second or 0)
    # A leap second is the last one of its minute; 24:00 is the start of the next day.
    seconds = 59 if seconds == 60 else seconds
    is_midnight = (hours, minutes, seconds) == (24, 0, 0)
    try:
        moment = datetime(
            year,
            month,
            date,
            0 if is_midnight else hours,
            minutes,
            seconds,
            int(f"{fraction:0<6.6}") if fraction else 0,
            _zone(zone) if zone else None,
        )
        return _sane(moment + timedelta(days=1) if is_midnight else moment)
    except (ValueError, OverflowError):
        return None


def _hour(hour: int, half: str | None) -> int:
    """The hour of 24; ``half`` is the letter before "m" of a 12-hour clock."""
    if half is None or hour > 12:
        return hour
    return hour % 12 + (12 if half.lower() == "p" else 0)


@lru_cache(maxsize=256)
def _zone(text: str) -> timezone:
    if text == "Z":
        return timezone.utc
    digits = text[1:].replace(":", "")
    hours, minutes = (int(digits[:-2]), int(digits[-2:])) if len(digits) > 2 else (int(digits), 0)
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if text[0] == "-" else offset)


def _sane(moment: datetime) -> datetime | None:
    """Nothing of the first and last year: their moments cannot be moved to another zone."""
    return moment if 1 < moment.year < 9999 else None
