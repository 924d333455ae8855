"""Help texts in plain words: flags without a type, values called TEXT, NUMBER or PATH.

In:  the application with its commands and groups.
Out: the same application; ``--json <bool>`` is listed as ``--json``, ``--language <str>`` as
     ``--language TEXT`` and ``{file}`` as ``FILE``, as on the page of the command line.
"""

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

_WORDS = {
    "str": "TEXT",
    "text": "TEXT",
    "int": "NUMBER",
    "integer": "NUMBER",
    "float": "NUMBER",
    "path": "PATH",
}
"""What typer calls the type of a value, by version, and what the help calls it."""


class _PlainCommand(TyperCommand):
    """A command whose help is in plain words, its ``--help`` included."""

    def get_params(self, ctx: Any) -> list[Any]:
        return [_plain(param) for param in super().get_params(ctx)]

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        # Typer puts what is required into braces, which look like a template.
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


class _PlainGroup(TyperGroup):
    """The same for a group of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        return [_plain(param) for param in super().get_params(ctx)]


def _plain(param: Any) -> Any:
    # Typer does not export the types of parameters and contexts.
    if getattr(param, "is_flag", False):
        param.metavar = ""
    elif param.metavar is None and param.param_type_name == "argument":
        param.metavar = param.name.upper() + ("" if param.nargs == 1 else "...")
    elif param.metavar is None:
        param.metavar = _WORDS.get(param.type.name.removesuffix(" range"))
    return param


def show_plainly(app: typer.Typer) -> None:
    """Let every command of the application, at any depth, have its help in plain words."""
    app.info.cls = _PlainGroup
    for command in app.registered_commands:
        command.cls = _PlainCommand
    for group in app.registered_groups:
        group.cls = _PlainGroup
        if group.typer_instance is not None:
            show_plainly(group.typer_instance)
