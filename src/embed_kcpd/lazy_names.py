"""Names of a package that are loaded when they are first used.

In:  the name of a package, and the module that each of its names comes from.
Out: its ``__getattr__`` and its ``__dir__``.

Whoever imports one file of a package would otherwise wait for all that the package hands out.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """What a package needs to load the names of ``homes`` on demand, each from its module."""

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return load, names
