"""The dates of a whole file: one reading of 12/9 for all of them, and one clock to compare by.

In:  every date of a file as it is written there.
Out: the moments, ``None`` for what is no date, and notes on what had to be decided.

A date that can be read in one way only decides for all.  Where there is none, the reading in
which the dates run one way through the file is taken; where both or neither do, a dot or a
hyphen between the numbers and a clock of 24 hours speak for the day first.  The note says so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from itertools import pairwise

from embed_kcpd.readers.date_forms import day_and_month, read_date
from embed_kcpd.readers.date_order import DateOrder

__all__ = ["DateOrder", "DatesRead", "read_date", "read_dates"]


@dataclass(frozen=True, slots=True)
class DatesRead:
    """Dates of one file, comparable with each other, and what was decided about them."""

    dates: tuple[datetime | None, ...]
    notes: tuple[str, ...] = ()


def read_dates(values: Sequence[object], order: DateOrder | None = None) -> DatesRead:
    """All dates of a file; ``order`` says how 12/9 is read where somebody knows it.

    >>> read_dates(["12/9/20", "13/9/20"])
    DatesRead(dates=(datetime.datetime(2020, 9, 12, 0, 0), datetime.datetime(2020, 9, 13, 0, 0)), \
notes=('dates such as 12/9/20 are read as day/month: 13/9/20 can be read in no other way',))
    """
    notes: tuple[str, ...] = ()
    if order is None:
        order, notes = _decided(values)
    dates, more = _on_one_clock([read_date(value, order) for value in values])
    return DatesRead(tuple(dates), notes + more)


def _decided(values: Sequence[object]) -> tuple[DateOrder, tuple[str, ...]]:
    """How the file's dates are read, and why."""
    pairs = [(value, pair) for value in values if (pair := day_and_month(value)) is not None]
    if not pairs:
        return DateOrder.day_month, ()
    day_first = [value for value, (first, second) in pairs if first > 12 >= second]
    month_first = [value for value, (first, second) in pairs if second > 12 >= first]
    order = DateOrder.month_day if len(month_first) > len(day_first) else DateOrder.day_month
    if day_first or month_first:
        certain = day_first if order is DateOrder.day_month else month_first
        reason = f": {certain[0]} can be read in no other way"
        contrary = min(len(day_first), len(month_first))
        if contrary:
            reason += f"; {contrary:,} that cannot be read so are left without a date"
    else:
        order, reason = _undecided([value for value, _ in pairs])
    return order, (f"dates such as {pairs[0][0]} are read as {_shown(order)}{reason}",)


def _undecided(values: Sequence[object]) -> tuple[DateOrder, str]:
    """The order of dates that could all be read both ways."""
    running = [order for order in DateOrder if _runs_one_way(values, order)]
    if len(running) == 1:
        return running[0], ": only so do they follow each other in the file"
    first = str(values[0])
    is_american = "/" in first and first.rstrip(". ").lower().endswith("m")
    order = DateOrder.month_day if is_american else DateOrder.day_month
    other = next(each for each in DateOrder if each is not order)
    return order, f", but {_shown(other)} is possible too; --date-order {other.value} reads them so"


def _runs_one_way(values: Iterable[object], order: DateOrder) -> bool:
    """Whether the dates never fall, or never rise."""
    dates = [date.replace(tzinfo=None) for v in values if (date := read_date(v, order)) is not None]
    steps = [(later > earlier) - (later < earlier) for earlier, later in pairwise(dates)]
    return not (1 in steps and -1 in steps)


def _shown(order: DateOrder) -> str:
    return order.value.replace("-", "/")


def _on_one_clock(
    dates: list[datetime | None],
) -> tuple[list[datetime | None], tuple[str, ...]]:
    """Where some dates have a zone and others none, those are taken as UTC."""
    zoned = sum(date is not None and date.tzinfo is not None for date in dates)
    known = sum(date is not None for date in dates)
    if zoned in (0, known):
        return dates, ()
    note = f"{known - zoned:,} of {known:,} dates name no time zone and are taken as UTC"
    utc = timezone.utc
    return [date if date is None or date.tzinfo else date.replace(tzinfo=utc) for date in dates], (
        note,
    )
