"""``embed-kcpd bench``: measure and print tables, one file per table."""

import typer

from embed_kcpd.cli.bench_arxiv import arxiv
from embed_kcpd.cli.bench_chapters import chapters
from embed_kcpd.cli.bench_confidence import confidence
from embed_kcpd.cli.bench_elbow import elbow, figures
from embed_kcpd.cli.bench_granularity import granularity
from embed_kcpd.cli.bench_languages import languages
from embed_kcpd.cli.bench_paper import file, paper
from embed_kcpd.cli.bench_rag import rag
from embed_kcpd.cli.bench_sensitivity import sensitivity
from embed_kcpd.cli.bench_titles import titles

bench = typer.Typer(help="Measure segmentations and print tables.", no_args_is_help=True)
bench.command()(paper)
bench.command()(file)
bench.command()(elbow)
bench.command()(figures)
bench.command()(sensitivity)
bench.command()(granularity)
bench.command()(confidence)
bench.command()(arxiv)
bench.command()(titles)
bench.command()(chapters)
bench.command()(languages)
bench.command()(rag)


@bench.callback()
def benches() -> None:
    """Measure segmentations and print tables."""
