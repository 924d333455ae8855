"""Transcripts that are tables: a row for what is said, with its start and its end or length.

In:  a table whose first line names these columns; times are seconds, thousandths of a second, or
     those of a clock, also with frames (``00:01:02:12``).
Out: a recording.

Whole numbers are thousandths of a second if the name of the column says so, or if speech would be
slower than a word in 20 seconds otherwise.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, Piece
from embed_kcpd.readers.json_values import LONGEST_RECORDING
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.columns import Record
from embed_kcpd.readers.streams.records import PlacedRecord
from embed_kcpd.readers.streams.tables import first_rows, likely_delimiter, table_rows
from embed_kcpd.readers.transcripts.clock import CLOCK, clock_seconds
from embed_kcpd.readers.transcripts.recording import recording
from embed_kcpd.readers.transcripts.timed_columns import TimedColumns, timed_columns
from embed_kcpd.text.places import Place, SourceSpan

NAME = "transcript-table"

_NUMBER = re.compile(r"-?[0-9]{1,12}(?:[.,][0-9]+)?(?= ?s?\Z)")
_FRAMES = re.compile(r"([0-9]{1,3})[:;]([0-5]?[0-9])[:;]([0-5]?[0-9])[:;][0-9]{2,3}")
_DATE = re.compile(r"[0-9]{4}|[0-9][./-][0-9]{1,2}[./-][0-9]")
_SLOWEST = 20.0
"""Seconds for a word; whoever seems slower is measured in thousandths."""

_LEAST_TIMES = 0.5
_LEAST_RISING = 0.9


def is_timed_table(source: Source) -> bool:
    """Columns of a transcript, times in them that rise, and no dates beside them."""
    delimiter = likely_delimiter(source)
    rows = first_rows(source, delimiter) if delimiter else []
    columns = timed_columns(rows[0], source.options.text_column) if rows else None
    if columns is None or source.options.time_column is not None:
        return False
    records = [dict(zip(rows[0], row, strict=False)) for row in rows[1:]]
    return _are_timed(records, columns) and not _are_dated(records, columns)


def read_timed_table(source: Source) -> Document:
    """Every row as a piece."""
    rows = list(table_rows(source, likely_delimiter(source) or ","))
    if not rows:
        return recording(source, NAME, ())
    columns = timed_columns(list(rows[0].record), source.options.text_column)
    if columns is None:
        named = ", ".join(repr(name[:40]) for name in list(rows[0].record)[:12])
        raise InputError(
            f"{source.name}: expected columns such as start, end and text, got {named}"
        )
    cues = [_cue(source, row, columns) for row in rows]
    starts = [_field(row.record, columns.start) for row in rows]
    notes = []
    if _in_thousandths(columns, starts, cues):
        cues = [_divided(cue) for cue in cues]
        notes = ["times are read as thousandths of a second"]
    if any(map(_FRAMES.fullmatch, starts)):
        notes.append("frames of times are left out: the file does not say how many a second has")
    return recording(source, NAME, cues, notes=notes)


def _field(record: Record, name: str | None) -> str:
    value = record.get(name) if name is not None else None
    return value.strip() if isinstance(value, str) else ""


def _time(value: str) -> float | None:
    """Seconds, or whatever else a number counts; ``None`` where this is no time.

    >>> _time("1.5"), _time("0:01:02,5"), _time("00;01;02;12"), _time("noon")
    (1.5, 62.5, 62.0, None)
    """
    number, frames = _NUMBER.match(value), _FRAMES.fullmatch(value)
    if number is not None:
        return float(number[0].replace(",", "."))
    if frames is not None:
        hours, minutes, seconds = map(int, frames.groups())
        return float(hours * 3600 + minutes * 60 + seconds)
    return clock_seconds(value) if re.fullmatch(CLOCK, value) else None


def _cue(source: Source, row: PlacedRecord, columns: TimedColumns) -> Piece:
    """What a row says, with times as it has them."""
    where = f"{source.name}, {row.where}"
    text = _field(row.record, columns.text)
    start = _written_time(row.record, columns.start, where)
    end = _written_time(row.record, columns.end, where)
    length = _written_time(row.record, columns.length, where)
    if start is not None and length is not None:
        end = start + length
    name = _field(row.record, columns.speaker)
    speaker = f"Speaker {name}" if name.isdecimal() else name or None
    return Piece(text, Place(_text_span(source, row.span, text), start, end, speaker=speaker))


def _written_time(record: Record, column: str | None, where: str) -> float | None:
    written = _field(record, column)
    time = _time(written)
    if written and (time is None or abs(time) > LONGEST_RECORDING):
        raise InputError(
            f"{where}: expected a time such as 62.5 or 0:01:02.5 in column {column!r}, "
            f"got {written[:40]!r}"
        )
    return time


def _text_span(source: Source, row: SourceSpan | None, text: str) -> SourceSpan | None:
    """Where the text stands in its row; the row where that is not certain."""
    if row is None or not text:
        return row
    written = source.text[row.start : row.end]
    if written.count(text) != 1:
        return row
    at = row.start + written.index(text)
    return SourceSpan(at, at + len(text))


def _in_thousandths(columns: TimedColumns, starts: Sequence[str], cues: Sequence[Piece]) -> bool:
    if any(":" in start or ";" in start for start in starts):
        return False
    if columns.in_thousandths is not None:
        return columns.in_thousandths
    if any("." in start or "," in start for start in starts):
        return False
    lasting = sum(cue.place.seconds for cue in cues)
    return lasting > _SLOWEST * sum(len(cue.text.split()) for cue in cues)


def _divided(cue: Piece) -> Piece:
    """The cue, its times in seconds."""
    start, end = cue.place.start_seconds, cue.place.end_seconds
    place = replace(
        cue.place,
        start_seconds=None if start is None else start / 1000,
        end_seconds=None if end is None else end / 1000,
    )
    return Piece(cue.text, place)


def _are_timed(records: Sequence[Record], columns: TimedColumns) -> bool:
    """Whether most starts are times, and most of these rise.

    An end that is as far from the start as the text is long counts characters, not seconds.
    """
    written = [each for record in records if (each := _field(record, columns.start))]
    times = [time for each in written if (time := _time(each)) is not None]
    if len(times) < _LEAST_TIMES * len(written) or not (times or not records):
        return False
    rising = sum(left <= right for left, right in pairwise(times))
    if rising < _LEAST_RISING * (len(times) - 1):
        return False
    return not records or not all(_counts_characters(record, columns) for record in records)


def _counts_characters(record: Record, columns: TimedColumns) -> bool:
    start, end = _field(record, columns.start), _field(record, columns.end)
    if not (start.isdecimal() and end.isdecimal()):
        return False
    return float(end) - float(start) == len(str(record.get(columns.text, "")))


def _are_dated(records: Sequence[Record], columns: TimedColumns) -> bool:
    """Whether another column holds dates, as in a calendar."""
    own = (columns.start, columns.end, columns.length, columns.text, columns.speaker)
    others = {name for record in records for name in record if name not in own}
    return any(
        records and all(_DATE.search(_field(record, name)) for record in records) for name in others
    )
