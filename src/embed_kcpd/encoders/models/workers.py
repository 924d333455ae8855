"""The same work for many batches, by the threads of a session.

In:  a function, its arguments, perhaps a pool of threads.
Out: the results in order.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")


def results(
    function: Callable[[Work], Result], work: Sequence[Work], pool: ThreadPoolExecutor | None
) -> Iterator[Result]:
    """``function`` of each piece of work; without a pool, here and now.

    >>> list(results(abs, [-1, 2], None))
    [1, 2]
    """
    if pool is None:
        yield from map(function, work)
        return
    jobs = [pool.submit(function, piece) for piece in work]
    try:
        for job in jobs:
            yield job.result()
    finally:
        # After an interrupt nobody waits for the batches that have not begun.
        for job in jobs:
            job.cancel()
