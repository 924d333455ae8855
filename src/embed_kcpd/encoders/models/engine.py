"""The engine that computes vectors, ctranslate2, without a part that is not used here.

In:  nothing.
Out: the module.

It has asynchronous calls, for which it imports asyncio and with it TLS: a twentieth of the time
of a short command.  While it is loaded, a stand-in takes the place of asyncio, which is loaded
when the engine first takes something from it.  Nobody else sees the stand-in.
"""

import sys
import threading
from importlib import import_module
from types import ModuleType
from typing import Any


class StandIn(ModuleType):
    """A module that is loaded when something is taken from it."""

    def __getattr__(self, name: str) -> object:
        self.leave()
        return getattr(import_module(self.__name__), name)

    def leave(self) -> None:
        """Make room for the module itself."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]


def load_engine() -> Any:
    """The module ``ctranslate2``."""
    # Another thread could find the stand-in.
    is_alone = threading.active_count() == 1
    if not is_alone or "asyncio" in sys.modules:
        return import_module("ctranslate2")
    stand_in = StandIn("asyncio")
    sys.modules["asyncio"] = stand_in
    try:
        return import_module("ctranslate2")
    finally:
        stand_in.leave()
