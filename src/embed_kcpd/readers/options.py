"""What a person says about a file beside its name.

In:  what the file itself does not say.
Out: a frozen value that travels with the ``Source`` to the format that reads it.
"""

from dataclasses import dataclass, fields

from embed_kcpd.errors import OptionsError
from embed_kcpd.readers.date_order import DateOrder


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a file is to be understood; ``None`` leaves it to the reader.

    ``text_column`` and ``time_column`` are columns of a table, or keys of JSON objects, with
    dots for keys inside keys (``"user.name"``).  ``date_order`` says how 12/9 is read.
    """

    text_column: str | None = None
    time_column: str | None = None
    date_order: DateOrder | None = None

    def __post_init__(self) -> None:
        for name in ("text_column", "time_column"):
            if not isinstance(column := getattr(self, name), str | None):
                raise OptionsError(f"{name} must be the name of a column, got {column!r:.60}")
        if not isinstance(self.date_order, DateOrder | None):
            raise OptionsError(
                "date_order must be DateOrder.day_month or DateOrder.month_day, "
                f"got {self.date_order!r:.60}"
            )

    @property
    def given(self) -> tuple[str, ...]:
        """Names of the options that were given.

        >>> ReadOptions(time_column="when").given
        ('time_column',)
        """
        return tuple(each.name for each in fields(self) if getattr(self, each.name) is not None)


NO_OPTIONS = ReadOptions()
"""The file says everything itself."""

COLUMNS = ("text_column", "time_column", "date_order")
"""What can be said about a table."""

DATES = ("date_order",)
"""What can be said about a file whose dates stand in known places."""
