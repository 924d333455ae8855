"""Rows as tables: ours, what the paper prints, and the difference.

In:  rows of the bench, the reported numbers.
Out: Markdown, in the shape of the paper's tables.

A cell holds the mean and the standard deviation measured here and, below, the value the paper
prints with the difference.  Reported rows nobody measured here stand at the end, as reported.
"""

from collections.abc import Mapping, Sequence

from embed_kcpd.errors import EmbedKcpdError
from embed_kcpd.evaluation.lengths import SetStatistics
from embed_kcpd.evaluation.page_parts import markdown_table
from embed_kcpd.evaluation.registry import registry
from embed_kcpd.evaluation.reported import (
    ReportedCell,
    ReportedRow,
    ReportedSet,
    family,
    reported_cell,
    reported_rows,
)
from embed_kcpd.evaluation.rows import Row

CHOI = ("choi-3-5", "choi-6-8", "choi-9-11", "choi-3-11")
OTHERS = ("wiki300", "wiki50", "elements", "arxiv")

LEGEND = (
    "Percent, mean ± standard deviation over documents; below, what the paper prints and ours "
    "minus it. `#` is told the true number of segments, `!` learns from true boundaries of other "
    "documents, `*` the paper quotes the value from the method's own paper, `?` the reported pair "
    "cannot be (WindowDiff below Pk at the same window). "
    "*extra*: mean number of boundaries found minus true, over the sets of the table."
)


def result_table(rows: Sequence[Row], sets: Sequence[str]) -> str:
    """One of the paper's tables of results, measured rows first, then the reported ones."""
    measured: dict[tuple[str, str | None], dict[str, Row]] = {}
    for row in rows:
        if row.set in sets:
            measured.setdefault((row.method, row.encoder), {})[row.set] = row
    # A set without some method must not push that method to the end of the table.
    places = {name: place for place, name in enumerate(registry())}
    ordered = sorted(
        measured.items(), key=lambda item: (places.get(item[0][0], len(places)), item[0][1] or "")
    )
    lines = [
        [
            f"`{method}`{told(method)}",
            encoder or "",
            *(cell for name in sets for cell in _measured_cells(by_set.get(name))),
            _extra(by_set),
        ]
        for (method, encoder), by_set in ordered
    ]
    seen = {(method, family(encoder)) for method, encoder in measured}
    lines += [
        [
            reported_row.label,
            "as reported",
            *(c for s in sets for c in _reported_cells(reported_row.cells.get(s))),
            "",
        ]
        for reported_row in reported_rows()
        if not _is_measured(reported_row, seen) and any(name in reported_row.cells for name in sets)
    ]
    heads = [head for name in sets for head in (f"{name} Pk", "WD")]
    return markdown_table(["method", "encoder", *heads, "extra"], lines)


def set_table(measured: Mapping[str, SetStatistics], reported: Mapping[str, ReportedSet]) -> str:
    """The paper's table of data sets beside what the files hold."""
    lines = []
    for name, statistics in measured.items():
        printed = reported.get(name.partition(" ")[0])
        lines.append(
            [
                name,
                str(statistics.documents),
                f"{statistics.segments:.2f}",
                f"{statistics.units_by_document:.2f}",
                f"{statistics.units_pooled:.2f}",
                f"{statistics.shortest} to {statistics.longest}",
                f"{printed.documents} / {printed.segments:g} / {printed.units:.1f}"
                if printed
                else "",
            ]
        )
    heads = [
        "set",
        "documents",
        "segments per document",
        "units per segment (mean over documents)",
        "(pooled)",
        "units per document",
        "the paper prints",
    ]
    return markdown_table(heads, lines)


def told(method: str) -> str:
    """A mark for methods that know more than the text."""
    entry = registry().get(method)
    try:
        made = entry.make() if entry else None
    except EmbedKcpdError:
        return ""
    told_count = " #" if getattr(made, "needs_count", False) else ""
    learns = " !" if getattr(made, "needs_boundaries", False) else ""
    return told_count + learns


def _measured_cells(row: Row | None) -> tuple[str, str]:
    if row is None:
        return "", ""
    cell = reported_cell(row.method, row.encoder, row.set)
    return (
        _cell(row.pk, row.pk_sd, cell.pk if cell else None, cell),
        _cell(row.wd, row.wd_sd, cell.wd if cell else None, cell),
    )


def _cell(mean: float, sd: float, printed: float | None, cell: ReportedCell | None) -> str:
    ours = f"{mean:.1f} ± {sd:.1f}"
    if printed is None or cell is None:
        return ours
    return f"{ours}<br>{printed:.1f}{_marks(cell)}, {_signed(mean - printed)}"


def _reported_cells(cell: ReportedCell | None) -> tuple[str, str]:
    if cell is None:
        return "", ""

    def shown(value: float | None, sd: float | None) -> str:
        if value is None:
            return ""
        return f"{value:.1f}{'' if sd is None else f' ± {sd:.1f}'}{_marks(cell)}"

    return shown(cell.pk, cell.pk_sd), shown(cell.wd, cell.wd_sd)


def _marks(cell: ReportedCell) -> str:
    return ("*" if cell.quoted else "") + ("" if cell.is_possible else " ?")


def _signed(difference: float) -> str:
    rounded = round(difference, 1)
    return f"{rounded:+.1f}" if rounded else "0.0"


def _extra(by_set: Mapping[str, Row]) -> str:
    values = [value.extra_boundaries for value in by_set.values()]
    return _signed(sum(values) / len(values)) if values else ""


def _is_measured(row: ReportedRow, seen: set[tuple[str, str | None]]) -> bool:
    """Whether a measured row already shows what this reported one says."""
    if row.encoder is None:
        return any(method == row.method for method, _ in seen)
    return (row.method, row.encoder) in seen
