"""Which column of a table, or key of an object, holds the text, the time and the author.

In:  the first records of a file, and what a person said about its columns.
Out: the columns, and a note where they were guessed.

A column is known by its name.  Where no name is known, the text is the column with the longest
strings, and the time the first column that holds nothing but dates.  Where that one has days
alone, a column with the time of day belongs to it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from embed_kcpd.errors import InputError
from embed_kcpd.readers.dates import DateOrder, read_date
from embed_kcpd.readers.options import ReadOptions
from embed_kcpd.readers.streams.column_names import (
    AUTHOR_NAMES,
    CLOCK_NAMES,
    NAME_NAMES,
    TEXT_NAMES,
    TIME_NAMES,
    known_column,
)

Record = Mapping[str, object]

_CLOCK = re.compile(
    r"\s*\d{1,2}(?:[:.h][0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:\s*(?:[ap]\.?m\.?|uhr|h))?"
    r"|\s*(?:uhr|h))\s*",
    re.ASCII | re.IGNORECASE,
)
"""A time of day: 9:05, 21:05:30, 9:05 pm, 9.05 Uhr, 9h05, 9 Uhr."""


_TIME = re.compile(r"[0-9]+[.,:][0-9.,:]+")
"""Seconds, or the time of a clock; no name of a column looks so."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that are read; ``clock`` is the time of day where ``time`` is the day alone."""

    text: str
    time: str | None = None
    clock: str | None = None
    author: str | None = None
    name: str | None = None


def value_at(record: Record, column: str | None) -> object:
    """What the record holds there; dots lead into objects inside objects.

    >>> value_at({"user": {"name": "Ada"}, "a.b": 1}, "user.name"), value_at({"a.b": 1}, "a.b")
    ('Ada', 1)
    """
    if column is None:
        return None
    if column in record:
        return record[column]
    first, _, rest = column.partition(".")
    inner = record.get(first)
    return value_at(inner, rest) if rest and isinstance(inner, Mapping) else None


def chosen_columns(
    sample: Sequence[Record], options: ReadOptions, name: str
) -> tuple[Columns, tuple[str, ...]]:
    """The columns of a file, by its first records; ``name`` is for messages."""
    keys = list(dict.fromkeys(key for record in sample for key in record))
    shown = _listed(list(dict.fromkeys(key for record in sample for key in _paths(record))))
    for wanted in (options.text_column, options.time_column):
        if wanted is not None and all(value_at(record, wanted) is None for record in sample):
            raise InputError(f"{name} has no column {wanted!r}; its columns are: {shown}")
    time = options.time_column or _time(keys, sample)
    if options.time_column is None and time is not None and _is_date(time):
        raise InputError(
            f"{name} has no names of columns: {time!r} in its first line is a date, so that line "
            "is a post; put a line such as date,text before it"
        )
    _check_names(keys, options, name)
    text = options.text_column or _text([key for key in keys if key != time], sample)
    if text is None:
        raise InputError(
            f"{name} has no column that looks like a text; name it with --text-column, "
            f"one of: {shown}"
        )
    others = [key for key in keys if key not in (text, time)]
    clock = _clock(others, time, sample)
    author, own_name = (known_column(others, names) for names in (AUTHOR_NAMES, NAME_NAMES))
    columns = Columns(text, time, clock, author, own_name)
    return columns, (*_note(text, time, options), *_clock_note(columns))


def _check_names(keys: Sequence[str], options: ReadOptions, name: str) -> None:
    """Raise where the first line has times instead of names, as a transcript without names."""
    if options.text_column is not None or known_column(keys, TEXT_NAMES) is not None:
        return
    time = next((key for key in keys if _TIME.fullmatch(key.strip())), None)
    if time is not None:
        raise InputError(
            f"{name} has no names of columns: {time!r} in its first line is a number, so that "
            "line is a row; put a line such as start,end,text before it"
        )


def _clock_note(columns: Columns) -> tuple[str, ...]:
    if columns.clock is None:
        return ()
    return (f"the time of day is column {columns.clock!r}",)


