"""Loaded models in a forked process: kept, never destroyed.

In:  objects whose destructor waits for threads, as that of a CTranslate2 model does.
Out: in a forked process, where those threads are gone, they are kept and never destroyed.

A destructor that runs there waits for ever, or aborts the process at its end.
"""

import os
from collections.abc import Callable
from weakref import WeakSet

_loaded: "WeakSet[object]" = WeakSet()


def keep_in_children(loaded: object) -> None:
    """Never destroy this object in a process that is forked from this one."""
    _loaded.add(loaded)


def after_fork(run: Callable[[], None]) -> None:
    """Call ``run`` in every process that is forked from this one; Windows has no forks."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=run)


def _keep_inherited() -> None:
    """One more reference than anybody holds: not even the end of the interpreter takes it."""
    import ctypes

    for loaded in list(_loaded):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(loaded))


after_fork(_keep_inherited)
