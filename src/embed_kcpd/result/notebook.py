"""A small table of segments, which a notebook shows for a result.

In:  segments, and how sure each boundary between them is.
Out: HTML without scripts or styles of its own beyond the table.
"""

from collections.abc import Sequence
from html import escape

from embed_kcpd.result.segment import Segment

ROWS_SHOWN = 50
"""Segments listed; a longer table says how many more there are."""

BEGINNING = 80
"""Characters of each segment that are shown."""


def notebook_table(segments: Sequence[Segment], certainties: Sequence[str], n_units: int) -> str:
    """One row for each segment: its number, units, title, certainty and first words."""
    words = ["", *certainties]
    words += [""] * (len(segments) - len(words))
    rows = [
        _row(number, segment, word)
        for number, (segment, word) in enumerate(zip(segments, words, strict=False), 1)
    ]
    more = len(segments) - ROWS_SHOWN
    if more > 0:
        rows[ROWS_SHOWN:] = [f"<tr><td colspan=5>… {more:,} more</td></tr>"]
    head = "<tr><th></th><th>units</th><th>title</th><th>boundary</th><th>begins</th></tr>"
    caption = f"<caption>{len(segments):,} segments of {n_units:,} units</caption>"
    return f"<table>{caption}{head}{''.join(rows)}</table>"


def _row(number: int, segment: Segment, certainty: str) -> str:
    beginning = " ".join(segment.text[: 2 * BEGINNING].split())[:BEGINNING]
    cells = (
        str(number),
        f"{segment.start_unit}–{segment.end_unit - 1}",
        segment.title,
        certainty,
        beginning,
    )
    return f"<tr>{''.join(f'<td>{_safe(cell)}</td>' for cell in cells)}</tr>"


def _safe(text: str) -> str:
    """Text that is safe in HTML; half of a surrogate pair becomes a question mark."""
    return escape(text.encode("utf-8", "replace").decode("utf-8"))
