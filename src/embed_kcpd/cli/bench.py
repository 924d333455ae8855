"""``embed-kcpd bench``: measure and print tables, one file per table."""

import typer

from embed_kcpd.cli.bench_granularity import granularity

bench = typer.Typer(help="Measure segmentations and print tables.", no_args_is_help=True)
bench.command()(granularity)


@bench.callback()
def benches() -> None:
    """Measure segmentations and print tables."""
