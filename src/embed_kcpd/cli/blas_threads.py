"""One thread for the matrix products of commands that make few and small ones.

In:  the name of a command, before NumPy is loaded.
Out: ``OPENBLAS_NUM_THREADS``, unless somebody has said how many threads there shall be.

OpenBLAS starts a thread for each core when NumPy is loaded.  They spin while they wait, for
longer than the products of a text take: a tenth of a second of processor time for nothing.  The
encoder has threads of its own.
"""

import os

SMALL_PRODUCTS = {"segment", "path", "chunk", "chapters", "timeline", "corpus", "serve"}
"""Commands whose time is not in the products of NumPy."""

_ASKED = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")


def use_one_thread(command: str) -> None:
    """Ask OpenBLAS for one thread if the command has small products."""
    if command in SMALL_PRODUCTS and not any(name in os.environ for name in _ASKED):
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
