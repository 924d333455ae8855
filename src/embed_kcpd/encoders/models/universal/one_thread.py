"""Matrix products on one thread each.

In:  nothing.
Out: a context, inside which the libraries of NumPy share no product between threads.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from embed_kcpd.shared_setting import SharedSetting


def _limit() -> Callable[[], object]:
    undo: Callable[[], object] = (
        _libraries().limit(limits=1, user_api="blas").restore_original_limits
    )
    return undo


@cache
def _libraries() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


ONE_THREAD = SharedSetting(_limit)
"""The number of threads belongs to the whole process, so all who compute share it."""
