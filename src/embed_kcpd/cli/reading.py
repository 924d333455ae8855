"""Reading the file a command works on.

In:  a path, or ``-`` for standard input.
Out: the document in it; what a person should know about the reading goes to standard error.
"""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embed_kcpd.cli.options import ColumnOptions
    from embed_kcpd.readers.document import Document


def read_file(
    path: str, format_name: str | None, columns: "ColumnOptions | None" = None
) -> "Document":
    """The document; its notes are printed, one line each."""
    from embed_kcpd.readers import ReadOptions, read
    from embed_kcpd.readers.date_order import DateOrder

    options = ReadOptions()
    if columns is not None:
        order = None if columns.date_order is None else DateOrder(columns.date_order.value)
        options = ReadOptions(columns.text_column, columns.time_column, order)
    document = read(path, format_name, options)
    for note in document.notes:
        sys.stderr.write(f"{document.name}: {note}\n")
    return document
