"""Which column of a table, or key of an object, holds the text, the time and the author.

In:  the first records of a file, and what a person said about its columns.
Out: the columns, and a note where they were guessed.

A column is known by its name.  Where no name is known, the text is the column with the longest
strings, and the time the first column that holds nothing but dates.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from embed_kcpd.errors import InputError
from embed_kcpd.readers.dates import DateOrder, read_date
from embed_kcpd.readers.options import ReadOptions
from embed_kcpd.readers.streams.column_names import (
    AUTHOR_NAMES,
    NAME_NAMES,
    TEXT_NAMES,
    TIME_NAMES,
    known_column,
)

Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that are read."""

    text: str
    time: str | None = None
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
    text = options.text_column or _text([key for key in keys if key != time], sample)
    if text is None:
        raise InputError(
            f"{name} has no column that looks like a text; name it with --text-column, "
            f"one of: {shown}"
        )
    others = [key for key in keys if key not in (text, time)]
    author, own_name = (known_column(others, names) for names in (AUTHOR_NAMES, NAME_NAMES))
    return Columns(text, time, author, own_name), _note(text, time, options)


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
