"""The page of the public Python names.

In:  ``embed_kcpd.__all__``, and that of the packages in it whose names the documents use.
Out: ``reference/api.md``: every name with its signature and docstring.

Signatures are those of the source, not of ``inspect``, whose spelling of a type depends on the
versions of Python and NumPy.
"""

import ast
import dataclasses
import enum
import inspect
import textwrap
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import pairwise
from types import ModuleType

import embed_kcpd

LONGEST_LINE = 92
PACKAGES = ("chapters", "chunks", "corpora", "encoders", "outputs", "readers", "timeline")
"""Packages of ``embed_kcpd`` with names of their own."""


def reference() -> str:
    """Every public name with its signature and docstring, in alphabetical order."""
    links = ", ".join(f"[`embed_kcpd.{name}`](#embed_kcpd{name})" for name in PACKAGES)
    parts = [
        "# Python reference",
        "Every public name of `embed_kcpd`, and below them those that are imported from a package "
        f"in it: {links}. [What stays stable](stability.md) says what you can rely on. "
        "Generated from the docstrings by `make docs`.",
        *_described(embed_kcpd, embed_kcpd.__all__, "##"),
    ]
    for package in PACKAGES:
        module = import_module(f"embed_kcpd.{package}")
        names = set(module.__all__) - set(embed_kcpd.__all__)
        parts += [f"## `embed_kcpd.{package}`", markdown(inspect.getdoc(module) or "")]
        parts += _described(module, names, "###")
    return "\n\n".join(part for part in parts if part) + "\n"


def _described(module: ModuleType, names: Iterable[str], marks: str) -> Iterable[str]:
    """Heading, signature, docstring and members of everything that can be called or chosen."""
    for name in sorted(names, key=lambda name: (name.lower(), name)):
        thing = getattr(module, name)
        if not inspect.isclass(thing) and not inspect.isfunction(thing):
            continue
        is_choice = inspect.isclass(thing) and issubclass(thing, enum.Enum)
        yield f"{marks} `{name}`"
        yield "" if is_choice else f"```python\n{signature(name, thing)}\n```"
        yield markdown(inspect.getdoc(thing) or "")
        yield choices(thing) if is_choice else ""
        yield from _members(thing) if inspect.isclass(thing) else []


def choices(kind: type[enum.Enum]) -> str:
    """The members of an enumeration, each with the string that stands below it in the source."""
    body = _definition(kind).body
    below = {
        line.targets[0].id: ast.literal_eval(after.value)
        for line, after in pairwise(body)
        if isinstance(line, ast.Assign) and isinstance(after, ast.Expr)
    }
    lines = (f"- `{kind.__name__}.{m.name}`: {markdown(below.get(m.name, ''))}" for m in kind)
    return "\n".join(line.removesuffix(": ") for line in lines)


def signature(name: str, thing: Callable[..., object]) -> str:
    """How it is called, one parameter a line where one line would be too long."""
    parameters = _fields(thing) if dataclasses.is_dataclass(thing) else _arguments(thing)
    returns = "" if inspect.isclass(thing) else _returns(thing)
    short = f"{name}({', '.join(parameters)}){returns}"
    if len(short) <= LONGEST_LINE:
        return short
    return "\n".join([f"{name}(", *(f"    {text}," for text in parameters), f"){returns}"])


def _definition(thing: object) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]


def _fields(kind: type) -> list[str]:
    """The fields of a dataclass as its source and that of its bases write them."""
    written = {
        node.target.id: node
        for base in reversed(kind.__mro__)
        if dataclasses.is_dataclass(base)
        for node in _definition(base).body
        if isinstance(node, ast.AnnAssign)
    }
    names = vars(inspect.getmodule(kind))
    return [_field(written[field.name], names) for field in dataclasses.fields(kind) if field.init]


def _field(node: ast.AnnAssign, names: dict[str, object]) -> str:
    start = f"{node.target.id}: {ast.unparse(node.annotation)}"
    return start if node.value is None else f"{start} = {_default(node.value, names)}"


def _default(value: ast.expr, names: dict[str, object]) -> str:
    """A default as written; what a factory makes, and the number behind a constant's name."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
        factory = next((k.value for k in value.keywords if k.arg == "default_factory"), None)
        return "..." if factory is None else f"{ast.unparse(factory)}()"
    behind = names.get(value.id) if isinstance(value, ast.Name) else None
    return repr(behind) if isinstance(behind, int | float | str) else ast.unparse(value)


def _arguments(thing: Callable[..., object]) -> list[str]:
    """The parameters of a function, or of the class's own ``__init__``, as written."""
    if inspect.isclass(thing):
        if "__init__" not in vars(thing):
            return []
        thing = thing.__init__
    arguments, names = _definition(thing).args, vars(inspect.getmodule(thing))
    positional = [*arguments.posonlyargs, *arguments.args]
    absent = [None] * (len(positional) - len(arguments.defaults))
    pairs = list(zip(positional, [*absent, *arguments.defaults], strict=True))
    lines = [_argument(*pair, names) for pair in pairs if pair[0].arg not in ("self", "cls")]
    if arguments.kwonlyargs:
        lines.append("*")
        named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        lines += [_argument(*pair, names) for pair in named]
    return lines


def _argument(argument: ast.arg, default: ast.expr | None, names: dict[str, object]) -> str:
    annotation = f": {ast.unparse(argument.annotation)}" if argument.annotation else ""
    return f"{argument.arg}{annotation}" + (f" = {_default(default, names)}" if default else "")


def _returns(function: Callable[..., object]) -> str:
    returns = _definition(function).returns
    return f" -> {ast.unparse(returns)}" if returns else ""


def _members(kind: type) -> Iterable[str]:
    """The public methods and properties that a class defines itself."""
    lines = []
    for name, member in vars(kind).items():
        function = getattr(member, "fget", None) or getattr(member, "__func__", member)
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        names = [n for n in inspect.signature(function).parameters if n not in ("self", "cls")]
        arguments = "" if isinstance(member, property) else f"({', '.join(names)})"
        summary = (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ")
        lines.append(f"- `.{name}{arguments}`: {markdown(summary)}".removesuffix(": "))
    return ["\n".join(lines)] if lines else []


def markdown(docstring: str) -> str:
    """Double back-ticks become single; examples become code blocks."""
    paragraphs = docstring.replace("``", "`").split("\n\n")
    return "\n\n".join(
        f"```python\n{text}\n```" if text.startswith(">>>") else text for text in paragraphs
    )
