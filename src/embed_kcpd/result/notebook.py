"""A small table of segments, which a notebook shows for a result.

In:  segments, and the probability of each boundary between them.
Out: HTML without scripts or styles of its own beyond the table.
"""

from collections.abc import Sequence
from html import escape

from embed_kcpd.result.segment import Segment

ROWS_SHOWN = 50
"""Segments listed; a longer table says how many more there are."""

BEGINNING = 80
"""Characters of each segment that are shown."""


def notebook_table(
    segments: Sequence[Segment], probabilities: Sequence[float], n_units: int
) -> str:
    """One row for each segment: its number, units, title, certainty and first words."""
    chances = ["", *(f"{chance:.0%}" for chance in probabilities)]
    chances += [""] * (len(segments) - len(chances))
    rows = [
        _row(number, segment, chance)
        for number, (segment, chance) in enumerate(zip(segments, chances, strict=False), 1)
    ]
    more = len(segments) - ROWS_SHOWN
    if more > 0:
        rows[ROWS_SHOWN:] = [f"<tr><td colspan=5>… {more:,} more</td></tr>"]
    head = "<tr><th></th><th>units</th><th>title</th><th>boundary</th><th>begins</th></tr>"
    caption = f"<caption>{len(segments):,} segments of {n_units:,} units</caption>"
    return f"<table>{caption}{head}{''.join(rows)}</table>"


def _row(number: int, segment: Segment, chance: str) -> str:
    beginning = " ".join(segment.text[: 2 * BEGINNING].split())[:BEGINNING]
    cells = (
        str(number),
        f"{segment.start_unit}–{segment.end_unit - 1}",
        segment.title,
        chance,
        beginning,
    )
    return f"<tr>{''.join(f'<td>{_safe(cell)}</td>' for cell in cells)}</tr>"


def _safe(text: str) -> str:
    """Text that is safe in HTML; half of a surrogate pair becomes a question mark."""
    return escape(text.encode("utf-8", "replace").decode("utf-8"))
