"""Matrix products on one thread each, for as long as anybody computes.

In:  nothing.
Out: a context, inside which the libraries of NumPy share no product between threads.

Their number of threads belongs to the whole process.  Who enters first sets it, and who leaves
last gives back what was there: two who each put back what they found would leave each other
with the wrong number.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

from embed_kcpd.encoders.models.forks import after_fork


class _Inside:
    """How many are inside, and what gives the libraries their threads back."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.count = 0
        self.limit: Any = None


_inside = _Inside()


def _forget_who_is_inside() -> None:
    """A thread that was inside is not there in a forked process to leave."""
    global _inside  # noqa: PLW0603
    _inside = _Inside()


after_fork(_forget_who_is_inside)


@contextmanager
def one_thread() -> Iterator[None]:
    """A context in which no product is shared between threads; many may be inside at once."""
    inside = _inside
    with inside.lock:
        if inside.count == 0:
            inside.limit = _libraries().limit(limits=1, user_api="blas")
        inside.count += 1
    try:
        yield
    finally:
        with inside.lock:
            inside.count -= 1
            if inside.count == 0:
                inside.limit.restore_original_limits()


@cache
def _libraries() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