def written_date(record: Record, columns: Columns) -> object:
    """The date of a record as it is written, with the time of day of another column.

    >>> written_date({"Datum": "5.3.24", "Zeit": "9:05"}, Columns("Text", "Datum", "Zeit"))
    '5.3.24 9:05'
    """
    day, clock = value_at(record, columns.time), value_at(record, columns.clock)
    if isinstance(day, str) and isinstance(clock, str) and clock.strip():
        joined = f"{day.strip()} {clock.strip()}"
        return joined if _is_date(joined) else day
    return day


def _clock(keys: Sequence[str], time: str | None, sample: Sequence[Record]) -> str | None:
    """The column with the time of day, where the dates are days alone."""
    clock = known_column(keys, CLOCK_NAMES) if time is not None else None
    if clock is None:
        return None
    days = [day for record in sample if (day := value_at(record, time)) not in (None, "")]
    hours = [hour for record in sample if (hour := record.get(clock)) not in (None, "")]
    read = sum(isinstance(hour, str) and _CLOCK.fullmatch(hour) is not None for hour in hours)
    return clock if hours and read >= len(hours) / 2 and all(map(_is_day, days)) else None


def _is_day(value: object) -> bool:
    """Whether a date names a day and no time of it."""
    if not isinstance(value, str) or ":" in value:
        return False
    return all(
        (moment.hour, moment.minute, moment.second) == (0, 0, 0)
        for order in DateOrder
        if (moment := read_date(value, order)) is not None
    )


def _note(text: str, time: str | None, options: ReadOptions) -> tuple[str, ...]:
    if time is None:
        return (
            f"the text is column {text!r}; no column holds dates, so the order of the file is kept "
            "(--text-column, --time-column choose others)",
        )
    guessed = {
        "--text-column": f"the text is column {text!r}" if options.text_column is None else "",
        "--time-column": f"the time is column {time!r}" if options.time_column is None else "",
    }
    said = [what for what in guessed.values() if what]
    flags = [flag for flag, what in guessed.items() if what]
    choose = "chooses another" if len(flags) == 1 else "choose others"
    return (f"{', '.join(said)} ({', '.join(flags)} {choose})",) if said else ()


def _time(keys: Sequence[str], sample: Sequence[Record]) -> str | None:
    """The best known name that holds dates, else the first column that holds only dates."""
    known: list[str] = []
    while (key := known_column([key for key in keys if key not in known], TIME_NAMES)) is not None:
        known.append(key)
    named = next((key for key in known if _share_of_dates(key, sample) >= 0.5), None)
    return named or next(
        (key for key in keys if key not in known and _share_of_dates(key, sample) == 1.0), None
    )


def _share_of_dates(key: str, sample: Sequence[Record]) -> float:
    values = [value for record in sample if (value := record.get(key)) not in (None, "")]
    return sum(map(_is_date, values)) / len(values) if values else 0.0


def _is_date(value: object) -> bool:
    return any(read_date(value, order) for order in DateOrder)


def _text(keys: Sequence[str], sample: Sequence[Record]) -> str | None:
    named = known_column([key for key in keys if _mean_length(key, sample)], TEXT_NAMES)
    if named is not None:
        return named
    longest = max(keys, key=lambda key: _mean_length(key, sample), default=None)
    return longest if longest is not None and _mean_length(longest, sample) else None


def _mean_length(key: str, sample: Sequence[Record]) -> float:
    strings = [value for record in sample if isinstance(value := record.get(key), str)]
    return sum(map(len, strings)) / max(1, len(strings))


def _paths(record: Record) -> Iterator[str]:
    """The keys of a record; those of an object inside it stand behind a dot."""
    for key, value in record.items():
        if isinstance(value, Mapping):
            yield from (f"{key}.{inner}" for inner in value)
        else:
            yield key


def _listed(keys: Sequence[str]) -> str:
    shown = ", ".join(repr(key[:40]) for key in keys[:12])
    return f"{shown}, ..." if len(keys) > 12 else shown or "none"
