"""Options that several commands share, declared once as dataclasses.

In:  a command with parameters whose types are dataclasses of options.
Out: the same command with one option for each field of those dataclasses.
"""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import partial
from typing import Any, get_type_hints

import typer


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer should see it: every field of a group is an option of its own."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}

    def expanded(**values: Any) -> None:
        for name, group in groups.items():
            own = {option.name: values.pop(option.name) for option in fields(group)}
            values[name] = group(**own)
        command(**values)

    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        group = groups.get(parameter.name)
        if group is None:
            parameters.append(parameter.replace(annotation=hints[parameter.name]))
        else:
            parameters += _parameters(group)
    expanded.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    expanded.__annotations__ = {each.name: each.annotation for each in parameters}
    expanded.__name__, expanded.__doc__ = command.__name__, command.__doc__
    return expanded


def options_in(panel: str) -> Callable[..., Any]:
    """What declares an option that stands under this title in the help."""
    return partial(typer.Option, rich_help_panel=panel)


def _parameters(group: Any) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            option.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=_default(option),
            annotation=hints[option.name],
        )
        for option in fields(group)
    ]


def _default(option: "Field[Any]") -> object:
    if option.default_factory is not MISSING:
        return option.default_factory()
    return inspect.Parameter.empty if option.default is MISSING else option.default
