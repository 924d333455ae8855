"""Standard modules that packages load at once and short commands never use.

In:  the name of a command, before typer, NumPy and the encoder are loaded.
Out: ``sys.modules`` with stand-ins, which load a module when something is first taken from it.

``ctranslate2`` has asynchronous calls, for which it imports asyncio and with it TLS; typer can
start other programs; NumPy can store its arrays and hand them to libraries of C.  Cutting a text
needs none of that.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from threading import RLock
from types import ModuleType

SHORT_COMMANDS = {"segment", "path", "chunk", "chapters", "timeline"}
"""Commands that seldom take anything from these modules."""

POSTPONED = ("asyncio", "ctypes", "pickle", "subprocess")

_loading = RLock()


class StandIn(ModuleType):
    """A module that nobody has needed yet.

    ``LazyLoader`` of the standard library would not do: its modules are loaded at the second
    ``import`` already.
    """

    def __getattr__(self, name: str) -> object:
        with _loading:
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
            return getattr(import_module(self.__name__), name)


def postpone(command: str) -> None:
    """Let stand-ins wait for these modules if the command is a short one."""
    if command in SHORT_COMMANDS:
        for name in POSTPONED:
            if name not in sys.modules and find_spec(name) is not None:
                sys.modules[name] = StandIn(name)
