"""A setting of the whole process that is another one while anybody needs it.

In:  a function that changes the setting and returns what undoes the change.
Out: a context; any number of threads may be inside at once.

Who enters first changes it, and who leaves last undoes that.  If each put back what it found, the
first to leave would take the setting from the others, and the last would keep it for ever.
"""

import os
from collections.abc import Callable
from threading import Lock


class SharedSetting:
    """A context in which the change is made.

    >>> level = SharedSetting(lambda: print("up") or (lambda: print("down")))
    >>> with level, level:
    ...     print("inside")
    up
    inside
    down
    """

    def __init__(self, change: Callable[[], Callable[[], object]]) -> None:
        self._change = change
        self._begin()
        if hasattr(os, "register_at_fork"):  # Windows has no forks
            os.register_at_fork(after_in_child=self._begin)

    def _begin(self) -> None:
        """Nobody is inside; the threads that were are not there in a forked process to leave."""
        self._lock = Lock()
        self._count = 0

    def __enter__(self) -> None:
        with self._lock:
            if self._count == 0:
                self._undo = self._change()
            self._count += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            if self._count == 1:
                self._undo()
            self._count = max(0, self._count - 1)
