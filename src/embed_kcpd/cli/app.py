"""The command line: one file per command, gathered here.

Every error raised on purpose becomes one line on standard error and exit code 2; every
warning becomes one line.
"""

import io
import sys
import warnings

import typer

from embed_kcpd.cli.bench import bench
from embed_kcpd.cli.cache import cache
from embed_kcpd.cli.download import download
from embed_kcpd.cli.evaluate import evaluate
from embed_kcpd.cli.models import models
from embed_kcpd.cli.path import path
from embed_kcpd.cli.plain_help import show_flags_plainly
from embed_kcpd.cli.segment import segment
from embed_kcpd.cli.simulate import simulate
from embed_kcpd.cli.theory import theory
from embed_kcpd.errors import EmbedKcpdError, LanguageWarning
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
    version: bool = typer.Option(
        False,
        "--version",
        help="Print the version and leave.",
        callback=_print_version,
        is_eager=True,
    ),
) -> None:
    """Split any text where its topic changes."""


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """One line on standard error, without the place in the code."""
    print(f"embed-kcpd: {message}", file=sys.stderr)


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Whatever the machine's own encoding is, results are UTF-8 like the texts.
            stream.reconfigure(encoding="utf-8")
    warnings.simplefilter("always", LanguageWarning)
    warnings.showwarning = _show_warning
    try:
        app()
    except EmbedKcpdError as error:
        print(f"embed-kcpd: {error}", file=sys.stderr)
        raise SystemExit(2) from None
