"""``embed-kcpd evaluate``: how good is a segmentation, given the true one?"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
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
        Path, typer.Argument(help="True boundaries: JSONL, JSON, or lines with =.")
    ],
    hypothesis: Annotated[Path, typer.Argument(help="Found boundaries, in any of these forms.")],
    *,
    window: int | None = typer.Option(
        None,
        min=1,
        help="Window of Pk and WindowDiff, in units.",
        show_default="half the mean true segment, at least 2",
    ),
    tolerance: int = typer.Option(
        0, min=0, help="Units by which a boundary may be off for precision, recall and F1."
    ),
    each: bool = typer.Option(False, "--each", help="One line per document as well."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Compare found boundaries with true ones: Pk, WindowDiff, B, precision, recall, F1."""
    from embed_kcpd.evaluation.comparison import compare_files

    report = compare_files(reference, hypothesis, window, tolerance)
    if as_json:
        typer.echo(json.dumps(asdict(report), indent=2, ensure_ascii=False))
    else:
        _print_report(report, each)


def _print_report(report: "Report", each: bool) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if each:
        table = Table("document", "units", "true", "found", "Pk", "WD", "B", "F1", box=SIMPLE_HEAD)
        for column in table.columns[1:]:
            column.justify = "right"
        for one in report.documents:
            counts = (one.n_units, one.true_boundaries, one.found_boundaries)
            s = one.scores
            values = (s.pk, s.window_diff, s.boundary_similarity, s.f1)
            table.add_row(one.id, *map(str, counts), *(f"{value:.3f}" for value in values))
        console.print(table)
    n = len(report.documents)
    table = Table(f"mean over {n} document{'s' * (n > 1)}", "", box=SIMPLE_HEAD)
    table.columns[1].justify = "right"
    for name, said in NAMES.items():
        is_matched = name in ("precision", "recall", "f1") and report.tolerance
        near = f", within {report.tolerance}" if is_matched else ""
        table.add_row(said + near, f"{getattr(report.mean, name):.4f}")
    table.add_row("units per true segment", _lengths(report.reference_lengths))
    table.add_row("units per found segment", _lengths(report.hypothesis_lengths))
    console.print(table)


def _lengths(found: "LengthStatistics") -> str:
    return (
        f"{found.mean:.1f} ± {found.sd:.1f}, median {found.median:g}, {found.least} to {found.most}"
    )
