"""The generated parts of the page about granularity.

In:  measured rows.
Out: the tables that stand on the page, by the name of their part.
"""

from collections.abc import Sequence

from embed_kcpd.evaluation.granularity_bench import Measured
from embed_kcpd.evaluation.granularity_table import SETS, errors_table, rules, surplus_line
from embed_kcpd.evaluation.long_texts import LongRow
from embed_kcpd.evaluation.shuffled import ShuffledRow


def tables(measured: Measured) -> dict[str, str]:
    """The table of each part that was measured."""
    found = {}
    if measured.errors:
        default = next(iter(rules(None)))
        lines = (errors_table(measured.errors), surplus_line(measured.errors, default))
        found["errors"] = "\n\n".join(lines)
    if measured.shuffled:
        found["shuffled"] = shuffled_table(measured.shuffled)
    if measured.long:
        found["long"] = long_table(measured.long)
    return found


def shuffled_table(rows: Sequence[ShuffledRow]) -> str:
    """Share of shuffled documents left uncut, in Markdown."""
    lines = [
        "| set | documents of 16 units or more | orders each | left uncut | mean boundaries |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append(
            f"| {SETS.get(row.set, row.set)} | {row.documents} | {row.draws} "
            f"| {row.uncut:.1f} % | {row.boundaries:.2f} |"
        )
    return "\n".join(lines)


def long_table(rows: Sequence[LongRow]) -> str:
    """Units per segment and times at growing length, in Markdown."""
    lines = [
        "| units | units per segment | one solve, s | default, s | ratio |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append(
            f"| {row.n_units:,} | {row.units_per_segment:.1f} | {row.one_solve_s:.3f} "
            f"| {row.default_s:.3f} | {row.ratio:.1f} |"
        )
    return "\n".join(lines)
