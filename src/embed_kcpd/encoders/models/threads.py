"""How many threads encoders use unless told, and the name of what computes.

In:  the environment.
Out: a number of threads; the version of a package.
"""

import os
from functools import cache

from embed_kcpd.version import installed_version

MOST_THREADS = 4
"""Threads used unless told: more rarely help, and the machine is seldom ours alone."""


def usable_threads() -> int:
    """``OMP_NUM_THREADS`` if it is set, else the cores we may use, up to four."""
    wanted = os.environ.get("OMP_NUM_THREADS", "")
    if wanted.isdecimal() and int(wanted) > 0:
        return int(wanted)
    return min(usable_cores(), MOST_THREADS)


def usable_cores() -> int:
    """The cores that this process may run on."""
    has_affinity = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1


@cache
def runtime(package: str) -> str:
    """A package with its version: another one may round otherwise."""
    return f"{package}-{installed_version(package)}"
