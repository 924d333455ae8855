"""``embed-kcpd theory``: the numbers of the paper's theorems, the studies, the memory of a text."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from embed_kcpd.theory import AssumptionReport

theory = typer.Typer(
    help="Compute the quantities of the paper's theorems and test them.", no_args_is_help=True
)


@theory.command()
def check(
    *,
    n: int = typer.Option(..., "--n", help="Number of units (T)."),
    memory: int = typer.Option(..., help="Range of dependence (m)."),
    bound: float = typer.Option(1.0, help="Largest value of the kernel (M)."),
    signal: float | None = typer.Option(
        None,
        help="Least squared distance of neighbouring mean embeddings.",
        show_default="twice the bound",
    ),
    spacing: float | None = typer.Option(
        None, help="Shortest true segment, in units.", show_default="n / 2"
    ),
    penalty: float | None = typer.Option(
        None, help="Price of a boundary.", show_default="the lower bound of A5"
    ),
    min_size: float | None = typer.Option(
        None, help="Shortest segment allowed.", show_default="spacing / 3"
    ),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Print every quantity of the theory and which assumptions hold, by how much, from which n."""
    from embed_kcpd.theory import check_assumptions

    report = check_assumptions(
        n, memory, bound, signal=signal, spacing=spacing, penalty=penalty, min_size=min_size
    )
    if as_json:
        typer.echo(json.dumps(asdict(report), indent=2))
    else:
        _print_report(report)


def _print_report(report: "AssumptionReport") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console()
    numbers = Table("quantity", "symbol", "from", "value", box=SIMPLE_HEAD)
    numbers.columns[3].justify = "right"
    for quantity in report.quantities:
        numbers.add_row(quantity.name, quantity.symbol, quantity.source, f"{quantity.value:.6g}")
    console.print(numbers)
    verdicts = Table("assumption", "holds", "margin", "smallest n", box=SIMPLE_HEAD)
    verdicts.columns[2].justify = verdicts.columns[3].justify = "right"
    for verdict in report.verdicts:
        holds = {True: "[green]yes", False: "[red]no", None: "-"}[verdict.holds]
        margin = "" if verdict.margin is None else f"{verdict.margin:.6g}"
        first = "" if verdict.smallest_n is None else f"{verdict.smallest_n:,}"
        reason = f"\n[dim]{verdict.reason}" if verdict.reason else ""
        claim = f"[bold]{verdict.name}[/]: {verdict.claim}{reason}"
        verdicts.add_row(claim, holds, margin, first)
    console.print(verdicts)
