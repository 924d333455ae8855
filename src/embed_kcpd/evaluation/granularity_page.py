"""The generated parts of the page about granularity.

In:  measured rows.
Out: the tables that stand on the page, by the name of their part.
"""

from collections.abc import Sequence

from embed_kcpd.evaluation.granularity_bench import Measured
from embed_kcpd.evaluation.granularity_table import SETS, errors_table, rules, surplus_line
from embed_kcpd.evaluation.long_texts import LongRow
from embed_kcpd.evaluation.page_parts import markdown_table
from embed_kcpd.evaluation.shuffled import ShuffledRow


def tables(measured: Measured) -> dict[str, str]:
    """The table of each part that was measured."""
    parts = {}
    if measured.errors:
        default = next(iter(rules(None)))
        lines = (errors_table(measured.errors), surplus_line(measured.errors, default))
        parts["errors"] = "\n\n".join(lines)
    if measured.shuffled:
        parts["shuffled"] = shuffled_table(measured.shuffled)
    if measured.long:
        parts["long"] = long_table(measured.long)
    return parts


def shuffled_table(rows: Sequence[ShuffledRow]) -> str:
    """Share of shuffled documents left uncut, in Markdown."""
    heads = ("set", "documents of 16 units or more", "orders each", "left uncut", "mean boundaries")
    cells = [
        (
            SETS.get(row.set, row.set),
            str(row.documents),
            str(row.draws),
            f"{row.uncut:.1f} %",
            f"{row.boundaries:.2f}",
        )
        for row in rows
    ]
    return markdown_table(heads, cells)


def long_table(rows: Sequence[LongRow]) -> str:
    """Units per segment and times at growing length, in Markdown."""
    heads = ("units", "units per segment", "one solve, s", "default, s", "ratio")
    cells = [
        (
            f"{row.n_units:,}",
            f"{row.units_per_segment:.1f}",
            f"{row.one_solve_s:.3f}",
            f"{row.default_s:.3f}",
            f"{row.ratio:.1f}",
        )
        for row in rows
    ]
    return markdown_table(heads, cells)
