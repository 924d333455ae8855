r"""What a file of LaTeX defines: commands, theorems and other environments.

In:  the tokens of a file, and the number of a command.
Out: the token after the definition, and what it defines; nothing where it defines nothing.

A command without arguments and with a short body prints that body where it is used.  Of other
commands only the definition is left out; the arguments they are given are read as text.
"""

from dataclasses import dataclass

from embed_kcpd.readers.texts import latex_commands as known
from embed_kcpd.readers.texts.latex_arguments import Arguments
from embed_kcpd.readers.texts.latex_tokens import Kind

_LONGEST_MACRO = 40
"""Tokens of a command that a person defines; a longer one is left out where it is used."""

_LONGEST_PARAMETERS = 20
r"""Tokens among which the body of ``\def`` begins."""


@dataclass(frozen=True, slots=True)
class Macro:
    """What a defined command prints; ``is_spaced`` where it cares for the space after it."""

    text: str
    is_spaced: bool


@dataclass(frozen=True, slots=True)
class NewCommand:
    """A command whose body is the tokens ``start`` to ``stop - 1``."""

    name: str
    start: int
    stop: int
    is_spaced: bool


@dataclass(frozen=True, slots=True)
class Definition:
    """The token after a definition, and the command or theorem that it defines."""

    after: int
    command: NewCommand | None = None
    theorem: str | None = None


def definition(arguments: Arguments, at: int) -> Definition | None:
    """What a command defines; nothing where it defines nothing."""
    name = arguments.tokens[at].text
    if name in known.DEFINITIONS or name in known.PRIMITIVE_DEFINITIONS:
        return _new_command(arguments, at)
    if name in known.NEW_ENVIRONMENTS:
        return Definition(arguments.after_arguments(at + 1, known.NEW_ENVIRONMENTS[name]))
    if name == "newtheorem":
        return _new_theorem(arguments, at)
    if name == "let":
        after = arguments.after_spaces(at + 2)
        return Definition(after + 1 + arguments.is_text(after, "="))
    return None


def _new_command(arguments: Arguments, at: int) -> Definition:
    defining = arguments.tokens[at].text
    named, first = _name(arguments, at)
    if named >= len(arguments.tokens) or arguments.tokens[named].kind is not Kind.command:
        return Definition(at + 1)
    is_primitive = defining in known.PRIMITIVE_DEFINITIONS
    body = arguments.argument(_after_parameters(arguments, first) if is_primitive else first)
    if body is None:
        return Definition(first)
    command = None
    if defining.endswith("DocumentCommand"):
        body = arguments.argument(body[1] + 1) or body
    elif body[0] == first or body[0] == arguments.after_spaces(first):
        command = _short_command(arguments, arguments.tokens[named].text, *body)
    return Definition(body[1] + 1, command)


def _name(arguments: Arguments, at: int) -> tuple[int, int]:
    """The token of the name, in braces or not, and the token after it."""
    named = arguments.after_spaces(at + 1)
    if arguments.opens_group(named) and named in arguments.ends:
        return arguments.after_spaces(named + 1), arguments.ends[named] + 1
    return named, named + 1


def _after_parameters(arguments: Arguments, first: int) -> int:
    r"""Where the body of ``\def`` may begin: ``#1#2`` and the like stand before it."""
    last = min(first + _LONGEST_PARAMETERS, len(arguments.tokens))
    return next((at for at in range(first, last) if arguments.opens_group(at)), max(first, last))


def _short_command(arguments: Arguments, name: str, start: int, end: int) -> NewCommand | None:
    """The command with the body in these braces, where it is short and no part of a style."""
    body = arguments.tokens[start + 1 : end]
    names = [token.text for token in body if token.kind is Kind.command]
    if len(body) > _LONGEST_MACRO or any("@" in each for each in names):
        return None
    return NewCommand(name, start + 1, end, "xspace" in names)


def _new_theorem(arguments: Arguments, at: int) -> Definition:
    first = arguments.argument(at + 1)
    name = None if first is None else arguments.written(first[0] + 1, first[1])
    after = arguments.after_options(arguments.after_arguments(at + 1, 2))
    return Definition(after, theorem=name)
