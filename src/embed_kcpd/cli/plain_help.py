"""Help texts in which a flag is shown as a flag.

In:  the application with its commands and groups.
Out: the same application; ``--json`` is no longer listed as ``--json <bool>``.
"""

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


class _PlainCommand(TyperCommand):
    """A command whose flags show no type, its ``--help`` included."""

    def get_params(self, ctx: Any) -> list[Any]:
        return [_without_type(param) for param in super().get_params(ctx)]


class _PlainGroup(TyperGroup):
    """The same for a group of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        return [_without_type(param) for param in super().get_params(ctx)]


def _without_type(param: Any) -> Any:
    # Typer does not export the types of parameters and contexts.
    if getattr(param, "is_flag", False):
        param.metavar = ""
    return param


def show_flags_plainly(app: typer.Typer) -> None:
    """Let every command of the application, at any depth, show its flags without a type."""
    app.info.cls = _PlainGroup
    for command in app.registered_commands:
        command.cls = _PlainCommand
    for group in app.registered_groups:
        group.cls = _PlainGroup
        if group.typer_instance is not None:
            show_flags_plainly(group.typer_instance)
