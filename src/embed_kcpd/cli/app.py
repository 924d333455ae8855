"""The command line: one file per command, gathered here.

Every error raised on purpose becomes one line on standard error and exit code 2, every other
one line and exit code 1: see ``guard.py``.
"""

from functools import partial

import typer

from embed_kcpd.cli.bench import bench
from embed_kcpd.cli.cache import cache
from embed_kcpd.cli.chapters import chapters
from embed_kcpd.cli.chunk import chunk
from embed_kcpd.cli.download import download
from embed_kcpd.cli.evaluate import evaluate
from embed_kcpd.cli.formats import formats
from embed_kcpd.cli.guard import Session, guarded
from embed_kcpd.cli.models import models
from embed_kcpd.cli.path import path
from embed_kcpd.cli.plain_help import show_flags_plainly
from embed_kcpd.cli.segment import segment
from embed_kcpd.cli.simulate import simulate
from embed_kcpd.cli.streams import prepare_streams
from embed_kcpd.cli.theory import theory
from embed_kcpd.version import __version__

app = typer.Typer(
    name="embed-kcpd",
    help="Split any text where its topic changes.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(segment)
app.command()(path)
app.command()(chunk)
app.command()(chapters)
app.command()(chunk)
app.command()(formats)
app.command()(evaluate)
app.add_typer(bench, name="bench")
app.command()(download)
app.command()(models)
app.add_typer(cache, name="cache")
app.add_typer(simulate, name="simulate")
app.add_typer(theory, name="theory")
show_flags_plainly(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    _version: bool = typer.Option(
        False,
        "--version",
        help="Print the version and leave.",
        callback=_print_version,
        is_eager=True,
    ),
    debug: bool = typer.Option(
        False, "--debug", help="Print the whole traceback of an unforeseen error."
    ),
) -> None:
    """Split any text where its topic changes."""
    if isinstance(context.obj, Session):
        context.obj.debug = debug


def main() -> None:
    prepare_streams()
    session = Session()
    raise SystemExit(guarded(partial(app, obj=session), session))
