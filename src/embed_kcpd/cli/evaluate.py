"""``embed-kcpd evaluate``: how good is a segmentation, given the true one?"""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import PrintJson
from embed_kcpd.cli.printable import json_text, printable

if TYPE_CHECKING:
    from rich.table import Table

    from embed_kcpd.evaluation.comparison import Report
    from embed_kcpd.evaluation.lengths import LengthStatistics

NAMES = {
    "pk": "Pk (lower is better)",
    "window_diff": "WindowDiff (lower is better)",
    "boundary_similarity": "B, boundary similarity (higher is better)",
    "edit_distance": "boundary edit distance",
    "precision": "boundary precision",
    "recall": "boundary recall",
    "f1": "boundary F1",
    "nltk_pk": "Pk as NLTK counts windows",
    "nltk_window_diff": "WindowDiff as NLTK counts windows",
    "lamprier_window_diff": "WindowDiff with Lamprier's edges (segeval)",
}


def evaluate(
    reference: Annotated[
        Path,
        typer.Argument(help="File with the true boundaries: JSONL, JSON, or text with lines of =."),
    ],
    hypothesis: Annotated[
        Path, typer.Argument(help="File with the boundaries to judge, in any of these forms.")
    ],
    *,
    window: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10_000_000,
            help="Window of Pk and WindowDiff, in units.",
            show_default="half the mean true segment, at least 2",
        ),
    ] = None,
    tolerance: Annotated[
        int,
        typer.Option(
            min=0,
            max=10_000_000,
            help="Units by which a boundary may be off and still count for precision, recall and "
            "F1.",
        ),
    ] = 0,
    each: Annotated[
        bool, typer.Option("--each", help="Print one line per document as well.")
    ] = False,
    as_json: PrintJson = False,
) -> None:
    """Compare found boundaries with true ones: Pk, WindowDiff, B, precision, recall, F1."""
    from embed_kcpd.evaluation.comparison import compare_files

    report = compare_files(reference, hypothesis, window, tolerance)
    if as_json:
        typer.echo(json_text(asdict(report)))
    else:
        _print_report(report, each)


def _print_report(report: "Report", each: bool) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if each:
        console.print(_document_table(report))
    n = len(report.documents)
    table = Table(f"mean over {n} document{'s' * (n > 1)}", "", box=SIMPLE_HEAD)
    table.columns[1].justify = "right"
    for name, label in NAMES.items():
        is_matched = name in ("precision", "recall", "f1") and report.tolerance
        near = f", within {report.tolerance}" if is_matched else ""
        table.add_row(label + near, f"{getattr(report.mean, name):.4f}")
    table.add_row("units per true segment", _lengths(report.reference_lengths))
    table.add_row("units per found segment", _lengths(report.hypothesis_lengths))
    console.print(table)


def _document_table(report: "Report") -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table("document", "units", "true", "found", "Pk", "WD", "B", "F1", box=SIMPLE_HEAD)
    for column in table.columns[1:]:
        column.justify = "right"
    for document in report.documents:
        counts = (document.n_units, document.true_boundaries, document.found_boundaries)
        s = document.scores
        values = (s.pk, s.window_diff, s.boundary_similarity, s.f1)
        # As text, since an id in square brackets is no markup.
        name = Text(printable(document.id))
        table.add_row(name, *map(str, counts), *(f"{value:.3f}" for value in values))
    return table


def _lengths(sizes: "LengthStatistics") -> str:
    return (
        f"{sizes.mean:.1f} ± {sizes.sd:.1f}, median {sizes.median:g}, {sizes.least} to {sizes.most}"
    )
