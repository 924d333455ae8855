"""The command line: one file per command, gathered here.

Every error raised on purpose becomes one line on standard error and exit code 2, every other
one line and exit code 1: see ``guard.py``.  A command that is named first on the line is loaded
alone.
"""

import gc
import re
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer

from embed_kcpd.__main__ import INTERRUPTED
from embed_kcpd.cli.blas_threads import use_one_thread
from embed_kcpd.cli.guard import WRONG_INPUT, Session, guarded
from embed_kcpd.cli.plain_help import show_plainly
from embed_kcpd.cli.streams import prepare_streams
from embed_kcpd.errors import OptionsError
from embed_kcpd.version import __version__

_UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Its name is not exported, and its place depends on the version of typer."""

COMMANDS = (
    "segment",
    "path",
    "chunk",
    "chapters",
    "timeline",
    "corpus",
    "serve",
    "collect",
    "formats",
    "evaluate",
    "bench",
    "download",
    "models",
    "cache",
    "simulate",
    "theory",
)
"""In the order of the help; each is a function or a group in the file of its own name."""


def application(wanted: Sequence[str] = COMMANDS) -> typer.Typer:
    """The command line with some of its commands, or with all."""
    app = typer.Typer(
        name="embed-kcpd",
        help="Split any text where its topic changes.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in wanted:
        command = getattr(import_module(f"embed_kcpd.cli.{name}"), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command()(command)
    app.callback()(options)
    show_plainly(app)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


def options(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and leave.", callback=_print_version, is_eager=True
        ),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Print the whole traceback of an unforeseen error.")
    ] = False,
) -> None:
    """Split any text where its topic changes."""
    if isinstance(context.obj, Session):
        context.obj.debug = debug


def __getattr__(name: str) -> typer.Typer:
    """``app``: the whole command line, made where it is asked for."""
    if name == "app":
        return application()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def main() -> None:
    first = sys.argv[1:2]
    for command in first:
        use_one_thread(command)
    run(application(first if set(first) & set(COMMANDS) else COMMANDS))


def run(app: typer.Typer) -> NoReturn:
    """Run a command line on the arguments of the program, and leave with its exit code."""
    gc.freeze()  # modules stay until the end: no collection of garbage need look at them
    prepare_streams()
    session = Session()
    code = guarded(partial(_command, app, session), session)
    if "duckdb" not in sys.modules:  # DuckDB reports objects that were not collected as leaks
        gc.freeze()  # so that the three collections at exit have nothing to look at
    raise SystemExit(code)


def _command(app: typer.Typer, session: Session) -> None:
    """Run the command of the line; what cannot be understood is an error of one line."""
    try:
        code = app(obj=session, standalone_mode=False)
    except typer.Abort:
        code = INTERRUPTED
    except _UsageError as error:
        message = _usage(error)
        if not message:  # there was no command: the help has been printed
            raise SystemExit(WRONG_INPUT) from None
        raise OptionsError(message) from None
    raise SystemExit(code if isinstance(code, int) else 0)


def _usage(error: Any) -> str:
    """What is wrong with the line, and which help tells more."""
    message = str(error.format_message())
    if not message:
        return ""
    for typed, plain in (("valid int", "whole number"), ("valid float", "number")):
        message = re.sub(rf"is not a {typed}(eger)?\b", f"is not a {plain}", message)
    said = message[0].lower() + message[1:].rstrip(".")
    if error.ctx is None:
        return said
    return f"{said}{' See' if said.endswith('?') else '; see'} {error.ctx.command_path} --help"
