"""A machine that others use too.

In:  whether it shall be busy.
Out: as many other computing processes as the machine has cores, for as long as it lasts.
"""

import multiprocessing
import os
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np


def _compute_for_ever() -> None:
    rows = np.ones((256, 256))
    while True:
        rows = rows @ rows / 256


@contextmanager
def company(is_busy: bool) -> Iterator[None]:
    """As many other computing processes as there are cores, if the machine shall be busy."""
    count = os.cpu_count() or 1 if is_busy else 0
    others = [multiprocessing.Process(target=_compute_for_ever, daemon=True) for _ in range(count)]
    for other in others:
        other.start()
    try:
        yield
    finally:
        for other in others:
            other.terminate()
            other.join()
